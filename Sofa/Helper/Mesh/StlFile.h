// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

struct StlOptions {
  std::size_t headerSize = 80;  ///< bytes before the number of facets of a binary file
  bool forceBinary = false;     ///< a file starting with "solid" is binary all the same
  bool flip = false;            ///< triangles turned
};

/// Reads a stereolithography file, ASCII or binary. Corners at the same place become one point,
/// numbered in order of first appearance. `normals` holds one per facet. Throws FormatError.
MeshData readStl(std::string_view bytes, const StlOptions& options);

}  // namespace sofa::helper::mesh

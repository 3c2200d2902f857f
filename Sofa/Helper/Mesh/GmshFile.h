// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Reads a Gmsh .msh file of format 1, 2 or 4, in ASCII or, of 2.2 and 4.1, binary (Gmsh reference manual,
/// "MSH file format"). Throws FormatError.
MeshData readGmsh(std::string_view text);

}  // namespace sofa::helper::mesh

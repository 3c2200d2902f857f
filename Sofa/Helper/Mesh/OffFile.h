// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Reads an Object File Format (OFF) surface of triangles and quads; faces of other sizes are left out.
/// Throws FormatError.
MeshData readOff(std::string_view text, bool flip);

}  // namespace sofa::helper::mesh

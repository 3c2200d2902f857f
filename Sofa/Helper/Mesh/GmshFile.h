#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Reads a Gmsh .msh file of format 1, 2 or 4 in ASCII. Throws FormatError.
MeshData readGmsh(std::string_view text);

}  // namespace sofa::helper::mesh

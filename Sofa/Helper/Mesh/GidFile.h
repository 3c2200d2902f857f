// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// Reads a mesh of the pre- and postprocessor GiD, in text: a line "MESH dimension 3 ElemType Tetrahedra Nnode 4", then
/// "Coordinates" with lines "number x y z" and "Elements" with lines "number point point...", either closed by "End".
/// Types: Linear, Triangle, Quadrilateral, Tetrahedra and Hexahedra of first order; points are numbered from 1 in
/// order. Throws FormatError.
MeshData readGid(std::string_view text, bool flip);

}  // namespace sofa::helper::mesh

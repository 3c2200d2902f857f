// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "Sofa/Helper/Mesh/MeshData.h"

namespace sofa::helper::mesh {

/// A surface of triangles that knows its neighbours.
struct TrianMesh {
  MeshData mesh;
  std::vector<std::array<int, 3>> neighbors;  ///< per triangle: that behind the edge opposite to each corner; -1: none
  IndexLists borderEdges;                     ///< the two points of each edge without a neighbour
  std::vector<type::Index> borderTriangles;   ///< those with such an edge
};

/// Reads a .trian text: the number of points and their coordinates, the number of triangles and, for each, its corners
/// and its neighbours, both counted from 0. Throws FormatError.
TrianMesh readTrian(std::string_view text, bool flip);

}  // namespace sofa::helper::mesh

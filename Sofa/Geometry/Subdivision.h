// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/MeshAdjacency.h"

/// Elements of one kind made from those of another, on the same points (docs/manual/topology.md, "Topological
/// mappings").
namespace sofa::geometry {

/// Six tetrahedra per hexahedron. With `swapping`, every other cell of a grid of cellsX x cellsY x ... cells is
/// mirrored along each axis, so that the cuts have no common direction. Either way the cuts of shared faces of a grid
/// agree.
std::vector<Tetrahedron> splitHexahedra(const std::vector<Hexahedron>& hexahedra, bool swapping, std::size_t cellsX,
                                        std::size_t cellsY);
/// Two triangles per quad, cut along the diagonal (2,0); with `swapping` along (1,3) for every other quad of the rows,
/// like the fields of a chess board.
std::vector<Triangle> splitQuads(const std::vector<Quad>& quads, bool swapping, std::size_t rowLength);
/// Those of the sub-elements around which there is exactly one element.
template <class Sub>
std::vector<Sub> border(const std::vector<Sub>& subs, const IndexLists& elementsAround) {
  std::vector<Sub> result;
  for (std::size_t i = 0; i < subs.size(); ++i)
    if (elementsAround[i].size() == 1) result.push_back(subs[i]);
  return result;
}

}  // namespace sofa::geometry

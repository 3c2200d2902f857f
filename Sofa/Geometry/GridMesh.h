// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <vector>

#include "Sofa/Geometry/MeshElements.h"

/// Elements of a lattice of n[0] x n[1] x n[2] points, point (x,y,z) having index x + n[0] (y + n[1] z). All are those
/// of the whole volume, inner ones included.
namespace sofa::geometry {

using GridSize = std::array<int, 3>;

/// Number of points; 0 if a count is below 1 or there would be more than maxPoints.
std::size_t gridPointCount(const GridSize& n);

/// Cells, x running fastest.
std::vector<Hexahedron> gridHexahedra(const GridSize& n);
/// The XY faces, then the XZ ones, then the YZ ones, x running fastest in each.
std::vector<Quad> gridQuads(const GridSize& n);
/// Lines along X, then Y, then Z.
std::vector<Edge> gridLines(const GridSize& n);
/// Triangles (0,1,2) and (0,2,3) of each quad.
std::vector<Triangle> fanQuads(const std::vector<Quad>& quads);

}  // namespace sofa::geometry

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// Points of two grids of cubes, the second shifted by half a cell against the first, so that each has its points at
/// the centres of the other's cells. The first grid is numbered first; x runs fastest, then y.
///
/// Every point has 14 directions. 0 to 5 lead along -x, +x, -y, +y, -z, +z to the same grid ("long"), 6 to 13 along the
/// diagonals of the cells to the other one ("short"); e ^ 1 is the opposite of e.
class BodyCentredLattice {
 public:
  static constexpr int directions = 14;
  static bool isLong(int e) { return e < 6; }

  /// Covers the box by a margin of at least one cell; a point of the first grid is at its centre.
  BodyCentredLattice(const type::BoundingBox& box, double cellSize);
  /// How many points it has, without making it.
  static double pointCount(const type::BoundingBox& box, double cellSize);

  std::vector<type::Vec3> positions() const;
  type::Index pointCount() const { return m_firstCount + m_secondCount; }
  bool isSecond(type::Index p) const { return p >= m_firstCount; }
  /// The next point in a direction; invalidIndex at the border.
  type::Index neighbour(type::Index p, int e) const;
  /// From a point to its neighbour.
  type::Vec3 edge(int e) const;

  /// Calls f(tetrahedron) for all: four around each edge of the first grid.
  template <class F>
  void forEachTetrahedron(const F& f) const {
    type::Index p = 0;
    for (type::Index z = 0; z < m_cells[2]; ++z)
      for (type::Index y = 0; y < m_cells[1]; ++y)
        for (type::Index x = 0; x < m_cells[0]; ++x, ++p)
          for (int axis = 0; axis < 3; ++axis)
            if (const type::Index q = neighbour(p, 2 * axis); q != type::invalidIndex) {
              const auto ring = ringBelow({x, y, z}, axis);
              for (std::size_t i = 0; i < 4; ++i) f(type::Tetrahedron(p, q, ring[(i + 1) % 4], ring[i]));
            }
  }

 private:
  using Place = std::array<type::Index, 3>;
  /// Points of the second grid around the edge that leaves a point of the first one against an axis.
  std::array<type::Index, 4> ringBelow(const Place& at, int axis) const;
  /// Number of points of a grid along an axis.
  type::Index count(bool second, int axis) const { return m_cells[axis] + (second ? 1 : 0); }
  type::Index at(bool second, const Place& place) const {
    return place[0] + count(second, 0) * (place[1] + count(second, 1) * place[2]) + (second ? m_firstCount : 0);
  }

  type::Vec3 m_corner;  // of the first grid
  double m_size;
  Place m_cells;  // points of the first grid along each axis
  type::Index m_firstCount = 0, m_secondCount = 0;
};

/// Where the lines of a lattice cross a surface.
struct LatticeCrossings {
  /// For each direction, the distance to the next crossing in lengths of an edge, which may lie beyond the neighbour; 0
  /// if there is none.
  using Distances = std::array<double, BodyCentredLattice::directions>;
  std::vector<Distances> cut;
  std::vector<int> votes;  ///< of the lines through each point: +1 for inside, -1 for outside
};
/// For triangles that face outwards.
LatticeCrossings cross(const BodyCentredLattice& lattice, std::span<const type::Vec3> points,
                       std::span<const type::Triangle> triangles);

}  // namespace sofa::geometry

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/RegularGrid.h"

#include <cmath>

#include "Sofa/Geometry/RoundedProduct.h"

namespace sofa::geometry {

type::Vec3 RegularGrid::point(int i, int j, int k) const {
  type::Vec3 p = origin;
  for (int a = 0; a < 3; ++a)
    for (const auto& [axis, number] : {std::pair(&step[0], i), std::pair(&step[1], j), std::pair(&step[2], k)})
      p[a] += roundedProduct((*axis)[a], number);
  return p;
}

type::Hexahedron RegularGrid::cellPoints(const std::array<int, 3>& c) const {
  const auto at = [&](int i, int j, int k) { return pointIndex(c[0] + i, c[1] + j, c[2] + k); };
  return {at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)};
}

RegularGrid::Location RegularGrid::locate(const type::Vec3& p) const {
  Location found;
  for (int a = 0; a < 3; ++a) {
    const double length2 = step[a].squaredNorm();
    const double c =
        length2 > 0 ? (p - origin).dot(step[a]) / length2 : 0;  // a grid without thickness: its first cells
    // Clamped as a real: far away points would not fit an integer.
    const double cell = std::floor(c);
    found.cell[a] = cell > 0 ? (cell < n[a] - 2 ? static_cast<int>(cell) : n[a] - 2) : 0;
    found.fractions[a] = c - found.cell[a];
  }
  return found;
}

}  // namespace sofa::geometry

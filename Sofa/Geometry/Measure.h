// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cmath>

#include "Sofa/Type/Vec.h"

/// Lengths, areas and volumes of mesh elements (docs/manual/topology.md, "Measures").
namespace sofa::geometry {

inline double edgeLength(const type::Vec3& a, const type::Vec3& b) { return (b - a).norm(); }

inline double triangleArea(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c) {
  return 0.5 * (b - a).cross(c - a).norm();
}

/// Area in the xy plane, negative for clockwise triangles.
inline double signedTriangleArea(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c) {
  return 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

/// Area of the triangles (0,1,2) and (0,2,3).
inline double quadArea(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c, const type::Vec3& d) {
  return triangleArea(a, b, c) + triangleArea(a, c, d);
}

inline double signedQuadArea(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c, const type::Vec3& d) {
  return signedTriangleArea(a, b, c) + signedTriangleArea(a, c, d);
}

/// det(b-a, c-a, d-a) / 6.
inline double signedTetrahedronVolume(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c,
                                      const type::Vec3& d) {
  return (b - a).cross(c - a).dot(d - a) / 6.0;
}

inline double tetrahedronVolume(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c, const type::Vec3& d) {
  return std::abs(signedTetrahedronVolume(a, b, c, d));
}

/// Sum of the volumes of six tetrahedra that fill the hexahedron, each taken positive.
inline double hexahedronVolume(const std::array<type::Vec3, 8>& p) {
  constexpr int tetrahedra[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  double volume = 0;
  for (const auto& t : tetrahedra) volume += tetrahedronVolume(p[t[0]], p[t[1]], p[t[2]], p[t[3]]);
  return volume;
}

}  // namespace sofa::geometry

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/ProximityFeatures.h"

#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

std::optional<Vec3> footInside(const TriangleCollisionModel& triangles, Index i, const Vec3& q) {
  const auto [a, b, c] = cornersOf(triangles, i);
  const auto foot = geometry::projectOnTriangle(q, a, b, c);
  if (!foot || !foot->isInside(insideMargin)) return std::nullopt;
  return foot->at(a, b, c);
}

std::optional<std::array<Vec3, 2>> closestInside(const std::array<Vec3, 2>& first, const std::array<Vec3, 2>& second,
                                                 double parallel, double margin) {
  const auto at = geometry::closestOnLines(first[0], first[1], second[0], second[1], parallel);
  if (at && (!isInside((*at)[0], margin) || !isInside((*at)[1], margin))) return std::nullopt;
  const auto [s, t] = at.value_or(std::array{0.5, 0.5});
  return std::array{geometry::pointOnLine(first[0], first[1], s), geometry::pointOnLine(second[0], second[1], t)};
}

Vec3 touchedAt(const BaseSphereCollisionModel& spheres, Index i, const Vec3& n) {
  const Vec3& center = spheres.centers()[i];
  return spheres.contactsOnSurface() ? Vec3(center - spheres.radii()[i] * n) : center;
}

}  // namespace sofa::component::collision

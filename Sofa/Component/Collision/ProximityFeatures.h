// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"

/// What the intersection methods that see contacts from a distance read of elements.
namespace sofa::component::collision {

/// The part of a line or triangle in which feet count as inside: those nearer to the border belong to the points and
/// lines there.
constexpr double insideMargin = 1e-6;
inline bool isInside(double parameter, double margin = insideMargin) {
  return parameter >= margin && parameter <= 1 - margin;
}

inline std::array<type::Vec3, 2> endsOf(const LineCollisionModel& lines, type::Index i) {
  const auto x = lines.points();
  return {x[lines.lines()[i][0]], x[lines.lines()[i][1]]};
}
inline std::array<type::Vec3, 3> cornersOf(const TriangleCollisionModel& triangles, type::Index i) {
  const auto x = triangles.points();
  const auto& t = triangles.triangles()[i];
  return {x[t[0]], x[t[1]], x[t[2]]};
}

/// The foot of q on triangle i; none if it is not inside.
std::optional<type::Vec3> footInside(const TriangleCollisionModel& triangles, type::Index i, const type::Vec3& q);

/// Where two segments come closest, a point on each; none unless both points are inside by `margin`. Segments count as
/// parallel up to this square of the sine between them; then the points are their middles.
std::optional<std::array<type::Vec3, 2>> closestInside(const std::array<type::Vec3, 2>& first,
                                                       const std::array<type::Vec3, 2>& second, double parallel,
                                                       double margin = insideMargin);

/// Distances to the centre of a sphere.
inline core::ContactRange widened(core::ContactRange range, double radius) {
  return {range.alarm + radius, range.contact + radius};
}
/// Where a sphere is touched from the direction n: at its centre, unless it turns with a body.
type::Vec3 touchedAt(const BaseSphereCollisionModel& spheres, type::Index i, const type::Vec3& n);

/// Elements of models of one kind: their contacts are numbered by those of the larger model.
inline type::Index elementOfLarger(const core::CollisionModel& a, type::Index i, const core::CollisionModel& b,
                                   type::Index j) {
  return a.size() > b.size() ? i : j;
}

}  // namespace sofa::component::collision

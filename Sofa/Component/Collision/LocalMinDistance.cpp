// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/LocalMinDistance.h"

#include "Sofa/Component/Collision/LocalMinDistanceCones.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

using core::ContactRange;
using type::Index;
using type::Vec3;

std::span<const std::string_view> LocalMinDistance::methods() const {
  static constexpr std::string_view names[] = {"LocalMinDistance", "DiscreteIntersection"};
  return names;
}

namespace localmindistance {
namespace {

using Method = LocalMinDistance;
using Contacts = std::vector<core::DetectionOutput>;
using Spheres = SphereCollisionModel<type::Vec3Types>;
constexpr std::string_view name = "LocalMinDistance";

/// The contact of points p and q, if close enough and accepted by both elements.
template <class A, class B>
void addIfAccepted(const Method& method, ContactRange range, const A& a, const Vec3& p, Index i, const B& b,
                   const Vec3& q, Index j, std::int64_t id, Contacts& outputs) {
  const Vec3 v = q - p;
  if (!(v.squaredNorm() < range.alarm * range.alarm)) return;
  if (method.filters() && (!accepts(method, a, i, v) || !accepts(method, b, j, -v))) return;
  method.addIfClose(range, p, i, q, j, id, outputs);
}

void addPointPoint(const Method& method, ContactRange range, const PointCollisionModel& a, Index i,
                   const PointCollisionModel& b, Index j, Contacts& outputs) {
  addIfAccepted(method, range, a, a.points()[i], i, b, b.points()[j], j, elementOfLarger(a, i, b, j), outputs);
}

/// The foot of q inside line i; none if it is not, or if the line is too short to have a direction.
std::optional<Vec3> footOnLine(const LineCollisionModel& lines, Index i, const Vec3& q) {
  const auto [a, b] = endsOf(lines, i);
  constexpr double shortest = 1e-12;
  if ((b - a).norm() < shortest * (q - a).norm()) return std::nullopt;
  const double s = geometry::projectOnLine(q, a, b);
  return isInside(s) ? std::optional<Vec3>(geometry::pointOnLine(a, b, s)) : std::nullopt;
}

void addLinePoint(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                  const PointCollisionModel& points, Index j, Contacts& outputs) {
  const Vec3& q = points.points()[j];
  if (const auto foot = footOnLine(lines, i, q))
    addIfAccepted(method, range, lines, *foot, i, points, q, j, j, outputs);
}

void addLineLine(const Method& method, ContactRange range, const LineCollisionModel& lines1, Index i,
                 const LineCollisionModel& lines2, Index j, Contacts& outputs) {
  constexpr double parallel = 1e-30, margin = 1e-15;
  if (const auto at = closestInside(endsOf(lines1, i), endsOf(lines2, j), parallel, margin))
    addIfAccepted(method, range, lines1, (*at)[0], i, lines2, (*at)[1], j, elementOfLarger(lines1, i, lines2, j),
                  outputs);
}

void addTrianglePoint(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                      const PointCollisionModel& points, Index j, Contacts& outputs) {
  const Vec3& q = points.points()[j];
  if (const auto foot = footInside(triangles, i, q))
    addIfAccepted(method, range, triangles, *foot, i, points, q, j, j, outputs);
}

void addSpherePoint(const Method& method, ContactRange range, const Spheres& spheres, Index i,
                    const PointCollisionModel& points, Index j, Contacts& outputs) {
  addIfAccepted(method, widened(range, spheres.radii()[i]), spheres, spheres.centers()[i], i, points,
                points.points()[j], j, elementOfLarger(spheres, i, points, j), outputs);
}

void addLineSphere(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                   const Spheres& spheres, Index j, Contacts& outputs) {
  const Vec3& q = spheres.centers()[j];
  if (const auto foot = footOnLine(lines, i, q))
    addIfAccepted(method, widened(range, spheres.radii()[j]), lines, *foot, i, spheres, q, j, j, outputs);
}

void addTriangleSphere(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                       const Spheres& spheres, Index j, Contacts& outputs) {
  const Vec3& q = spheres.centers()[j];
  if (const auto foot = footInside(triangles, i, q))
    addIfAccepted(method, widened(range, spheres.radii()[j]), triangles, *foot, i, spheres, q, j, j, outputs);
}

void addSphereSphere(const Method& method, ContactRange range, const Spheres& a, Index i, const Spheres& b, Index j,
                     Contacts& outputs) {
  addIfAccepted(method, widened(range, a.radii()[i] + b.radii()[j]), a, a.centers()[i], i, b, b.centers()[j], j,
                elementOfLarger(a, i, b, j), outputs);
}

template <class A, class B>
using Pair = core::RegisterIntersector<A, B, Method>;
const Pair<PointCollisionModel, PointCollisionModel> pointPoint(name, addPointPoint);
const Pair<LineCollisionModel, PointCollisionModel> linePoint(name, addLinePoint);
const Pair<LineCollisionModel, LineCollisionModel> lineLine(name, addLineLine);
const Pair<TriangleCollisionModel, PointCollisionModel> trianglePoint(name, addTrianglePoint);
const core::IgnoreModelPair<TriangleCollisionModel, LineCollisionModel> triangleLine(name);
const core::IgnoreModelPair<TriangleCollisionModel, TriangleCollisionModel> triangleTriangle(name);
const Pair<Spheres, PointCollisionModel> spherePoint(name, addSpherePoint);
const Pair<LineCollisionModel, Spheres> lineSphere(name, addLineSphere);
const Pair<TriangleCollisionModel, Spheres> triangleSphere(name, addTriangleSphere);
const Pair<Spheres, Spheres> sphereSphere(name, addSphereSphere);

}  // namespace
}  // namespace localmindistance

namespace {
const auto registered = core::Register("LocalMinDistance", "Sofa.Component.Collision.Detection.Intersection",
                                       "contacts where the distance of surfaces has a local minimum")
                            .wasCalled("LMDNewProximityIntersection", "SOFA v24.12")
                            .add<LocalMinDistance>();
}  // namespace

}  // namespace sofa::component::collision

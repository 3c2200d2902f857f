// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/MinProximityIntersection.h"

#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

using core::ContactRange;
using type::Index;
using type::Vec3;

void MinProximityIntersection::init() {
  ProximityIntersection::init();
  m_sphereTriangle = d_useSphereTriangle.value();
  m_pointPoint = d_usePointPoint.value();
  m_linePoint = d_useLinePoint.value();
  m_lineLine = d_useLineLine.value();
  core::readAtInit(*this, {&d_useSphereTriangle, &d_usePointPoint, &d_useLinePoint, &d_useLineLine});
}

std::span<const std::string_view> MinProximityIntersection::methods() const {
  static constexpr std::string_view names[] = {"MinProximityIntersection", "DiscreteIntersection"};
  return names;
}

namespace minproximity {
namespace {

using Method = MinProximityIntersection;
using Contacts = std::vector<core::DetectionOutput>;
using Spheres = SphereCollisionModel<type::Vec3Types>;
using RigidSpheres = SphereCollisionModel<type::Rigid3Types>;
constexpr std::string_view name = "MinProximityIntersection";

void addPointPoint(const Method& method, ContactRange range, const PointCollisionModel& a, Index i,
                   const PointCollisionModel& b, Index j, Contacts& outputs) {
  method.addIfClose(range, a.points()[i], i, b.points()[j], j, elementOfLarger(a, i, b, j), outputs);
}

void addLinePoint(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                  const PointCollisionModel& points, Index j, Contacts& outputs) {
  const auto [a, b] = endsOf(lines, i);
  const Vec3& p = points.points()[j];
  method.addIfClose(range, geometry::pointOnLine(a, b, geometry::closestOnSegment(p, a, b)), i, p, j, j, outputs);
}

void addLineLine(const Method& method, ContactRange range, const LineCollisionModel& lines1, Index i,
                 const LineCollisionModel& lines2, Index j, Contacts& outputs) {
  constexpr double parallel = 1e-15;
  if (const auto at = closestInside(endsOf(lines1, i), endsOf(lines2, j), parallel))
    method.addIfClose(range, (*at)[0], i, (*at)[1], j, elementOfLarger(lines1, i, lines2, j), outputs);
}

void addTrianglePoint(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                      const PointCollisionModel& points, Index j, Contacts& outputs) {
  const Vec3& p = points.points()[j];
  const auto foot = footInside(triangles, i, p);
  const std::size_t before = outputs.size();
  if (foot) method.addIfClose(range, *foot, i, p, j, j, outputs);
  if (outputs.size() > before && method.d_useSurfaceNormals.value() && triangles.d_computeNormals.value())
    outputs.back().normal = triangles.normal(i);
}

void addSpherePoint(const Method& method, ContactRange range, const BaseSphereCollisionModel& spheres, Index i,
                    const PointCollisionModel& points, Index j, Contacts& outputs) {
  const std::size_t before = outputs.size();
  method.addIfClose(widened(range, spheres.radii()[i]), spheres.centers()[i], i, points.points()[j], j, i, outputs);
  if (outputs.size() > before) outputs.back().point1 = touchedAt(spheres, i, -outputs.back().normal);
}

void addLineSphere(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                   const BaseSphereCollisionModel& spheres, Index j, Contacts& outputs) {
  const auto [a, b] = endsOf(lines, i);
  const Vec3& center = spheres.centers()[j];
  // In SOFA v26.06 the mirror image of the foot about the middle of the line.
  const double foot = geometry::projectOnLine(center, a, b), s = core::reproducesSofa(method) ? 1 - foot : foot;
  if (!isInside(1 - s)) return;
  const std::size_t before = outputs.size();
  method.addIfClose(widened(range, spheres.radii()[j]), geometry::pointOnLine(a, b, s), i, center, j, j, outputs);
  if (outputs.size() > before) outputs.back().point2 = touchedAt(spheres, j, outputs.back().normal);
}

void addTriangleSphere(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                       const BaseSphereCollisionModel& spheres, Index j, Contacts& outputs) {
  const Vec3& center = spheres.centers()[j];
  const auto foot = footInside(triangles, i, center);
  if (!foot) return;
  const std::size_t before = outputs.size();
  method.addIfClose(widened(range, spheres.radii()[j]), *foot, i, center, j, j, outputs);
  if (outputs.size() > before) outputs.back().point2 = touchedAt(spheres, j, outputs.back().normal);
}

template <class A, class B>
using Pair = core::RegisterIntersector<A, B, Method>;
const Pair<PointCollisionModel, PointCollisionModel> pointPoint(name, addPointPoint, Method::pointPoint);
const Pair<LineCollisionModel, PointCollisionModel> linePoint(name, addLinePoint, Method::linePoint);
const Pair<LineCollisionModel, LineCollisionModel> lineLine(name, addLineLine, Method::lineLine);
const Pair<TriangleCollisionModel, PointCollisionModel> trianglePoint(name, addTrianglePoint);
const core::IgnoreModelPair<TriangleCollisionModel, LineCollisionModel> triangleLine(name);
const core::IgnoreModelPair<TriangleCollisionModel, TriangleCollisionModel> triangleTriangle(name);
const Pair<Spheres, PointCollisionModel> spherePoint(name, addSpherePoint, Method::sphereTriangle);
const Pair<RigidSpheres, PointCollisionModel> rigidSpherePoint(name, addSpherePoint, Method::sphereTriangle);
const Pair<LineCollisionModel, Spheres> lineSphere(name, addLineSphere, Method::sphereTriangle);
const Pair<LineCollisionModel, RigidSpheres> lineRigidSphere(name, addLineSphere, Method::sphereTriangle);
const Pair<TriangleCollisionModel, Spheres> triangleSphere(name, addTriangleSphere, Method::sphereTriangle);
const Pair<TriangleCollisionModel, RigidSpheres> triangleRigidSphere(name, addTriangleSphere, Method::sphereTriangle);

}  // namespace
}  // namespace minproximity

namespace {
const auto registered = core::Register("MinProximityIntersection", "Sofa.Component.Collision.Detection.Intersection",
                                       "every pair of features closer than a distance is a contact")
                            .add<MinProximityIntersection>();
}  // namespace

}  // namespace sofa::component::collision

#include "Sofa/Component/Collision/MinProximityIntersection.h"

#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
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

ContactRange withRadius(ContactRange range, double radius) { return {range.alarm + radius, range.contact + radius}; }

/// Where a sphere is touched from the direction n: at its centre, unless it turns with a body.
Vec3 touchedAt(const BaseSphereCollisionModel& spheres, Index i, const Vec3& n) {
  const Vec3& center = spheres.centers()[i];
  return spheres.contactsOnSurface() ? Vec3(center - spheres.radii()[i] * n) : center;
}

void addPointPoint(const Method& method, ContactRange range, const PointCollisionModel& a, Index i,
                   const PointCollisionModel& b, Index j, Contacts& outputs) {
  method.addIfClose(range, a.points()[i], i, b.points()[j], j, a.size() > b.size() ? i : j, outputs);
}

void addLinePoint(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                  const PointCollisionModel& points, Index j, Contacts& outputs) {
  const auto& e = lines.lines()[i];
  const Vec3 &a = lines.points()[e[0]], &b = lines.points()[e[1]], &p = points.points()[j];
  method.addIfClose(range, geometry::pointOnLine(a, b, geometry::closestOnSegment(p, a, b)), i, p, j, j, outputs);
}

void addLineLine(const Method& method, ContactRange range, const LineCollisionModel& lines1, Index i,
                 const LineCollisionModel& lines2, Index j, Contacts& outputs) {
  const auto& e = lines1.lines()[i];
  const auto& f = lines2.lines()[j];
  const Vec3 &a = lines1.points()[e[0]], &b = lines1.points()[e[1]];
  const Vec3 &c = lines2.points()[f[0]], &d = lines2.points()[f[1]];
  constexpr double parallel = 1e-15;
  const auto at = geometry::closestOnLines(a, b, c, d, parallel);
  if (at && (!isInside((*at)[0]) || !isInside((*at)[1]))) return;
  const auto [s, t] = at.value_or(std::array{0.5, 0.5});
  method.addIfClose(range, geometry::pointOnLine(a, b, s), i, geometry::pointOnLine(c, d, t), j,
                    lines1.size() > lines2.size() ? i : j, outputs);
}

/// The foot of q on triangle i; none if it is not inside.
std::optional<Vec3> footInside(const TriangleCollisionModel& triangles, Index i, const Vec3& q) {
  const auto& t = triangles.triangles()[i];
  const auto x = triangles.points();
  const auto foot = geometry::projectOnTriangle(q, x[t[0]], x[t[1]], x[t[2]]);
  if (!foot || !(foot->v >= insideMargin && foot->w >= insideMargin && foot->v + foot->w <= 1 - insideMargin))
    return std::nullopt;
  return foot->at(x[t[0]], x[t[1]], x[t[2]]);
}

void addTrianglePoint(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                      const PointCollisionModel& points, Index j, Contacts& outputs) {
  const Vec3& p = points.points()[j];
  const auto foot = footInside(triangles, i, p);
  const std::size_t before = outputs.size();
  if (foot) method.addIfClose(range, *foot, i, p, j, j, outputs);
  if (outputs.size() > before && method.d_useSurfaceNormals.value() && i < triangles.normals().size())
    outputs.back().normal = triangles.normals()[i];
}

void addSpherePoint(const Method& method, ContactRange range, const BaseSphereCollisionModel& spheres, Index i,
                    const PointCollisionModel& points, Index j, Contacts& outputs) {
  const std::size_t before = outputs.size();
  method.addIfClose(withRadius(range, spheres.radii()[i]), spheres.centers()[i], i, points.points()[j], j, i, outputs);
  if (outputs.size() > before) outputs.back().point1 = touchedAt(spheres, i, -outputs.back().normal);
}

void addLineSphere(const Method& method, ContactRange range, const LineCollisionModel& lines, Index i,
                   const BaseSphereCollisionModel& spheres, Index j, Contacts& outputs) {
  const auto& e = lines.lines()[i];
  const Vec3 &a = lines.points()[e[0]], &b = lines.points()[e[1]], &center = spheres.centers()[j];
  // As in SOFA, the mirror image of the foot about the middle of the line.
  const double s = 1 - geometry::projectOnLine(center, a, b);
  if (!isInside(1 - s)) return;
  const std::size_t before = outputs.size();
  method.addIfClose(withRadius(range, spheres.radii()[j]), geometry::pointOnLine(a, b, s), i, center, j, j, outputs);
  if (outputs.size() > before) outputs.back().point2 = touchedAt(spheres, j, outputs.back().normal);
}

void addTriangleSphere(const Method& method, ContactRange range, const TriangleCollisionModel& triangles, Index i,
                       const BaseSphereCollisionModel& spheres, Index j, Contacts& outputs) {
  const Vec3& center = spheres.centers()[j];
  const auto foot = footInside(triangles, i, center);
  if (!foot) return;
  const std::size_t before = outputs.size();
  method.addIfClose(withRadius(range, spheres.radii()[j]), *foot, i, center, j, j, outputs);
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

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CCDTightInclusionIntersection.h"

#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ContinuousCollision.h"

namespace sofa::component::collision {

using core::ContactRange;
using geometry::MovingPoint;
using type::Index;
using type::Vec3;

void CCDTightInclusionIntersection::init() {
  checkRequiredData();
  if (!(d_tolerance.value() > 0) || d_maxIterations.value() < 1) {
    error("tolerance=\"{}\" must be positive, and maxIterations=\"{}\" at least 1.", d_tolerance.value(),
          d_maxIterations.value());
    return setInvalid();
  }
  setValid();
}

double CCDTightInclusionIntersection::boxMargin(double contactDistance1, double contactDistance2) const {
  return std::max(alarmDistance(), contactDistance()) + contactDistance1 + contactDistance2;
}

core::StepMotion CCDTightInclusionIntersection::stepMotion() const {
  if (!context()) return {};  // it left the scene, while the pipeline goes on with it
  using End = core::StepMotion::End;
  const auto& type = d_continuousCollisionType.value();
  return {type.is("Inertia") ? End::inertia : type.is("FreeMotion") ? End::freeMotion : End::none, context()->dt()};
}

std::span<const std::string_view> CCDTightInclusionIntersection::methods() const {
  static constexpr std::string_view names[] = {"CCDTightInclusionIntersection", "DiscreteIntersection"};
  return names;
}

namespace continuous {
namespace {

using Method = CCDTightInclusionIntersection;
using Contacts = std::vector<core::DetectionOutput>;
using Points = PointCollisionModel;
using Lines = LineCollisionModel;
using Triangles = TriangleCollisionModel;
using Spheres = SphereCollisionModel<type::Vec3Types>;
constexpr std::string_view name = "CCDTightInclusionIntersection";

/// The default of the tolerance is one for elements of a metre.
geometry::ImpactSearch searchOf(const Method& method, ContactRange range, const std::array<MovingPoint, 4>& corners) {
  double tolerance = method.d_tolerance.value();
  if (!method.d_tolerance.isSet()) {
    type::BoundingBox box;
    for (const MovingPoint& p : corners) box.include(p.begin), box.include(p.end);
    const double size = (box.max - box.min).maxCoeff();
    if (size > 0) tolerance *= size;
  }
  return {range.contact, tolerance, method.d_maxIterations.value()};
}

/// The contact that keeps p and q, at the beginning of the step, apart along n.
core::DetectionOutput contactOf(ContactRange range, const Vec3& p, Index i, const Vec3& q, Index j, const Vec3& n,
                                std::int64_t id) {
  core::DetectionOutput contact;
  contact.point1 = p;
  contact.point2 = q;
  contact.normal = n;
  contact.value = (q - p).dot(n) - range.contact;
  contact.id = id;
  contact.element1 = i;
  contact.element2 = j;
  return contact;
}

/// From p to q at the beginning of the step or, if they are level then, against the way in which q comes.
Vec3 towards(const Vec3& n, const MovingPoint& p, const MovingPoint& q) {
  const double gap = (q.begin - p.begin).dot(n), change = (q.end - p.end).dot(n) - gap;
  return gap < 0 || (gap == 0 && change > 0) ? Vec3(-n) : n;
}

/// The point of the triangle that q meets stays the foot of q where they meet, and the normal is the one there.
void addTrianglePoint(const Method& method, ContactRange range, const Triangles& triangles, Index i,
                      const Points& points, Index j, Contacts& outputs) {
  const auto& t = triangles.triangles()[i];
  const MovingPoint a = triangles.motionOf(t[0]), b = triangles.motionOf(t[1]), c = triangles.motionOf(t[2]),
                    q = points.motionOf(j);
  const auto impact = geometry::pointFaceImpact(q, a, b, c, searchOf(method, range, {q, a, b, c}));
  if (!impact) return;
  const Vec3 a1 = a.at(impact->time), b1 = b.at(impact->time), c1 = c.at(impact->time), q1 = q.at(impact->time);
  const auto foot = geometry::projectOnTriangle(q1, a1, b1, c1);
  if (!foot) return;  // a triangle without a plane; the others of the surface hold the point
  Vec3 n = (b1 - a1).cross(c1 - a1).normalized();
  const MovingPoint p{foot->at(a.begin, b.begin, c.begin), foot->at(a.end, b.end, c.end)};
  if (triangles.d_bothSide.value()) n = towards(n, p, q);
  outputs.push_back(contactOf(range, p.begin, i, q.begin, j, n, elementOfLarger(triangles, i, points, j)));
}

/// Where the edges from a to b and from c to d are closest, as parts of them; parallel ones anywhere they are.
std::array<double, 2> closestParts(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  constexpr double parallel = 1e-30;
  const auto at = geometry::closestOnLines(a, b, c, d, parallel);
  const double s = at ? std::clamp((*at)[0], 0.0, 1.0) : geometry::closestOnSegment(c, a, b);
  const double t = geometry::closestOnSegment(geometry::pointOnLine(a, b, s), c, d);
  return {geometry::closestOnSegment(geometry::pointOnLine(c, d, t), a, b), t};
}

/// Across both edges where they meet; of parallel ones from the one to the other at the beginning.
Vec3 normalAcross(const Vec3& ab, const Vec3& cd, const MovingPoint& p, const MovingPoint& q) {
  constexpr double parallel = 1e-8;
  const Vec3 across = ab.cross(cd);
  if (across.norm() > parallel * ab.norm() * cd.norm()) return towards(across.normalized(), p, q);
  const Vec3 gap = q.begin - p.begin;
  if (gap.norm() > 0) return gap.normalized();
  return ((p.end - p.begin) - (q.end - q.begin)).normalized();
}

void addLineLine(const Method& method, ContactRange range, const Lines& first, Index i, const Lines& second, Index j,
                 Contacts& outputs) {
  const auto &e = first.lines()[i], &f = second.lines()[j];
  const MovingPoint a = first.motionOf(e[0]), b = first.motionOf(e[1]), c = second.motionOf(f[0]),
                    d = second.motionOf(f[1]);
  const auto impact = geometry::edgeEdgeImpact(a, b, c, d, searchOf(method, range, {a, b, c, d}));
  if (!impact) return;
  const Vec3 a1 = a.at(impact->time), b1 = b.at(impact->time), c1 = c.at(impact->time), d1 = d.at(impact->time);
  const auto [s, t] = closestParts(a1, b1, c1, d1);
  const MovingPoint p{geometry::pointOnLine(a.begin, b.begin, s), geometry::pointOnLine(a.end, b.end, s)};
  const MovingPoint q{geometry::pointOnLine(c.begin, d.begin, t), geometry::pointOnLine(c.end, d.end, t)};
  const Vec3 n = normalAcross(b1 - a1, d1 - c1, p, q);
  if (n.squaredNorm() == 0) return;  // they lie in each other and stay
  outputs.push_back(contactOf(range, p.begin, i, q.begin, j, n, elementOfLarger(first, i, second, j)));
}

template <class A, class B>
using Pair = core::RegisterIntersector<A, B, Method>;
const Pair<Triangles, Points> trianglePoint(name, addTrianglePoint);
const Pair<Lines, Lines> lineLine(name, addLineLine);
const core::IgnoreModelPair<Points, Points> pointPoint(name);
const core::IgnoreModelPair<Lines, Points> linePoint(name);
const core::IgnoreModelPair<Triangles, Lines> triangleLine(name);
const core::IgnoreModelPair<Triangles, Triangles> triangleTriangle(name);
const core::IgnoreModelPair<Spheres, Points> spherePoint(name);
const core::IgnoreModelPair<Lines, Spheres> lineSphere(name);
const core::IgnoreModelPair<Triangles, Spheres> triangleSphere(name);
const core::IgnoreModelPair<Spheres, Spheres> sphereSphere(name);

}  // namespace
}  // namespace continuous

namespace {
const auto registered =
    core::Register("CCDTightInclusionIntersection", "Sofa.Component.Collision.Detection.Intersection",
                   "contacts of elements that meet on their way through the step, however fast they are")
        .add<CCDTightInclusionIntersection>();
}  // namespace

}  // namespace sofa::component::collision

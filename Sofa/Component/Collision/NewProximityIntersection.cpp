// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/NewProximityIntersection.h"

#include <limits>

#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::ContactRange;
using geometry::TriangleFeature;
using type::Index;
using type::Vec3;

void NewProximityIntersection::init() {
  ProximityIntersection::init();
  m_lineLine = d_useLineLine.value();
  core::readAtInit(*this, {&d_useLineLine});
}

std::span<const std::string_view> NewProximityIntersection::methods() const {
  static constexpr std::string_view names[] = {"NewProximityIntersection", "DiscreteIntersection"};
  return names;
}

namespace newproximity {
namespace {

using Method = NewProximityIntersection;
using Contacts = std::vector<core::DetectionOutput>;
using Points = PointCollisionModel;
using Lines = LineCollisionModel;
using Triangles = TriangleCollisionModel;
using BaseSpheres = BaseSphereCollisionModel;
constexpr std::string_view name = "NewProximityIntersection";
constexpr double parallel = 1e-12;
constexpr std::array corners{TriangleFeature::a, TriangleFeature::b, TriangleFeature::c};
constexpr std::array sides{TriangleFeature::ab, TriangleFeature::bc, TriangleFeature::ca};  // k leads to corner k + 1

/// Appends contacts of elements i and j.
struct Appender {
  const Method& method;
  ContactRange range;
  Index i, j;
  Contacts& outputs;

  void add(const Vec3& p, const Vec3& q, std::int64_t id) const { method.addIfClose(range, p, i, q, j, id, outputs); }
};

Vec3 footOnSegment(const std::array<Vec3, 2>& ends, const Vec3& q) {
  return geometry::pointOnLine(ends[0], ends[1], geometry::closestOnSegment(q, ends[0], ends[1]));
}

/// The foot of q on triangle i, if it lies on what the triangle owns.
std::optional<Vec3> ownFoot(const Triangles& triangles, Index i, const Vec3& q) {
  const auto [a, b, c] = cornersOf(triangles, i);
  const auto foot = geometry::footOnTriangle(q, a, b, c, std::numeric_limits<double>::epsilon());
  if (!foot || !triangles.owns(i, foot->feature)) return std::nullopt;
  return foot->at.at(a, b, c);
}

void addPointPoint(const Method& method, ContactRange range, const Points& a, Index i, const Points& b, Index j,
                   Contacts& outputs) {
  method.addIfClose(range, a.points()[i], i, b.points()[j], j, elementOfLarger(a, i, b, j), outputs);
}

void addLinePoint(const Method& method, ContactRange range, const Lines& lines, Index i, const Points& points, Index j,
                  Contacts& outputs) {
  const Vec3& q = points.points()[j];
  method.addIfClose(range, footOnSegment(endsOf(lines, i), q), i, q, j, j, outputs);
}

void addLineLine(const Method& method, ContactRange range, const Lines& a, Index i, const Lines& b, Index j,
                 Contacts& outputs) {
  if (const auto at = closestInside(endsOf(a, i), endsOf(b, j), parallel))
    method.addIfClose(range, (*at)[0], i, (*at)[1], j, elementOfLarger(a, i, b, j), outputs);
}

void addTrianglePoint(const Method& method, ContactRange range, const Triangles& triangles, Index i,
                      const Points& points, Index j, Contacts& outputs) {
  const Vec3& q = points.points()[j];
  if (const auto foot = ownFoot(triangles, i, q)) method.addIfClose(range, *foot, i, q, j, j, outputs);
}

void addTriangleLine(const Method& method, ContactRange range, const Triangles& triangles, Index i, const Lines& lines,
                     Index j, Contacts& outputs) {
  const Appender to{method, range, i, j, outputs};
  const auto ends = endsOf(lines, j);
  const auto points = cornersOf(triangles, i);
  for (int k = 0; k < 3; ++k)
    if (triangles.owns(i, corners[k])) to.add(points[k], footOnSegment(ends, points[k]), j);
  for (const Vec3& end : ends)
    if (const auto foot = ownFoot(triangles, i, end)) to.add(*foot, end, j);
  if (!method.sidesMeet()) return;
  for (int k = 0; k < 3; ++k) {
    if (!triangles.owns(i, sides[k])) continue;
    if (const auto at = closestInside({points[k], points[(k + 1) % 3]}, ends, parallel)) to.add((*at)[0], (*at)[1], j);
  }
}

bool shareAPoint(const type::Triangle& t, const type::Triangle& u) {
  return std::ranges::any_of(t, [&](Index p) { return std::ranges::find(u, p) != u.end(); });
}

/// Contacts of a pair of triangles are numbered by what touches: a corner of either, or two sides.
void addTriangleTriangle(const Method& method, ContactRange range, const Triangles& first, Index i,
                         const Triangles& second, Index j, Contacts& outputs) {
  if (&first == &second && shareAPoint(first.triangles()[i], first.triangles()[j])) return;
  const Appender to{method, range, i, j, outputs};
  const auto points1 = cornersOf(first, i), points2 = cornersOf(second, j);
  const auto ofFirst = 3 * static_cast<std::int64_t>(i);
  const auto ofSecond = 3 * static_cast<std::int64_t>(first.size()) + 12 * static_cast<std::int64_t>(j);
  for (int k = 0; k < 3; ++k) {
    // In SOFA v26.06 the first corner counts for every triangle.
    if (!first.owns(i, corners[k]) && (k > 0 || !core::reproducesSofa(method))) continue;
    if (const auto foot = ownFoot(second, j, points1[k])) to.add(points1[k], *foot, ofFirst + k);
  }
  for (int k = 0; k < 3; ++k) {
    if (!second.owns(j, corners[k])) continue;
    if (const auto foot = ownFoot(first, i, points2[k])) to.add(*foot, points2[k], ofSecond + k);
  }
  if (!method.sidesMeet()) return;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      if (!first.owns(i, sides[k]) || !second.owns(j, sides[l])) continue;
      const auto at = closestInside({points1[k], points1[(k + 1) % 3]}, {points2[l], points2[(l + 1) % 3]}, parallel);
      if (at) to.add((*at)[0], (*at)[1], ofSecond + 3 + 3 * k + l);
    }
}

void addSpherePoint(const Method& method, ContactRange range, const BaseSpheres& spheres, Index i, const Points& points,
                    Index j, Contacts& outputs) {
  method.addIfClose(widened(range, spheres.radii()[i]), spheres.centers()[i], i, points.points()[j], j,
                    elementOfLarger(spheres, i, points, j), outputs);
}

void addLineSphere(const Method& method, ContactRange range, const Lines& lines, Index i, const BaseSpheres& spheres,
                   Index j, Contacts& outputs) {
  const Vec3& q = spheres.centers()[j];
  method.addIfClose(widened(range, spheres.radii()[j]), footOnSegment(endsOf(lines, i), q), i, q, j, j, outputs);
}

/// Whether this triangle has the contact at its feature. In SOFA v26.06 the owner of side ab decides on side ca too,
/// and that of ca on bc.
TriangleFeature deciding(TriangleFeature feature, const Method& method) {
  if (!core::reproducesSofa(method)) return feature;
  if (feature == TriangleFeature::ca) return TriangleFeature::ab;
  return feature == TriangleFeature::bc ? TriangleFeature::ca : feature;
}

void addTriangleSphere(const Method& method, ContactRange range, const Triangles& triangles, Index i,
                       const BaseSpheres& spheres, Index j, Contacts& outputs) {
  const Vec3& q = spheres.centers()[j];
  const auto [a, b, c] = cornersOf(triangles, i);
  const auto foot = geometry::footOnTriangle(q, a, b, c, insideMargin);
  if (!foot || !triangles.owns(i, deciding(foot->feature, method))) return;
  const std::size_t before = outputs.size();
  method.addIfClose(widened(range, spheres.radii()[j]), foot->at.at(a, b, c), i, q, j, j, outputs);
  if (outputs.size() > before) outputs.back().point2 = touchedAt(spheres, j, outputs.back().normal);
}

void addSphereSphere(const Method& method, ContactRange range, const BaseSpheres& a, Index i, const BaseSpheres& b,
                     Index j, Contacts& outputs) {
  method.addIfClose(widened(range, a.radii()[i] + b.radii()[j]), a.centers()[i], i, b.centers()[j], j,
                    elementOfLarger(a, i, b, j), outputs);
}

using Spheres = SphereCollisionModel<type::Vec3Types>;
using Bodies = SphereCollisionModel<type::Rigid3Types>;
template <class A, class B>
using Pair = core::RegisterIntersector<A, B, Method>;
const Pair<Points, Points> pointPoint(name, addPointPoint);
const Pair<Lines, Points> linePoint(name, addLinePoint);
const Pair<Lines, Lines> lineLine(name, addLineLine);
const Pair<Triangles, Points> trianglePoint(name, addTrianglePoint);
const Pair<Triangles, Lines> triangleLine(name, addTriangleLine);
const Pair<Triangles, Triangles> triangleTriangle(name, addTriangleTriangle);
const Pair<Spheres, Points> spherePoint(name, addSpherePoint);
const Pair<Bodies, Points> bodyPoint(name, addSpherePoint);
const Pair<Lines, Spheres> lineSphere(name, addLineSphere);
const Pair<Lines, Bodies> lineBody(name, addLineSphere);
const Pair<Triangles, Spheres> triangleSphere(name, addTriangleSphere);
const Pair<Triangles, Bodies> triangleBody(name, addTriangleSphere);
const Pair<Spheres, Spheres> sphereSphere(name, addSphereSphere);
const Pair<Spheres, Bodies> sphereBody(name, addSphereSphere);
const Pair<Bodies, Bodies> bodyBody(name, addSphereSphere);

}  // namespace
}  // namespace newproximity

namespace {
const auto registered = core::Register("NewProximityIntersection", "Sofa.Component.Collision.Detection.Intersection",
                                       "contacts of all features, triangles with triangles too")
                            .add<NewProximityIntersection>();
}  // namespace

}  // namespace sofa::component::collision

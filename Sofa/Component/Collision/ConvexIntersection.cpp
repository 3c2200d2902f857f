// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CapsuleCollisionModel.h"
#include "Sofa/Component/Collision/OBBCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Geometry/ContactPatch.h"
#include "Sofa/Helper/Parallel.h"

// Contacts of boxes and capsules, with each other and with spheres, triangles and lines. Each is a convex shape with a
// radius. Registered for DiscreteIntersection, from which the other methods take them with their
// own distances.
namespace sofa::component::collision {
namespace {

using geometry::ContactPatch;
using geometry::ConvexShape;
using type::Index;
using type::Vec3;
using Points = SphereCollisionModel<type::Vec3Types>;
using Bodies = SphereCollisionModel<type::Rigid3Types>;

struct RoundedShape {
  ConvexShape shape;
  double radius = 0;
  bool contactsOnSurface = true;  ///< or on the shape without its radius
};

RoundedShape roundedShape(const OBBCollisionModel& boxes, Index i) { return {boxes.shape(i)}; }
template <class DataTypes>
RoundedShape roundedShape(const CapsuleCollisionModel<DataTypes>& capsules, Index i) {
  const auto [a, b] = capsules.ends(i);
  return {ConvexShape::segment(a, b), capsules.radius(i), capsules.contactsOnSurface};
}
RoundedShape roundedShape(const BaseSphereCollisionModel& spheres, Index i) {
  return {ConvexShape::point(spheres.centers()[i]), spheres.radii()[i], spheres.contactsOnSurface()};
}
RoundedShape roundedShape(const TriangleCollisionModel& triangles, Index i) {
  const auto [a, b, c] = cornersOf(triangles, i);
  return {ConvexShape::triangle(a, b, c)};
}
RoundedShape roundedShape(const LineCollisionModel& lines, Index i) {
  const auto [a, b] = endsOf(lines, i);
  return {ConvexShape::segment(a, b)};
}

/// Appends the contacts of two elements: the corners of what they share where a face of one lies along the other, which
/// hold a body as it stands, else the nearest points.
template <class A, class B>
void addContactsOf(core::ContactRange range, const A& modelA, Index i, const B& modelB, Index j,
                   std::vector<core::DetectionOutput>& outputs) {
  const RoundedShape a = roundedShape(modelA, i), b = roundedShape(modelB, j);
  const double radii = a.radius + b.radius, reach = range.alarm + radii;
  const auto approach = geometry::approachOf(a.shape, b.shape, reach);
  if (!approach) return;
  const std::int64_t pair = static_cast<std::int64_t>(i) * static_cast<std::int64_t>(modelB.size()) + j;
  const auto add = [&](const Vec3& p, const Vec3& q, const Vec3& normal, double distance, int feature) {
    core::DetectionOutput contact;
    contact.point1 = p + (a.contactsOnSurface ? a.radius : 0) * normal;
    contact.point2 = q - (b.contactsOnSurface ? b.radius : 0) * normal;
    contact.normal = normal;
    contact.value = distance - radii - range.contact;
    contact.id = pair * (ContactPatch::features + 1) + feature;
    contact.element1 = i;
    contact.element2 = j;
    outputs.push_back(contact);
  };
  const ContactPatch patch = patchOf(a.shape, b.shape, approach->normal, reach);
  for (const auto& point : patch.points()) add(point.p, point.q, patch.normal, point.distance, point.feature);
  if (!patch.points().empty()) return;
  const auto nearest = geometry::contactAlong(a.shape, b.shape, *approach);
  add(nearest.p, nearest.q, nearest.normal, nearest.distance, ContactPatch::features);
}

/// Contacts are found by several threads, and listed in the order of the pairs.
template <class A, class B>
void addConvexContacts(const core::Intersection& method, const core::CollisionModel& a, const core::CollisionModel& b,
                       const core::ElementPairs& pairs, std::vector<core::DetectionOutput>& outputs) {
  const double skins = a.d_contactDistance.value() + b.d_contactDistance.value();
  const core::ContactRange range{method.alarmDistance() + skins, method.contactDistance() + skins};
  constexpr std::size_t chunk = 32;
  static thread_local std::vector<std::vector<core::DetectionOutput>> kept;
  auto& found = kept;  // that of this thread, for all
  found.resize(std::max(found.size(), (pairs.size() + chunk - 1) / chunk));
  helper::parallelChunks(pairs.size(), chunk, [&](std::size_t begin, std::size_t end) {
    auto& ofChunk = found[begin / chunk];
    ofChunk.clear();
    for (std::size_t k = begin; k < end; ++k)
      addContactsOf(range, static_cast<const A&>(a), pairs[k].first, static_cast<const B&>(b), pairs[k].second,
                    ofChunk);
  });
  for (std::size_t k = 0; k < pairs.size(); k += chunk)
    outputs.insert(outputs.end(), found[k / chunk].begin(), found[k / chunk].end());
}

/// Registers A with each of Others.
template <class A, class... Others>
struct ConvexPairs {
  ConvexPairs() { (add<Others>(), ...); }

 private:
  template <class B>
  static void add() {
    core::Intersector intersector;
    intersector.intersect = addConvexContacts<A, B>;
    core::IntersectorRegistry::instance().add("DiscreteIntersection", typeid(A), typeid(B), std::move(intersector));
  }
};

const ConvexPairs<OBBCollisionModel, OBBCollisionModel, Points, Bodies, TriangleCollisionModel, EdgeCapsules,
                  RigidCapsules>
    boxPairs;
const ConvexPairs<EdgeCapsules, EdgeCapsules, RigidCapsules, Points, Bodies, TriangleCollisionModel, LineCollisionModel>
    edgeCapsulePairs;
const ConvexPairs<RigidCapsules, RigidCapsules, Points, Bodies, TriangleCollisionModel, LineCollisionModel>
    rigidCapsulePairs;

}  // namespace
}  // namespace sofa::component::collision

#include "Sofa/Component/Collision/CapsuleCollisionModel.h"
#include "Sofa/Component/Collision/OBBCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Helper/Parallel.h"

// Contacts of boxes and capsules, with each other and with spheres, triangles and lines: one for two elements. Each is
// a convex shape with a radius. Registered for DiscreteIntersection, from which the other methods take them with their
// own distances.
namespace sofa::component::collision {
namespace {

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

template <class A, class B>
std::optional<core::DetectionOutput> convexContact(core::ContactRange range, const A& modelA, Index i, const B& modelB,
                                                   Index j) {
  const RoundedShape a = roundedShape(modelA, i), b = roundedShape(modelB, j);
  const double radii = a.radius + b.radius;
  const auto found = geometry::contactOf(a.shape, b.shape, range.alarm + radii);
  if (!found) return std::nullopt;
  core::DetectionOutput contact;
  contact.point1 = found->p + (a.contactsOnSurface ? a.radius : 0) * found->normal;
  contact.point2 = found->q - (b.contactsOnSurface ? b.radius : 0) * found->normal;
  contact.normal = found->normal;
  contact.value = found->distance - radii - range.contact;
  contact.id = static_cast<std::int64_t>(i) * static_cast<std::int64_t>(modelB.size()) + j;
  contact.element1 = i;
  contact.element2 = j;
  return contact;
}

/// Contacts are found by several threads, and listed in the order of the pairs.
template <class A, class B>
void addConvexContacts(const core::Intersection& method, const core::CollisionModel& a, const core::CollisionModel& b,
                       const core::ElementPairs& pairs, std::vector<core::DetectionOutput>& outputs) {
  static thread_local std::vector<std::optional<core::DetectionOutput>> kept;
  auto& found = kept;  // that of this thread, for all
  found.resize(pairs.size());
  const double skins = a.d_contactDistance.value() + b.d_contactDistance.value();
  const core::ContactRange range{method.alarmDistance() + skins, method.contactDistance() + skins};
  constexpr std::size_t chunk = 32;
  helper::parallelChunks(pairs.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      found[k] =
          convexContact(range, static_cast<const A&>(a), pairs[k].first, static_cast<const B&>(b), pairs[k].second);
  });
  for (const auto& contact : found)
    if (contact) outputs.push_back(*contact);
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

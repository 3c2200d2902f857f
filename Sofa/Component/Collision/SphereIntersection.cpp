// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"

// Contacts between spheres: those whose surfaces are not farther apart than the alarm distance.
namespace sofa::component::collision {
namespace {

using type::Index;
using type::Vec3;
using Points = SphereCollisionModel<type::Vec3Types>;
using Bodies = SphereCollisionModel<type::Rigid3Types>;

void addSphereSphere(const core::Intersection&, core::ContactRange range, const BaseSphereCollisionModel& model1,
                     Index i, const BaseSphereCollisionModel& model2, Index j,
                     std::vector<core::DetectionOutput>& outputs) {
  const auto centers1 = model1.centers(), centers2 = model2.centers();
  const double radius1 = model1.radii()[i], radius2 = model2.radii()[j];
  const Vec3 d = centers2[j] - centers1[i];
  const double reach = range.alarm + radius1 + radius2;
  if (d.squaredNorm() > reach * reach) return;
  const double distance = d.norm();
  core::DetectionOutput contact;
  // Spheres with the same centre have no direction; any will do to part them.
  contact.normal = distance > 0 ? Vec3(d / distance) : Vec3(1, 0, 0);
  contact.value = distance - radius1 - radius2 - range.contact;
  contact.point1 = model1.contactsOnSurface() ? Vec3(centers1[i] + radius1 * contact.normal) : centers1[i];
  contact.point2 = model2.contactsOnSurface() ? Vec3(centers2[j] - radius2 * contact.normal) : centers2[j];
  contact.id = centers1.size() > centers2.size() ? i : j;
  contact.element1 = i;
  contact.element2 = j;
  outputs.push_back(contact);
}

/// The skins of the models do not count.
void addBareSphereSphere(const core::Intersection& method, core::ContactRange, const BaseSphereCollisionModel& model1,
                         Index i, const BaseSphereCollisionModel& model2, Index j,
                         std::vector<core::DetectionOutput>& outputs) {
  addSphereSphere(method, {method.alarmDistance(), method.contactDistance()}, model1, i, model2, j, outputs);
}

constexpr std::string_view discrete = "DiscreteIntersection", minProximity = "MinProximityIntersection";
const core::RegisterIntersector<Points, Points> pointsPoints(discrete, addBareSphereSphere);
const core::RegisterIntersector<Points, Bodies> pointsBodies(discrete, addBareSphereSphere);
const core::RegisterIntersector<Bodies, Bodies> bodiesBodies(discrete, addBareSphereSphere);
const core::RegisterIntersector<Points, Points> nearPointsPoints(minProximity, addSphereSphere);
const core::RegisterIntersector<Points, Bodies> nearPointsBodies(minProximity, addSphereSphere);
const core::RegisterIntersector<Bodies, Bodies> nearBodiesBodies(minProximity, addSphereSphere);

}  // namespace
}  // namespace sofa::component::collision

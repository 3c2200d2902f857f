// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/ProximityIntersection.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void ProximityIntersection::init() {
  checkRequiredData();
  if (d_contactDistance.value() > d_alarmDistance.value())
    warning("contactDistance {} is larger than alarmDistance {}: contacts are first seen when they act already.",
            d_contactDistance.value(), d_alarmDistance.value());
}

void ProximityIntersection::addIfClose(core::ContactRange range, const Vec3& p, Index i, const Vec3& q, Index j,
                                       std::int64_t id, std::vector<core::DetectionOutput>& outputs) const {
  const Vec3 v = q - p;
  if (!(v.squaredNorm() < range.alarm * range.alarm)) return;
  const double distance = v.norm();
  const double smallest = 1e-15 * range.alarm;
  core::DetectionOutput contact;
  contact.normal = distance > smallest ? Vec3(v / distance) : Vec3(1, 0, 0);
  if (distance <= smallest && !std::exchange(m_toldOfNullDistance, true))
    warning("Null distance between contact detected: elements that lie in each other are parted along x.");
  contact.point1 = p;
  contact.point2 = q;
  contact.value = distance - range.contact;
  contact.id = id;
  contact.element1 = i;
  contact.element2 = j;
  outputs.push_back(contact);
}

}  // namespace sofa::component::collision

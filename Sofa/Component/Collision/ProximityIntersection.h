// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/IntersectorRegistry.h"

namespace sofa::component::collision {

/// Elements are seen from the alarm distance on and act at the contact distance.
class ProximityIntersection : public core::Intersection {
 public:
  core::Data<double> d_alarmDistance{
      this, "alarmDistance", 1.0, "distance from which contacts are seen (m)", {.required = true}};
  core::Data<double> d_contactDistance{
      this, "contactDistance", 0.5, "distance at which contacts act (m)", {.required = true}};

  void init() override;
  double alarmDistance() const override { return d_alarmDistance.value(); }
  double contactDistance() const override { return d_contactDistance.value(); }

  /// Appends the contact of points p of element i and q of element j, unless they are farther apart than the alarm
  /// distance. Points in the same place, which have no direction, are parted along x, and a warning is given once.
  void addIfClose(core::ContactRange range, const type::Vec3& p, type::Index i, const type::Vec3& q, type::Index j,
                  std::int64_t id, std::vector<core::DetectionOutput>& outputs) const;

 private:
  mutable bool m_toldOfNullDistance = false;
};

}  // namespace sofa::component::collision

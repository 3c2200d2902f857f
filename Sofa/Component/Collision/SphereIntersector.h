#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Contacts between spheres (sheet 07 §6.1): those whose surfaces are not farther apart than the alarm distance.
class SphereIntersector : public core::ElementIntersector {
 public:
  SphereIntersector(double alarmDistance, double contactDistance)
      : m_alarmDistance(alarmDistance), m_contactDistance(contactDistance) {}
  /// Both models must be sphere models.
  void intersect(const core::CollisionModel& a, const core::CollisionModel& b, const Candidates& candidates,
                 std::vector<core::DetectionOutput>& outputs) const override;

 private:
  double m_alarmDistance, m_contactDistance;
};

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Finds the pairs of models whose boxes meet, in the order in which comparing all of them would (docs/manual/
/// collision.md, "Broad phase"): by a hierarchy of them.
class BruteForceBroadPhase : public core::BroadPhase {
 public:
  core::Data<std::array<type::Vec3, 2>> d_box{
      this,
      "box",
      {type::Vec3::Zero(), type::Vec3::Zero()},
      "models outside this box are left out: lower and upper corner (m); unlimited if empty"};

  void findPairs(std::span<core::CollisionModel* const> models, const core::Intersection& intersection,
                 std::vector<core::ModelPair>& pairs) override;

 private:
  void findMeeting(const core::Intersection& intersection);
  void fitHierarchy();
  bool meet(const core::CollisionModel& a, const core::CollisionModel& b, const core::Intersection& intersection) const;

  std::vector<core::CollisionModel*> m_inside;
  std::vector<type::Index> m_bounded, m_unbounded;  ///< places in m_inside
  std::vector<type::BoundingBox> m_boxes;           ///< of the bounded ones
  geometry::BoxHierarchy m_hierarchy;               ///< over them
  geometry::BoxHierarchyStack m_stack;
  int m_age = 0;  ///< steps since its shape was chosen
  std::vector<std::pair<type::Index, type::Index>> m_found;
};

}  // namespace sofa::component::collision

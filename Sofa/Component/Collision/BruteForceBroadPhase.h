#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Finds the pairs of models whose boxes meet, in the order in which comparing all of them would (docs/manual/
/// collision.md, "Broad phase"): by a sweep along one axis.
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
  /// A model with what the sweep needs of its box: the extent along the axis, longer by the largest margin.
  struct Swept {
    double begin, end;
    type::Index place;  ///< in m_inside
  };
  void sweep(const core::Intersection& intersection);
  bool meet(const core::CollisionModel& a, const core::CollisionModel& b, const core::Intersection& intersection) const;

  std::vector<core::CollisionModel*> m_inside;
  std::vector<Swept> m_swept;
  std::vector<std::size_t> m_open;  ///< places in m_swept whose extent the sweep has not left yet
  std::vector<std::pair<type::Index, type::Index>> m_found;
};

}  // namespace sofa::component::collision

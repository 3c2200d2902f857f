#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Compares the boxes of all pairs of models (docs/manual/collision.md, "Broad phase").
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
  std::vector<core::CollisionModel*> m_inside;
};

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/CollisionRound.h"
#include "Sofa/Core/Contract/Resumable.h"

namespace sofa::component::collision {

/// A part of a CompositeCollisionPipeline: chosen models, and the components that find and answer contacts between
/// them.
class SubCollisionPipeline : public core::Component, public core::Resumable {
 public:
  core::Data<unsigned> d_depth{this, "depth", 6u, "levels of the hierarchies of boxes"};
  core::MultiLink<core::CollisionModel> l_collisionModels{this, "collisionModels", "models that can touch each other"};
  core::Link<core::Intersection> l_intersectionMethod{this, "intersectionMethod", "what computes contacts"};
  core::Link<core::ContactManager> l_contactManager{this, "contactManager", "what answers contacts"};
  core::Link<core::BroadPhase> l_broadPhase{this, "broadPhaseDetection", "what finds pairs of models"};
  core::Link<core::NarrowPhase> l_narrowPhase{this, "narrowPhaseDetection", "what finds contacts of a pair"};

  void bwdInit() override;
  void reset() override { m_round.forgetPlacements(); }
  void resume() override { m_round.resume(*context()); }
  void detect() { m_round.detect(static_cast<int>(d_depth.value())); }
  void respond() { m_round.respond(*context()); }

 private:
  CollisionRound m_round;
};

}  // namespace sofa::component::collision

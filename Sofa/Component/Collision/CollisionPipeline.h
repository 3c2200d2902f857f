// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/CollisionRound.h"
#include "Sofa/Core/Contract/Resumable.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {

/// Runs detection and response of the collision models below its node, once per step.
///
/// What takes part is settled at initialisation: every model of the active nodes, and the first intersection, phases
/// and response found.
class CollisionPipeline : public core::CollisionPipelineBase, public core::Resumable {
 public:
  core::Data<bool> d_verbose{this, "verbose", false, "report what is found at each step"};
  core::Data<bool> d_draw{
      this, "draw", false, "draw the contacts found, whatever the flags", {.group = "Visualization"}};
  core::Data<int> d_depth{this, "depth", 6, "levels of the hierarchies of boxes"};

  void init() override;
  void resetCollisions() override {}
  void detect() override;
  void respond() override;
  void draw(core::DrawList& list) const override {
    if (d_draw.value() && m_round.narrowPhase) m_round.narrowPhase->drawContacts(list);
  }
  void reset() override { m_round.forgetPlacements(); }
  void resume() override { m_round.resume(*context()); }

 private:
  CollisionRound m_round;
};

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"

namespace sofa::component::animationloop {

/// A step of several detections of collisions, each with several steps of the ODE solvers, all of the same length h
/// (docs/manual/scenes.md, "Several steps in one").
class MultiStepAnimationLoop : public DefaultAnimationLoop {
 public:
  core::Data<int> d_collisionSteps{this, "collisionSteps", 1, "detections of collisions in a step"};
  core::Data<int> d_integrationSteps{this, "integrationSteps", 1, "steps of the ODE solvers after each of them"};

  void init() override;
  void step(double dt) override;

 private:
  void integrate(double h, double end);

  bool m_toldClock = false;
};

}  // namespace sofa::component::animationloop

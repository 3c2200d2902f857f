// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/FreeMotionSteps.h"

namespace sofa::component::animationloop {

/// One step with constraints solved by multipliers: a free motion of every ODE solver, collision, then a correction
/// that satisfies the constraints (docs/manual/constraints.md, "Free motion").
///
/// A state below an ODE solver moves only if a constraint correction serves it.
class FreeMotionAnimationLoop : public FreeMotionSteps {
 public:
  core::Data<bool> d_solveVelocityConstraintFirst{this, "solveVelocityConstraintFirst", false,
                                                  "constrain velocities instead of positions and velocities"};
  core::Data<bool> d_parallelCollisionDetectionAndFreeMotion{
      this,
      "parallelCollisionDetectionAndFreeMotion",
      false,
      "kept for scenes that set it: detection always follows the free motion",
      {.group = "Multithreading"}};
  core::Link<core::ConstraintSolver> l_constraintSolver{
      this, "constraintSolver", "default: the first one in the node or below; without one a BlockGaussSeidel is added"};

  void init() override;
  void step(double dt) override;

 private:
  void solveConstraints(double dt);
};

}  // namespace sofa::component::animationloop

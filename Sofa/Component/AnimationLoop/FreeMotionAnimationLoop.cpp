// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/FreeMotionAnimationLoop.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/LateEdits.h"

namespace sofa::component::animationloop {

namespace vec = core::vec;

void FreeMotionAnimationLoop::init() {
  DefaultAnimationLoop::init();
  if (!l_constraintSolver) l_constraintSolver.set(m_node->down<core::ConstraintSolver>());
  if (l_constraintSolver) return;
  warning(
      "No constraint solver in this node or below: a BlockGaussSeidelConstraintSolver is added. Add "
      "<BlockGaussSeidelConstraintSolver maxIterations=\"1000\" tolerance=\"1e-3\"/> to choose its parameters.");
  auto created = m_node->add("BlockGaussSeidelConstraintSolver", {{"maxIterations", "1000"}, {"tolerance", "0.001"}});
  l_constraintSolver.set(dynamic_cast<core::ConstraintSolver*>(created.get()));
}

void FreeMotionAnimationLoop::solveConstraints(double dt) {
  // One that is added in the middle of a step starts with the next one.
  if (!l_constraintSolver || !l_constraintSolver->isValid() || simulation::awaitsInit(*l_constraintSolver)) return;
  const core::ComponentScope timed(*l_constraintSolver);
  core::ConstraintParams params;
  params.dt = dt;
  params.keepsForces = true;
  placeArms();
  if (!d_solveVelocityConstraintFirst.value()) return l_constraintSolver->solve(params, vec::position, vec::velocity);
  params.order = core::ConstraintOrder::velocity;
  l_constraintSolver->solve(params, vec::nullCoord, vec::velocity);
  m_ops.integrate(vec::position, vec::position, vec::velocity, dt);
}

void FreeMotionAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  const double start = beginFreeStep(dt);
  moveFreely(dt);
  if (!d_solveVelocityConstraintFirst.value()) integrateFreely(dt);
  collide();
  solveConstraints(dt);
  endFreeStep(start, dt);
}

namespace {
const auto registered =
    core::Register("FreeMotionAnimationLoop", "Sofa.Component.AnimationLoop",
                   "free motion, collision, then constraints solved by multipliers")
        .ignores("nbThreads", "the program decides on threads (--threads)")
        .ignores("taskSchedulerType", "there is one kind of threads")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("FreeMotionMasterSolver", "SOFA v24.12")
        .add<FreeMotionAnimationLoop>();
}

}  // namespace sofa::component::animationloop

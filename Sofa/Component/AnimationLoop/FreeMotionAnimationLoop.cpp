#include "Sofa/Component/AnimationLoop/FreeMotionAnimationLoop.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::animationloop {

using helper::ProfileScope;
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

void FreeMotionAnimationLoop::startFreeVectors() {
  for (auto* state : m_ops.graph().subtree.states) {
    state->allocate(vec::dx);
    state->allocate(vec::dforce);
    const auto start = [&](auto free, auto from) {
      if (state->has(free)) return;
      state->allocate(free);
      state->copy(free, from);
    };
    start(vec::freePosition, vec::position);
    start(vec::freeVelocity, vec::velocity);
  }
}

void FreeMotionAnimationLoop::moveFreely(double dt) {
  const ProfileScope scope("FreeMotion");
  for (const Task& task : m_tasks)
    if (task.solver && task.solver->isValid()) {
      const core::ComponentScope timed(*task.solver);
      task.solver->solve(dt, vec::freePosition, vec::freeVelocity);
    }
  core::MechanicalParams params;
  params.dt = dt;
  m_ops.projectResponse(params, vec::freeVelocity);
  m_ops.propagateVelocity(vec::freeVelocity);
  if (d_solveVelocityConstraintFirst.value()) return;
  for (auto* state : m_ops.graph().subtree.states)
    state->integrate(vec::freePosition, vec::position, vec::freeVelocity, dt);
}

void FreeMotionAnimationLoop::solveConstraints(double dt) {
  if (!l_constraintSolver || !l_constraintSolver->isValid()) return;
  const core::ComponentScope timed(*l_constraintSolver);
  core::ConstraintParams params;
  params.dt = dt;
  if (!d_solveVelocityConstraintFirst.value()) return l_constraintSolver->solve(params, vec::position, vec::velocity);
  params.order = core::ConstraintOrder::velocity;
  l_constraintSolver->solve(params, vec::nullCoord, vec::velocity);
  m_ops.integrate(vec::position, vec::position, vec::velocity, dt);
}

void FreeMotionAnimationLoop::warnAboutUncorrected() {
  if (m_checkedVersion != ~std::size_t{0}) return;
  m_checkedVersion = m_node->graphVersion();
  std::vector<core::ConstraintCorrection*> corrections;
  for (const Task& task : m_tasks) {
    if (!task.solver) continue;
    corrections.clear();
    task.solver->context()->collectDown(corrections);
    for (const auto* node = task.solver->context()->parent(); node; node = node->parent())
      for (auto* correction : node->allLocal<core::ConstraintCorrection>()) corrections.push_back(correction);
    if (corrections.empty())
      task.solver->warning(
          "No constraint correction serves the states of this solver: under a FreeMotionAnimationLoop they never move. "
          "Add an UncoupledConstraintCorrection or a LinearSolverConstraintCorrection beside it.");
  }
}

void FreeMotionAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  prepare();
  warnAboutUncorrected();
  startFreeVectors();
  const double start = beginStep(dt);
  moveFreely(dt);
  collide();
  solveConstraints(dt);
  m_ops.clearExternalForces();
  projectAndPropagate();
  finish(start + dt, dt);
}

namespace {
const auto registered =
    core::Register("FreeMotionAnimationLoop", "Sofa.Component.AnimationLoop",
                   "free motion, collision, then constraints solved by multipliers")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("FreeMotionMasterSolver", "SOFA v24.12")
        .add<FreeMotionAnimationLoop>();
}

}  // namespace sofa::component::animationloop

#include "Sofa/Component/AnimationLoop/FreeMotionSteps.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/ComponentScope.h"

namespace sofa::component::animationloop {

using helper::ProfileScope;
namespace vec = core::vec;

void FreeMotionSteps::startFreeVectors() {
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

void FreeMotionSteps::moveFreely(double dt) {
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
}

void FreeMotionSteps::integrateFreely(double dt) {
  for (auto* state : m_ops.graph().subtree.states)
    state->integrate(vec::freePosition, vec::position, vec::freeVelocity, dt);
}

void FreeMotionSteps::warnAboutUncorrected() {
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
          "No constraint correction serves the states of this solver: under a FreeMotionSteps they never move. "
          "Add an UncoupledConstraintCorrection or a LinearSolverConstraintCorrection beside it.");
  }
}

double FreeMotionSteps::beginFreeStep(double dt) {
  prepare();
  warnAboutUncorrected();
  startFreeVectors();
  return beginStep(dt);
}

void FreeMotionSteps::endFreeStep(double start, double dt) {
  m_ops.clearExternalForces();
  projectAndPropagate();
  finish(start + dt, dt);
}

}  // namespace sofa::component::animationloop

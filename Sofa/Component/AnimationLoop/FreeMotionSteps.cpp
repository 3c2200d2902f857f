// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/FreeMotionSteps.h"

#include <algorithm>

#include "Sofa/Core/Contract/RowCarrier.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
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
  tellOfForces();
  shareForces(dt);
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

void FreeMotionSteps::tellOfForces() {
  if (m_toldOfForces) return;
  const auto isSolved = [](const auto* state) { return state && state->context()->template up<core::OdeSolver>(); };
  const auto isLost = [&](const Task& task) {
    return task.force && std::ranges::any_of(task.force->states(), isSolved);
  };
  const auto lost = std::ranges::find_if(m_tasks, isLost);
  if (lost == m_tasks.end()) return;
  m_toldOfForces = true;
  core::tellDefect(
      *lost->force,
      "a force that stands in no ODE solver's node nor below one does not act in free motions (said of the "
      "first such force)",
      "Put it below one ODE solver that moves all of its bodies");
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
          "No constraint correction serves the states of this solver: under a FreeMotionAnimationLoop they never move. "
          "Add an UncoupledConstraintCorrection or a LinearSolverConstraintCorrection beside it.");
  }
}

bool FreeMotionSteps::turnsContacts() {
  constexpr double noticeable = 1e-4;  // rad
  const auto turns = [](const core::State<type::Rigid3Types>& bodies) {
    const auto &x = bodies.coords(vec::position), &free = bodies.coords(vec::freePosition);
    for (std::size_t i = 0; i < std::min(x.size(), free.size()); ++i)
      if (x[i].orientation.angularDistance(free[i].orientation) > noticeable) return true;
    return false;
  };
  const auto turnsBody = [&](const core::BaseState* state) {
    const auto* bodies = dynamic_cast<const core::State<type::Rigid3Types>*>(state);
    return bodies && bodies->has(vec::freePosition) && turns(*bodies);
  };
  const auto& subtree = m_ops.graph().subtree;
  // Lists of mappings are made anew for each call: they are only asked where a body turns.
  if (std::ranges::none_of(subtree.states, turnsBody)) return false;
  return std::ranges::any_of(subtree.mappings, [&](const core::BaseMapping* mapping) {
    if (!dynamic_cast<const core::RowCarrier*>(mapping)) return false;
    const auto outputs = mapping->outputs(), inputs = mapping->inputs();
    return !outputs.empty() && outputs.front()->size() > 0 && !inputs.empty() && turnsBody(inputs.front());
  });
}

/// Contacts were found at the positions, then brought to the free ones, so that their arms have turned with the bodies.
void FreeMotionSteps::placeArms() {
  if (d_rowsAtPosition.value()) return m_ops.propagatePosition(vec::position);
  if (m_toldOfArms || !turnsContacts()) return;
  m_toldOfArms = true;
  core::tellDefect(
      *this,
      "contacts act on turning bodies with the lever arms of the end of the free motion: a ball that rolls "
      "gains energy, one that slides back loses it (said once)",
      "Set rowsAtPosition=\"1\" for the arms of the positions");
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

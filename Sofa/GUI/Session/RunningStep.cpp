// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/RunningStep.h"

#include <fmt/format.h>

#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::gui {
namespace {

template <class... Kinds>
bool isAnyOf(const core::Component& component) {
  return ((dynamic_cast<const Kinds*>(&component) != nullptr) || ...);
}

const char* phaseOf(const core::Component& component) {
  if (isAnyOf<core::LinearSolver, core::LinearSystem>(component)) return "solving a linear system";
  if (isAnyOf<core::ConstraintSolver, core::ConstraintCorrection, core::BaseLagrangianConstraint>(component))
    return "solving constraints";
  if (isAnyOf<core::CollisionPipelineBase, core::BroadPhase, core::NarrowPhase, core::CollisionModel>(component))
    return "looking for contacts";
  if (isAnyOf<core::BaseMass>(component)) return "mass";
  if (isAnyOf<core::BaseForceField>(component)) return "forces and stiffness";
  if (isAnyOf<core::BaseMapping>(component)) return "mapping";
  if (isAnyOf<core::OdeSolver, core::NewtonSolver>(component)) return "time integration";
  return "at work";
}

}  // namespace

std::string describeWork(const core::Component& component) {
  return fmt::format("{}: {} ({})", phaseOf(component), component.path(), component.className());
}

RunningStep::RunningStep() : m_watch(describeWork) {}

void RunningStep::begin(bool interruptible) {
  const std::lock_guard lock(m_mutex);
  m_began = Clock::now();
  m_interruptible = interruptible;
  m_givenUp = false;
}

bool RunningStep::end() {
  const std::lock_guard lock(m_mutex);
  m_began.reset();
  return std::exchange(m_givenUp, false);
}

double RunningStep::seconds() const {
  const std::lock_guard lock(m_mutex);
  return m_began ? std::chrono::duration<double>(Clock::now() - *m_began).count() : 0;
}

void RunningStep::giveUp(helper::Work& work) {
  const std::lock_guard lock(m_mutex);
  if (!m_began || m_givenUp) return;
  m_givenUp = true;
  if (m_interruptible) work.requestInterrupt();
}

bool RunningStep::isGivenUp() const {
  const std::lock_guard lock(m_mutex);
  return m_givenUp;
}

}  // namespace sofa::gui

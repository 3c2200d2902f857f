// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/SolveResidual.h"

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

bool SolveResidual::check() {
  m_isTold = false;
  if (d_violationTolerance.value() >= 0 && d_forceTolerance.value() >= 0) return true;
  m_owner->error("violationTolerance=\"{}\" and forceTolerance=\"{}\" must not be negative; 0 leaves them out.",
                 d_violationTolerance.value(), d_forceTolerance.value());
  m_owner->setInvalid();
  return false;
}

/// A multiplier times what a solution of the integrator's system adds to the acceleration is a force; a violation of
/// velocities times the length of the step is a length.
void SolveResidual::begin(const ConstraintProblem& problem, std::span<const ConstraintBlock> blocks, double tolerance) {
  m_ends.begin(problem, blocks, tolerance);
  if (!isWanted()) return;
  d_residualViolation.set(0);
  d_residualForce.set(0);
  d_graphResiduals.set({});
  if (blocks.empty()) return;
  m_problem = &problem;
  m_blocks = blocks;
  const double dt = problem.params.dt;
  m_metres = problem.params.usesPositionFactor() ? 1 : dt;
  const auto* solver = m_owner->context()->down<core::OdeSolver>();
  m_newtons = solver ? solver->solutionFactor(core::OdeSolver::Quantity::Acceleration, dt) : 1;
}

bool SolveResidual::isReached() const {
  const auto within = [](double value, double tolerance) { return tolerance == 0 || value <= tolerance; };
  return within(d_residualViolation.value(), d_violationTolerance.value()) &&
         within(d_residualForce.value(), d_forceTolerance.value());
}

bool SolveResidual::isSolved(const mechanics::ComplianceOperator& compliance, bool solved) {
  if (!m_problem) {
    if (solved) m_ends.review(compliance);
    return solved;
  }
  const mechanics::Residual r = residualOf(*m_problem, m_blocks, compliance);
  d_residualViolation.set(r.violation * m_metres);
  d_residualForce.set(r.force * m_newtons);
  auto& graph = d_graphResiduals.edit();
  graph["Violation"].push_back(d_residualViolation.value());
  graph["Force"].push_back(d_residualForce.value());
  return decides() ? isReached() : solved;
}

void SolveResidual::finish() {
  if (!m_problem) return;
  m_problem = nullptr;
  if (!decides() || isReached() || std::exchange(m_isTold, true)) return;
  m_owner->warning(
      "The residual asked for is not reached: {} m (violationTolerance {}), {} N (forceTolerance {}). Allow more "
      "iterations, or use another solver; this is told once.",
      d_residualViolation.value(), d_violationTolerance.value(), d_residualForce.value(), d_forceTolerance.value());
}

}  // namespace sofa::component::constraintlagrangian

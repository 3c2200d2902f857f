// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/NewtonConstraintSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

void NewtonConstraintSolver::init() {
  if (d_sweeps.value() < 1 || !(d_ridge.value() >= 0)) {
    error("sweeps=\"{}\" must be at least 1, and ridge=\"{}\" not negative.", d_sweeps.value(), d_ridge.value());
    setInvalid();
    return;
  }
  IterativeConstraintSolver::init();
}

void NewtonConstraintSolver::sweep(core::ConstraintProblem& problem, double tolerance) {
  for (int i = 0; i < d_sweeps.value(); ++i) m_sweep.run(problem, m_compliance, tolerance);
}

/// Takes the longest of the step's halves that is a gain; false if there is none.
bool NewtonConstraintSolver::newtonStep(core::ConstraintProblem& problem, double& error) {
  if (!m_newton.step(m_change)) return false;
  const double before = m_newton.merit();
  m_start = problem.lambda;
  for (double part = 1; part > 0.1; part /= 2) {
    for (std::size_t i = 0; i < m_start.size(); ++i) problem.lambda[i] = m_start[i] + part * m_change[i];
    error = m_newton.residual(problem.lambda);
    if (m_newton.merit() < (1 - 0.1 * part) * before) return true;
  }
  problem.lambda = m_start;
  return false;
}

auto NewtonConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  problem.lambda = problem.last;
  if (!mechanics::NonSmoothNewton::applies(problem)) return sweepUntilSolved(problem, m_compliance, tolerance);
  m_sweep.prepare(problem, m_compliance);
  m_newton.prepare(problem, m_compliance.matrix(), d_ridge.value());
  Outcome outcome;
  outcome.error = m_newton.residual(problem.lambda);
  int steps = 0;
  while (!(outcome.solved = m_residual.isSolved(m_compliance, outcome.error < tolerance)) &&
         outcome.iterations < d_maxIterations.value()) {
    helper::checkInterrupt();
    if (newtonStep(problem, outcome.error)) {
      ++steps;
    } else {
      sweep(problem, tolerance);
      outcome.error = m_newton.residual(problem.lambda);
    }
    record(problem, outcome.error, m_newton.violations(), m_newton.blockResiduals());
    ++outcome.iterations;
  }
  d_newtonSteps.set(steps);
  return outcome;
}

namespace {
const auto registered = core::Register("NewtonConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of constraints by Newton steps on the laws of all together")
                            .add<NewtonConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian

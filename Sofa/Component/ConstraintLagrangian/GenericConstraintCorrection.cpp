// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/GenericConstraintCorrection.h"

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using Quantity = core::OdeSolver::Quantity;

void GenericConstraintCorrection::init() {
  findSolvers(*context(), l_linearSolver, l_odeSolver);
  if (const std::string problem = problemWith(l_linearSolver.get(), l_odeSolver.get()); !problem.empty()) {
    error("{}", problem);
    return setInvalid();
  }
  m_system.bind(*l_linearSolver);
  setValid();
}

void GenericConstraintCorrection::beginProducts(const core::ConstraintProblem& problem) {
  const auto quantity = problem.params.usesPositionFactor() ? Quantity::Position : Quantity::Velocity;
  m_system.compute(problem, states(),
                   l_odeSolver->solutionFactor(quantity, problem.params.dt) * d_complianceFactor.value(),
                   d_regularizationTerm.value());
}

void GenericConstraintCorrection::addCompliance(const core::ConstraintProblem& problem, core::ComplianceMatrix& w) {
  beginProducts(problem);
  m_system.addTo(w);
}

void GenericConstraintCorrection::correct(const core::ConstraintProblem& problem, core::VecCoordId xResult,
                                          core::VecDerivId vResult) {
  if (states().empty()) m_system.buildIfNobodyDoes();
  m_system.solve(problem, states());
  const double dt = problem.params.dt;
  const double factor = problem.params.order == core::ConstraintOrder::velocity ? 1 : d_complianceFactor.value();
  for (auto* state : states())
    writeResult(problem.params, *state, m_system.motion(*state),
                factor * l_odeSolver->solutionFactor(Quantity::Position, dt),
                factor * l_odeSolver->solutionFactor(Quantity::Velocity, dt), xResult, vResult);
}

namespace {
const auto registered = core::Register("GenericConstraintCorrection", "Sofa.Component.Constraint.Lagrangian.Correction",
                                       "constraint correction of all states of a linear system")
                            .add<GenericConstraintCorrection>();
}

}  // namespace sofa::component::constraintlagrangian

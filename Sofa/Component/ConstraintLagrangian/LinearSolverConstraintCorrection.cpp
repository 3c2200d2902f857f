// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/LinearSolverConstraintCorrection.h"

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using Quantity = core::OdeSolver::Quantity;

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::init() {
  findSolvers(*context(), l_linearSolver, l_odeSolver);
  if (!core::requireState(*this, l_mstate)) return;
  if (const std::string problem = problemWith(l_linearSolver.get(), l_odeSolver.get()); !problem.empty()) {
    error("{}", problem);
    return setInvalid();
  }
  m_system.bind(*l_linearSolver);
  setValid();
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::beginProducts(const core::ConstraintProblem& problem) {
  const auto quantity = problem.params.usesPositionFactor() ? Quantity::Position : Quantity::Velocity;
  core::BaseState* const states[] = {l_mstate.get()};
  m_system.compute(problem, states, l_odeSolver->solutionFactor(quantity, problem.params.dt),
                   d_regularizationTerm.value());
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::addCompliance(const core::ConstraintProblem& problem,
                                                                core::ComplianceMatrix& w) {
  beginProducts(problem);
  m_system.addTo(w);
}

template <class DataTypes>
void LinearSolverConstraintCorrection<DataTypes>::correct(const core::ConstraintProblem& problem,
                                                          core::VecCoordId xResult, core::VecDerivId vResult) {
  core::BaseState* const states[] = {l_mstate.get()};
  m_system.solve(problem, states);
  const double dt = problem.params.dt;
  writeResult(problem.params, *l_mstate, m_system.motion(*l_mstate),
              l_odeSolver->solutionFactor(Quantity::Position, dt), l_odeSolver->solutionFactor(Quantity::Velocity, dt),
              xResult, vResult);
}

namespace {
const auto registered =
    core::Register("LinearSolverConstraintCorrection", "Sofa.Component.Constraint.Lagrangian.Correction",
                   "constraint correction by the linear system of the ODE solver")
        .ignores("wire_optimization", "what it does is decided by the shape of the system")
        .addAll<LinearSolverConstraintCorrection, type::Vec1Types, type::Vec2Types, type::Vec3Types,
                type::Rigid3Types>();
}

}  // namespace sofa::component::constraintlagrangian

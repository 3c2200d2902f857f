// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/RowCompliance.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/SparseRows.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::constraintlagrangian {

/// What constraints feel of states whose compliance is A^-1, A the matrix that a linear solver has just solved with,
/// and the motion that multipliers make: the mathematics of corrections by a linear solver.
class SystemCompliance : public RowCompliance {
 public:
  void bind(core::LinearSolver& solver);
  core::LinearSolver& solver() const { return *m_solver; }
  /// Makes the matrix that the integrator works without, if it does.
  void buildIfNobodyDoes();

  /// factor J A^-1 J^T of the rows that act on these states of the system, all right-hand sides with one factorisation,
  /// plus the regularisation on its diagonal. The forces so far are problem.lambda.
  void compute(const core::ConstraintProblem& problem, std::span<core::BaseState* const> states, double factor,
               double regularization);
  /// Solves A c = J^T lambda for these states; motion() gives the part of one of them.
  void solve(const core::ConstraintProblem& problem, std::span<core::BaseState* const> states);
  std::span<const double> motion(const core::BaseState& state) const { return state.hostRead(m_solution); }

 private:
  struct Entry {
    int row, column;
    double value;
  };

  core::LinearSolver* m_solver = nullptr;
  bool m_buildsMasses = false;
  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_rhs, m_solution;
  std::vector<Entry> m_entries;
  linearalgebra::SparseRows m_jacobian;
};

/// The linear solver and the ODE solver that a correction takes from its node, unless it names them.
void findSolvers(const core::Node& node, core::Link<core::LinearSolver>& linearSolver,
                 core::Link<core::OdeSolver>& odeSolver);
/// What hinders a correction with these solvers; empty if nothing does.
std::string problemWith(const core::LinearSolver* linearSolver, const core::OdeSolver* odeSolver);

}  // namespace sofa::component::constraintlagrangian

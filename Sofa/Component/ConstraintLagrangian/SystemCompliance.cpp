// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/SystemCompliance.h"

#include <algorithm>

#include "Sofa/Simulation/Mechanics/MappedJacobians.h"

namespace sofa::component::constraintlagrangian {

void findSolvers(const core::Node& node, core::Link<core::LinearSolver>& linearSolver,
                 core::Link<core::OdeSolver>& odeSolver) {
  if (!linearSolver) linearSolver.set(node.local<core::LinearSolver>());
  if (!odeSolver) odeSolver.set(node.local<core::OdeSolver>());
  if (odeSolver) return;
  const auto* root = &node;
  while (root->parent()) root = root->parent();
  odeSolver.set(root->down<core::OdeSolver>());
}

std::string problemWith(const core::LinearSolver* linearSolver, const core::OdeSolver* odeSolver) {
  if (!linearSolver)
    return "No linear solver in this node: add a direct one, for example SparseLDLSolver, or set linearSolver.";
  if (linearSolver->templateName() == "GraphScattered")
    return fmt::format(
        "{} works without a matrix (template GraphScattered): its inverse cannot be used by constraints. Give it "
        "template=\"CompressedRowSparseMatrixMat3x3d\", or use a direct solver.",
        linearSolver->path());
  if (!odeSolver) return "No ODE solver in this node or the scene: add an EulerImplicitSolver, or set ODESolver.";
  return {};
}

void SystemCompliance::bind(core::LinearSolver& solver) {
  m_solver = &solver;
  m_ops.bind(*solver.context());
  m_buildsMasses = false;
}

/// Explicit integrators divide by masses that are diagonal, without a matrix: A is M then.
void SystemCompliance::buildIfNobodyDoes() {
  m_buildsMasses = m_buildsMasses || m_solver->linearSystem()->states().empty();
  if (!m_buildsMasses) return;
  core::MechanicalParams params;
  params.mFactor = 1;
  m_solver->build(params);
}

void SystemCompliance::compute(const core::ConstraintProblem& problem, std::span<core::BaseState* const> states,
                               double factor, double regularization) {
  buildIfNobodyDoes();
  m_entries.clear();
  int offset = 0;
  for (const auto* state : m_solver->linearSystem()->states()) {
    const int width = state->derivSize();
    if (std::ranges::find(states, state) != states.end())
      for (const auto& block : problem.jacobian.blocks(state))
        for (int c = 0; c < width; ++c)
          if (block.direction[c] != 0)
            m_entries.push_back({block.row, offset + block.point * width + c, block.direction[c]});
    offset += simulation::scalars(*state);
  }
  if (states.size() > 1) std::ranges::stable_sort(m_entries, {}, &Entry::row);
  clearRows();
  m_jacobian.clear();
  for (std::size_t k = 0; k < m_entries.size(); ++k) {
    m_jacobian.add(m_entries[k].column, m_entries[k].value);
    if (k + 1 < m_entries.size() && m_entries[k + 1].row == m_entries[k].row) continue;
    m_jacobian.endRow();
    m_rows.push_back(m_entries[k].row);
  }
  endRows(problem);
  if (m_rows.empty()) return;
  m_solver->addComplianceProduct(m_w, m_jacobian, factor);
  if (regularization > 0) m_w.diagonal().array() += regularization;
}

void SystemCompliance::solve(const core::ConstraintProblem& problem, std::span<core::BaseState* const> states) {
  m_ops.allocate(m_rhs);
  m_ops.clear(m_rhs);
  m_ops.allocate(m_solution);
  m_ops.clear(m_solution);
  bool hasRows = false;
  for (auto* state : states) {
    if (problem.jacobian.blocks(state).empty()) continue;
    hasRows = true;
    problem.jacobian.addTransposedProduct(state, problem.lambda, state->hostWrite(m_rhs));
  }
  if (hasRows) m_solver->solve(m_solution, m_rhs);
}

}  // namespace sofa::component::constraintlagrangian

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"

#include <algorithm>

#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintProblem;
using Eigen::VectorXd;

template <class F>
void SweepingConstraintSolver::Part::forEachRow(const F& f) const {
  int k = 0;
  if (!m_isGroup)
    for (; k < m_rows; ++k) f(k, k);
  for (const int b : m_blocks) {
    const auto& block = m_problem.blocks()[b];
    for (int row = block.firstRow, end = row + block.rows; row < end; ++row) f(k++, row);
  }
}

SweepingConstraintSolver::Part::Part(SweepingConstraintSolver& solver, ConstraintProblem& problem,
                                     std::span<const int> blocks)
    : m_solver(solver), m_problem(problem), m_isGroup(true), m_blocks(blocks) {
  for (const int b : blocks) m_rows += problem.blocks()[b].rows;
  m_tolerance = solver.scaledTolerance(m_rows);
}

void SweepingConstraintSolver::Part::readForces(VectorXd& forces) const {
  forces.resize(m_rows);
  forEachRow([&](int k, int row) { forces[k] = m_problem.lambda[row]; });
}

void SweepingConstraintSolver::Part::writeForces(const VectorXd& forces) {
  forEachRow([&](int k, int row) { m_problem.lambda[row] = forces[k]; });
}

void SweepingConstraintSolver::Part::readDiagonal(VectorXd& diagonal) const {
  diagonal.resize(m_rows);
  forEachRow([&](int k, int row) { diagonal[k] = m_solver.m_compliance.matrix()(row, row); });
}

void SweepingConstraintSolver::Part::updateResidual(bool solved) {
  outcome.solved = m_isGroup ? solved : m_solver.m_residual.isSolved(m_solver.compliance(), solved);
}

void SweepingConstraintSolver::Part::sweep(double relaxation) {
  helper::checkInterrupt();
  auto& s = m_solver;
  if (relaxation != 1) readForces(m_before);
  const auto result =
      m_isGroup ? s.m_sweep.runGroup(m_problem, s.compliance(), m_tolerance, m_blocks)
                : s.m_sweep.run(m_problem, s.compliance(), m_tolerance, s.m_sharesSweeps ? &s.m_groups : nullptr);
  if (relaxation != 1) {
    readForces(m_after);
    writeForces(relaxation * m_after + (1 - relaxation) * m_before);
  }
  ++m_sweeps;
  outcome.error = result.error;
  outcome.solved = s.isSolved(result, m_tolerance);
  if (m_isGroup) return;  // what all groups share waits for the last of them
  s.record(m_problem, result.error, s.m_sweep.violations(), s.m_sweep.blockErrors());
  outcome.solved = s.m_residual.isSolved(s.compliance(), outcome.solved);
}

void SweepingConstraintSolver::buildCompliance() {
  m_isAssembled = false;
  m_isPointwise = onlySweeps() && d_regularizationTerm.value() == 0 && buildPointwise();
  if (!m_isPointwise) assemble();
}

bool SweepingConstraintSolver::buildPointwise() {
  if (!assembly().listPoints(m_points)) return false;
  const auto& problem = assembly().problem();
  m_pointRows.clear();
  for (const auto& of : m_points.states) m_pointRows.push_back({problem.jacobian.blocks(of.state), of.first});
  return m_pointwise.build(problem, m_points.points, m_pointRows);
}

void SweepingConstraintSolver::assemble() const {
  m_compliance.build(assembly(), d_regularizationTerm.value());
  m_isAssembled = true;
}

const core::ComplianceMatrix* SweepingConstraintSolver::assembledCompliance() const {
  if (!m_isAssembled) assemble();
  return &m_compliance.matrix();
}

mechanics::ComplianceOperator& SweepingConstraintSolver::compliance() {
  if (m_isPointwise) return m_pointwise;
  return m_compliance;
}

auto SweepingConstraintSolver::solveGroups(ConstraintProblem& problem) -> Outcome {
  m_outcomes.resize(m_groups.size());
  forEachGroup(m_groups, [&](std::size_t g) {
    Part part(*this, problem, m_groups.blocks(g));
    solvePart(part);
    m_outcomes[g] = part.outcome;
  });
  Outcome all{.solved = true};
  for (const Outcome& outcome : m_outcomes) {
    all.iterations = std::max(all.iterations, outcome.iterations);
    all.error += outcome.error;
    all.solved = all.solved && outcome.solved;
  }
  record(problem, all.error, m_sweep.violations(), m_sweep.blockErrors());
  all.solved = m_residual.isSolved(compliance(), all.solved);
  return all;
}

auto SweepingConstraintSolver::iterate(ConstraintProblem& problem, double tolerance) -> Outcome {
  startFromLast(problem);
  if (m_isPointwise) m_pointwise.start(problem);
  m_sweep.prepare(problem, compliance());
  const bool apart = d_solveGroupsApart.value() && !residualDecides();
  const bool grouped = apart || (!m_isPointwise && mechanics::areWorthSharing(problem.rows()));
  if (grouped && m_isPointwise) m_groups.find(m_pointwise.uses());
  if (grouped && !m_isPointwise) m_groups.find(problem.blocks(), m_compliance.matrix());
  m_sharesSweeps = grouped && m_groups.size() > 1;
  d_currentNumInteractionGroups.set(apart ? static_cast<int>(m_groups.size()) : 0);
  if (apart) return solveGroups(problem);
  Part part(*this, problem, tolerance);
  solvePart(part);
  return part.outcome;
}

}  // namespace sofa::component::constraintlagrangian

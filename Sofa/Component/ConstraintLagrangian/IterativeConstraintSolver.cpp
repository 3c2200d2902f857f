// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintProblem;

void IterativeConstraintSolver::init() {
  checkRequiredData();
  if (!m_residual.check()) return;
  m_assembly.bind(*context());
  setValid();
}

void IterativeConstraintSolver::archive(core::Archive& archive) {
  if (archive.isLoading()) m_assembly.resumeForces();
}

linearalgebra::DenseMatrix IterativeConstraintSolver::lastCompliance() const {
  const auto* w = assembledCompliance();
  const bool isThere = w && w->size() == m_assembly.problem().rows();
  return isThere ? w->dense() : m_assembly.denseCompliance(d_regularizationTerm.value());
}

void IterativeConstraintSolver::startFromLast(ConstraintProblem& problem) {
  for (const auto& block : problem.blocks())
    if (block.startsFromLast)
      std::copy_n(problem.last.begin() + block.firstRow, block.rows, problem.lambda.begin() + block.firstRow);
}

auto IterativeConstraintSolver::sweepUntilSolved(ConstraintProblem& problem, mechanics::ComplianceOperator& compliance,
                                                 double tolerance) -> Outcome {
  m_sweep.prepare(problem, compliance);
  const double sor = d_sor.value();
  Outcome outcome;
  int sweeps = 0;
  for (; sweeps < d_maxIterations.value() && !outcome.solved; ++sweeps) {
    helper::checkInterrupt();
    if (sor != 1) m_before = problem.lambda;
    const auto result = m_sweep.run(problem, compliance, tolerance);
    if (sor != 1)
      for (std::size_t k = 0; k < problem.lambda.size(); ++k)
        problem.lambda[k] = sor * problem.lambda[k] + (1 - sor) * m_before[k];
    record(problem, result.error, m_sweep.violations(), m_sweep.blockErrors());
    outcome.error = result.error;
    outcome.solved = m_residual.isSolved(compliance, isSolved(result, tolerance));
  }
  outcome.iterations = sweeps + 1;
  return outcome;
}

void IterativeConstraintSolver::clearGraphs() {
  if (!d_computeGraphs.value()) return;
  for (auto* graph : {&d_graphErrors, &d_graphConstraints, &d_graphForces, &d_graphViolations}) graph->set({});
}

void IterativeConstraintSolver::record(const ConstraintProblem& problem, double error,
                                       std::span<const double> violations, std::span<const double> blockErrors) {
  if (!d_computeGraphs.value()) return;
  d_graphErrors.edit()["Error"].push_back(error);
  d_graphConstraints.edit()["Constraints"].assign(blockErrors.begin(), blockErrors.end());
  auto &forces = d_graphForces.edit(), &gaps = d_graphViolations.edit();
  for (int row = 0; row < problem.rows(); ++row) {
    const std::string name = fmt::format("f{}", row);
    forces[name].push_back(problem.lambda[row]);
    gaps[name].push_back(violations[row]);
  }
}

double IterativeConstraintSolver::scaledTolerance(int rows) const {
  return d_tolerance.value() * (d_scaleTolerance.value() && !d_allVerified.value() ? rows : 1);
}

auto IterativeConstraintSolver::lastSolve() const -> LastSolve {
  const auto& problem = m_assembly.problem();
  if (problem.rows() == 0) return {};
  return {&problem, scaledTolerance(problem.rows())};
}

void IterativeConstraintSolver::solve(const core::ConstraintParams& params, core::VecCoordId xResult,
                                      core::VecDerivId vResult) {
  const helper::ProfileScope scope("ConstraintSolver");
  if (!m_assembly.isBound()) return warning("It is not initialised yet: no constraint is solved in this step.");
  ConstraintProblem& problem = m_assembly.build(params);
  d_currentNumConstraints.set(problem.rows());
  d_currentNumConstraintGroups.set(static_cast<int>(problem.blocks().size()));
  clearGraphs();
  m_residual.begin(problem, problem.blocks(), scaledTolerance(problem.rows()));
  if (problem.rows() > 0) {
    const helper::ProfileScope building("Compliance");
    buildCompliance();
  }
  core::BuildConstraintSystemEndEvent built;
  context()->broadcast(built);
  Outcome outcome;
  if (problem.rows() > 0) {
    const helper::ProfileScope iterations(className().c_str());
    const double tolerance = scaledTolerance(problem.rows());
    outcome = iterate(problem, tolerance);
    if (!outcome.solved)
      info("No convergence within {} iterations: error {}, tolerance {}.", d_maxIterations.value(), outcome.error,
           tolerance);
    if (!m_residual.decides())
      m_residual.ends().finish(outcome.solved, outcome.iterations, outcome.error, "maxIterations", adviceIfUnsolved());
  }
  m_residual.finish();
  d_currentIterations.set(outcome.iterations);
  d_currentError.set(outcome.error);
  if (d_computeConstraintForces.value()) d_constraintForces.set(problem.lambda);
  core::SolveConstraintSystemEndEvent solved;
  context()->broadcast(solved);
  m_assembly.finish(xResult, vResult);
}

}  // namespace sofa::component::constraintlagrangian

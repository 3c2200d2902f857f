#include "Sofa/Component/ConstraintLagrangian/GaussSeidelConstraintSolver.h"

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintBlock;
using core::ConstraintProblem;

void GaussSeidelConstraintSolver::init() {
  checkRequiredData();
  m_assembly.bind(*context());
  setValid();
}

double GaussSeidelConstraintSolver::sweep(ConstraintProblem& problem, double tolerance, bool& verified) {
  double error = 0;
  for (std::size_t b = 0; b < problem.blocks().size(); ++b) {
    const ConstraintBlock& block = problem.blocks()[b];
    const std::size_t row = block.firstRow, n = block.rows;
    const std::span<double> force(problem.lambda.data() + row, n);
    m_old.assign(force.begin(), force.end());
    m_violation.assign(problem.violation().begin() + row, problem.violation().begin() + row + n);
    addDisplacement(problem, block, m_violation);
    m_laws[b].resolve(block, m_violation, force);
    const auto& w = m_laws[b].compliance();
    double blockError = 0;
    for (std::size_t l = 0; l < n; ++l) {
      double line = 0;
      for (std::size_t m = 0; m < n; ++m) {
        const double change = w(l, m) * (force[m] - m_old[m]);
        line += change * change;
      }
      line = std::sqrt(line);
      if (line > tolerance) verified = false;
      blockError += line;
    }
    if (block.tolerance != 0) {
      if (blockError > block.tolerance) verified = false;
      blockError *= tolerance / block.tolerance;
    }
    error += blockError;
    forcesChanged(block, m_old, force);
  }
  return error;
}

void GaussSeidelConstraintSolver::sweepUntilSolved(ConstraintProblem& problem) {
  const helper::ProfileScope scope(className().c_str());
  const auto blocks = problem.blocks();
  if (m_laws.size() < blocks.size()) m_laws.resize(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    diagonalBlock(blocks[b], m_diagonalBlock);
    m_laws[b].prepare(blocks[b], m_diagonalBlock);
  }
  const bool allVerified = d_allVerified.value();
  double tolerance = d_tolerance.value();
  if (d_scaleTolerance.value() && !allVerified) tolerance *= problem.rows();
  const double sor = d_sor.value();
  std::vector<double> errors;
  double error = 0;
  int i = 0;
  bool solved = false;
  for (; i < d_maxIterations.value() && !solved; ++i) {
    helper::checkInterrupt();
    if (sor != 1) m_before = problem.lambda;
    bool verified = true;
    error = sweep(problem, tolerance, verified);
    if (sor != 1)
      for (std::size_t k = 0; k < problem.lambda.size(); ++k)
        problem.lambda[k] = sor * problem.lambda[k] + (1 - sor) * m_before[k];
    if (d_computeGraphs.value()) errors.push_back(error);
    solved = allVerified ? verified : error < tolerance;
  }
  if (!solved) info("No convergence after {} sweeps: error {}, tolerance {}.", i, error, tolerance);
  d_currentIterations.set(i + 1);
  d_currentError.set(error);
  if (d_computeGraphs.value()) d_graphErrors.edit()["Error"] = std::move(errors);
}

void GaussSeidelConstraintSolver::solve(const core::ConstraintParams& params, core::VecCoordId xResult,
                                        core::VecDerivId vResult) {
  const helper::ProfileScope scope("ConstraintSolver");
  ConstraintProblem& problem = m_assembly.build(params);
  d_currentNumConstraints.set(problem.rows());
  d_currentNumConstraintGroups.set(static_cast<int>(problem.blocks().size()));
  if (problem.rows() > 0) {
    prepare(problem);
    sweepUntilSolved(problem);
  } else {
    d_currentIterations.set(0);
    d_currentError.set(0);
  }
  if (d_computeConstraintForces.value()) d_constraintForces.set(problem.lambda);
  m_assembly.finish(xResult, vResult);
}

}  // namespace sofa::component::constraintlagrangian

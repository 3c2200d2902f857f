// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/ImprovedJacobiConstraintSolver.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

double ImprovedJacobiConstraintSolver::spectralScale() const {
  if (!d_useSpectralCorrection.value()) return 1;
  const Eigen::SelfAdjointEigenSolver<linearalgebra::DenseMatrix> eigen(m_w, Eigen::EigenvaluesOnly);
  constexpr double safety = 1.8;
  const double largest = eigen.eigenvalues().array().abs().maxCoeff();
  return d_spectralCorrectionFactor.value() * std::min(1.0, safety / (largest * largest));
}

auto ImprovedJacobiConstraintSolver::iterateOnce(core::ConstraintProblem& problem, double rho, double beta,
                                                 double tolerance) -> mechanics::BlockSweep::Result {
  m_violation.noalias() += m_w * m_change;
  m_scaled = rho * m_violation;
  mechanics::BlockSweep::Result result;
  m_blockErrors.clear();
  for (std::size_t b = 0; b < problem.blocks().size(); ++b) {
    const auto& block = problem.blocks()[b];
    const Eigen::Index first = block.firstRow, n = block.rows;
    m_laws[b].resolve(block, {m_scaled.data() + first, static_cast<std::size_t>(n)},
                      {problem.lambda.data() + first, static_cast<std::size_t>(n)});
    Eigen::Map<Eigen::VectorXd> force(problem.lambda.data() + first, n);
    force += beta * m_change.segment(first, n);
    m_change.segment(first, n) = force - m_last.segment(first, n);
    m_last.segment(first, n) = force;
    const double error = (m_w.middleRows(first, n) * m_change.asDiagonal()).norm();
    result.verified = result.verified && !(error > tolerance);
    m_blockErrors.push_back(error);
    result.error += error;
  }
  return result;
}

void ImprovedJacobiConstraintSolver::Progress::add(double error) {
  constexpr double runaway = 1e3;
  constexpr int patience = 50;
  isRunaway = smallest > 0 && !(error <= runaway * smallest);
  sinceSmallest = error < smallest ? 0 : sinceSmallest + 1;
  smallest = std::min(smallest, error);
  goesRound = sinceSmallest > patience;
}

void ImprovedJacobiConstraintSolver::start(core::ConstraintProblem& problem) {
  m_violation = Eigen::Map<const Eigen::VectorXd>(problem.violation().data(), problem.rows());
  m_change.setZero(problem.rows());
  m_last.setZero(problem.rows());
  std::ranges::fill(problem.lambda, 0.0);
  startFromLast(problem);
}

auto ImprovedJacobiConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  m_w = m_compliance.matrix().dense();
  const auto blocks = problem.blocks();
  m_laws.resize(std::max(m_laws.size(), blocks.size()));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto& [row, rows] = std::pair(blocks[b].firstRow, blocks[b].rows);
    m_laws[b].prepare(blocks[b], m_w.block(row, row, rows, rows));
  }
  start(problem);
  const double speed = d_conjugateResidueSpeedFactor.value();
  const double scale = spectralScale();
  constexpr double leastDamping = 1e-6;
  double damping = 1;
  Progress progress;
  const int most = d_maxIterations.value();
  Outcome outcome;
  int i = 0;
  for (; i < most && !outcome.solved; ++i) {
    helper::checkInterrupt();
    const double beta =
        d_useConjugateResidue.value() ? std::min(1.0, std::pow(static_cast<double>(i) / most, speed)) : 0;
    auto result = iterateOnce(problem, damping * scale, beta, damping * tolerance);
    result.error /= damping;  // smaller steps are no smaller errors
    record(problem, result.error, {m_violation.data(), static_cast<std::size_t>(m_violation.size())}, m_blockErrors);
    outcome.error = result.error;
    progress.add(result.error);
    if (progress.isRunaway || progress.goesRound) {
      const bool isRunaway = std::exchange(progress, {}).isRunaway;
      damping = std::max(damping / 2, leastDamping);
      if (isRunaway) {
        start(problem);
        continue;
      }
    }
    // The first iteration does not know yet what the multipliers of other blocks do.
    outcome.solved = m_residual.isSolved(m_compliance, i > 0 && isSolved(result, tolerance));
  }
  outcome.iterations = i + 1;
  return outcome;
}

namespace {
const auto registered = core::Register("ImprovedJacobiConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of constraints by Jacobi iterations with momentum")
                            .ignores("multithreading", "the program decides on threads (--threads)")
                            .ignores("nbThreads", "the program decides on threads (--threads)")
                            .ignores("taskSchedulerType", "there is one kind of threads")
                            .add<ImprovedJacobiConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian

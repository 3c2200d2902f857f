#include "Sofa/Component/ConstraintLagrangian/AndersonConstraintSolver.h"

#include <Eigen/QR>
#include <cmath>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::constraintlagrangian {

using Eigen::VectorXd;

void AndersonConstraintSolver::init() {
  if (d_depth.value() < 0) {
    error("depth=\"{}\" must not be negative.", d_depth.value());
    setInvalid();
    return;
  }
  IterativeConstraintSolver::init();
}

/// G - sum_k gamma_k dG_k with the gamma that make |f - sum_k gamma_k df_k| smallest.
VectorXd AndersonConstraintSolver::next(const VectorXd& after, const VectorXd& change) {
  if (m_lastChange.size() == change.size()) {
    m_afters.push_back(after - m_lastAfter);
    m_changes.push_back(change - m_lastChange);
    if (static_cast<int>(m_changes.size()) > d_depth.value()) {
      m_afters.erase(m_afters.begin());
      m_changes.erase(m_changes.begin());
    }
  }
  m_lastAfter = after;
  m_lastChange = change;
  if (m_changes.empty()) return after;
  Eigen::MatrixXd changes(change.size(), static_cast<Eigen::Index>(m_changes.size()));
  for (std::size_t k = 0; k < m_changes.size(); ++k)
    changes.col(static_cast<Eigen::Index>(k)) = m_weights.cwiseProduct(m_changes[k]);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(changes.rows(), changes.cols());
  constexpr double dependent = 1e-10;  // sweeps that taught nothing new are left out
  qr.setThreshold(dependent);
  qr.compute(changes);
  const VectorXd part = qr.solve(m_weights.cwiseProduct(change));
  VectorXd result = after;
  for (std::size_t k = 0; k < m_afters.size(); ++k) result -= part[static_cast<Eigen::Index>(k)] * m_afters[k];
  return result.allFinite() ? result : after;
}

auto AndersonConstraintSolver::iterate(core::ConstraintProblem& problem, double tolerance) -> Outcome {
  m_sweep.prepare(problem, m_compliance);
  startFromLast(problem);
  Eigen::Map<VectorXd> lambda(problem.lambda.data(), problem.rows());
  m_weights.resize(problem.rows());
  for (int row = 0; row < problem.rows(); ++row)
    m_weights[row] = std::sqrt(std::max(0.0, m_compliance.matrix()(row, row)));
  forget();
  m_lastChange.resize(0);
  VectorXd best = lambda;
  double smallest = std::numeric_limits<double>::infinity();
  bool isAccelerated = false;
  Outcome outcome;
  int sweeps = 0;
  for (const int most = d_maxIterations.value(); sweeps < most && !outcome.solved; ++sweeps) {
    helper::checkInterrupt();
    const VectorXd before = lambda;
    const auto result = m_sweep.run(problem, m_compliance, tolerance);
    record(problem, result.error, m_sweep.violations(), m_sweep.blockErrors());
    outcome.error = result.error;
    outcome.solved = m_residual.isSolved(m_compliance, isSolved(result, tolerance));
    if (outcome.solved || sweeps + 1 == most) continue;
    const VectorXd after = lambda, change = after - before;
    const double size = m_weights.cwiseProduct(change).norm();
    constexpr double growth = 2;  // a sweep may change more than the best one did, for a while
    if (isAccelerated && !(size <= growth * smallest)) {
      forget();
      m_lastChange.resize(0);
      isAccelerated = false;
      lambda = best;
      continue;
    }
    if (size < smallest) {
      smallest = size;
      best = after;
    }
    lambda = next(after, change);
    isAccelerated = !m_changes.empty();
  }
  outcome.iterations = sweeps + 1;
  return outcome;
}

namespace {
const auto registered = core::Register("AndersonConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of constraints by accelerated Gauss-Seidel sweeps")
                            .add<AndersonConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian

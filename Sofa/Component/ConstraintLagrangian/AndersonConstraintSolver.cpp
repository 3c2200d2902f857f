// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AndersonConstraintSolver.h"

#include <Eigen/QR>
#include <cmath>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using Eigen::VectorXd;

namespace {

/// Successive sweeps of a part, and what they teach.
class Mixing {
 public:
  explicit Mixing(int depth) : m_depth(depth) {}
  /// Whether the last next() combined sweeps.
  bool hasLearnt() const { return !m_changes.empty(); }
  /// Takes the multipliers after a sweep and what it changed; returns where the next one starts: G - sum_k gamma_k dG_k
  /// with the gamma that make |f - sum_k gamma_k df_k| smallest, each row weighted.
  VectorXd next(const VectorXd& after, const VectorXd& change, const VectorXd& weights);

 private:
  int m_depth;
  std::vector<VectorXd> m_afters, m_changes;  ///< differences of G and of f between successive sweeps
  VectorXd m_lastAfter, m_lastChange;
};

VectorXd Mixing::next(const VectorXd& after, const VectorXd& change, const VectorXd& weights) {
  if (m_lastChange.size() == change.size()) {
    m_afters.push_back(after - m_lastAfter);
    m_changes.push_back(change - m_lastChange);
    if (static_cast<int>(m_changes.size()) > m_depth) {
      m_afters.erase(m_afters.begin());
      m_changes.erase(m_changes.begin());
    }
  }
  m_lastAfter = after;
  m_lastChange = change;
  if (m_changes.empty()) return after;
  Eigen::MatrixXd changes(change.size(), static_cast<Eigen::Index>(m_changes.size()));
  for (std::size_t k = 0; k < m_changes.size(); ++k)
    changes.col(static_cast<Eigen::Index>(k)) = weights.cwiseProduct(m_changes[k]);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(changes.rows(), changes.cols());
  constexpr double dependent = 1e-10;  // sweeps that taught nothing new are left out
  qr.setThreshold(dependent);
  qr.compute(changes);
  const VectorXd part = qr.solve(weights.cwiseProduct(change));
  VectorXd result = after;
  for (std::size_t k = 0; k < m_afters.size(); ++k) result -= part[static_cast<Eigen::Index>(k)] * m_afters[k];
  return result.allFinite() ? result : after;
}

}  // namespace

void AndersonConstraintSolver::init() {
  if (d_depth.value() < 0) {
    error("depth=\"{}\" must not be negative.", d_depth.value());
    setInvalid();
    return;
  }
  IterativeConstraintSolver::init();
}

void AndersonConstraintSolver::solvePart(Part& part) {
  VectorXd weights, before, after;
  part.readDiagonal(weights);
  weights = weights.cwiseMax(0.0).cwiseSqrt();
  part.readForces(before);
  VectorXd best = before;
  double smallest = std::numeric_limits<double>::infinity();
  Mixing mixing(d_depth.value());
  while (part.isOpen()) {
    part.readForces(before);
    part.sweep();
    if (!part.isOpen()) break;
    part.readForces(after);
    const VectorXd change = after - before;
    const double size = weights.cwiseProduct(change).norm();
    constexpr double growth = 2;  // a sweep may change more than the best one did, for a while
    if (mixing.hasLearnt() && !(size <= growth * smallest)) {
      mixing = Mixing(d_depth.value());
      part.writeForces(best);
      continue;
    }
    if (size < smallest) {
      smallest = size;
      best = after;
    }
    part.writeForces(mixing.next(after, change, weights));
  }
  part.outcome.iterations = part.sweeps() + 1;
}

namespace {
const auto registered = core::Register("AndersonConstraintSolver", "Sofa.Component.Constraint.Lagrangian.Solver",
                                       "multipliers of constraints by accelerated Gauss-Seidel sweeps")
                            .add<AndersonConstraintSolver>();
}

}  // namespace sofa::component::constraintlagrangian

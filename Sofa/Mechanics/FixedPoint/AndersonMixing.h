// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <vector>

namespace sofa::mechanics {

/// Successive sweeps x <- G(x), and what they teach (H. F. Walker, P. Ni, Anderson Acceleration for Fixed-Point
/// Iterations, SIAM Journal on Numerical Analysis 49, 2011).
class AndersonMixing {
 public:
  /// `depth`: how many of the last differences are combined; 0 leaves plain sweeps.
  explicit AndersonMixing(int depth) : m_depth(depth) {}
  /// Whether the last next() combined sweeps.
  bool hasLearnt() const { return !m_changes.empty(); }
  /// Takes G = `after` and f = G - x = `change` of a sweep; returns where the next one starts: G - sum_k gamma_k dG_k
  /// with the gamma that make |f - sum_k gamma_k df_k| smallest, each row weighted. G itself where that is not finite.
  Eigen::VectorXd next(const Eigen::VectorXd& after, const Eigen::VectorXd& change, const Eigen::VectorXd& weights);

 private:
  int m_depth;
  std::vector<Eigen::VectorXd> m_afters, m_changes;  ///< differences of G and of f between successive sweeps
  Eigen::VectorXd m_lastAfter, m_lastChange;
};

}  // namespace sofa::mechanics

#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel sweeps accelerated by what the last ones taught (Walker, Ni, Anderson Acceleration for Fixed-Point
/// Iterations, SIAM Journal on Numerical Analysis 49, 2011): with G(lambda) the multipliers after a sweep from lambda
/// and f = G - lambda, the next sweep starts from the combination of the last G whose f, taken as linear, is smallest.
/// Where that makes f larger, past multipliers are forgotten and plain sweeps go on from the best ones. `sor` is not
/// used.
class AndersonConstraintSolver final : public IterativeConstraintSolver {
 public:
  Data<int> d_depth{this, "depth", 8, "how many of the last sweeps are combined; 0: plain Gauss-Seidel sweeps"};

  void init() override;

 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }

 private:
  /// Takes the multipliers after a sweep and what it changed; returns where the next one starts.
  Eigen::VectorXd next(const Eigen::VectorXd& after, const Eigen::VectorXd& change);
  void forget() { m_afters.clear(), m_changes.clear(); }

  RegularizedCompliance m_compliance{this};
  Eigen::VectorXd m_weights;                         ///< by which changes of rows are compared: sqrt(W_ii)
  std::vector<Eigen::VectorXd> m_afters, m_changes;  ///< differences of G and of f between successive sweeps
  Eigen::VectorXd m_lastAfter, m_lastChange;
};

}  // namespace sofa::component::constraintlagrangian

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Mechanics/Constraint/Residual.h"

namespace sofa::component::constraintlagrangian {

/// Tells how the solves of a constraint solver end: what is not solved, or only roughly, once in a run, and how often
/// in its summary.
class SolveEnds {
 public:
  explicit SolveEnds(core::ConstraintSolver* owner) : m_owner(owner) {}

  void begin(const core::ConstraintProblem& problem, std::span<const core::ConstraintBlock> blocks, double tolerance);
  /// After an iteration by whose error the problem is solved: whether equations hold and contacts are exact. What the
  /// error of an iteration is differs from solver to solver; none of them sees equations that contradict each other
  /// where these move nothing any more.
  void review(const mechanics::ComplianceOperator& compliance);
  /// The same, for a solver that takes every row for an equation: the largest violation that is left.
  void reviewEquations(double violation);
  /// At the end of a solve with rows. `limit` is the Data that bounds the iterations, `advice` a sentence that says
  /// what else helps.
  void finish(bool solved, int iterations, double error, const char* limit, const char* advice);
  /// "100 solves, 12.5 iterations each, 3 of them not converged"; empty without any.
  std::string summary() const;

 private:
  void judgeEquations(double violation);
  void reviewContacts(const mechanics::ComplianceOperator& compliance);
  /// The violation of a block at the present multipliers.
  std::span<const double> violationOf(const core::ConstraintBlock& block,
                                      const mechanics::ComplianceOperator& compliance);

  core::ConstraintSolver* m_owner;
  const core::ConstraintProblem* m_problem = nullptr;
  std::span<const core::ConstraintBlock> m_blocks;
  double m_tolerance = 0;
  std::vector<double> m_d;
  linearalgebra::DenseMatrix m_w;
  bool m_isReviewed = false;  ///< in this solve
  std::size_t m_solves = 0, m_unsolved = 0, m_violated = 0;
  double m_iterations = 0;
  bool m_toldUnsolved = false, m_toldViolated = false, m_toldRough = false;
};

}  // namespace sofa::component::constraintlagrangian

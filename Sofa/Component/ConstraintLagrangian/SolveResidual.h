// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SolveEnds.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// The Data of a solver about the residual of its solves, and what follows from them (docs/manual/constraints.md,
/// "Residuals").
class SolveResidual {
 public:
  using Graph = std::map<std::string, std::vector<double>>;
  explicit SolveResidual(core::ConstraintSolver* owner) : m_owner(owner) {}

  /// False, with an error, if a tolerance makes no sense.
  bool check();
  /// A solve of these blocks, which must stay until finish(), with the solver's own error below `tolerance`; without
  /// blocks there is nothing to solve.
  void begin(const core::ConstraintProblem& problem, std::span<const core::ConstraintBlock> blocks, double tolerance);
  /// Whether iterations end by the residual, instead of by the solver's own error.
  bool decides() const { return d_violationTolerance.value() > 0 || d_forceTolerance.value() > 0; }
  /// After an iteration: `solved` as the solver's own error says, or whether the residual is small enough.
  bool isSolved(const mechanics::ComplianceOperator& compliance, bool solved);
  /// How the solve ended, and how often solves ended so.
  SolveEnds& ends() { return m_ends; }
  const SolveEnds& ends() const { return m_ends; }
  /// After the last one; warns, once, if a residual that was asked for is not reached.
  void finish();

 private:
  bool isWanted() const { return d_computeResidual.value() || decides(); }
  bool isReached() const;

  core::ConstraintSolver* m_owner;
  core::Data<bool> d_computeResidual{m_owner, "computeResidual", false,
                                     "compute residualViolation, residualForce and graphResiduals at every iteration"};
  core::Data<double> d_violationTolerance{
      m_owner, "violationTolerance", 0.0,
      "largest residualViolation with which iterations end (m); 0: any. With it or forceTolerance, tolerance does not "
      "count"};
  core::Data<double> d_forceTolerance{m_owner, "forceTolerance", 0.0,
                                      "largest residualForce with which iterations end (N); 0: any"};
  core::Data<double> d_residualViolation{m_owner,
                                         "residualViolation",
                                         0.0,
                                         "largest violation of a constraint after the last solve, if computed (m)",
                                         {.group = "Stats", .readOnly = true}};
  core::Data<double> d_residualForce{m_owner,
                                     "residualForce",
                                     0.0,
                                     "largest force that its law does not allow after the last solve, if computed (N)",
                                     {.group = "Stats", .readOnly = true}};
  core::Data<Graph> d_graphResiduals{m_owner,
                                     "graphResiduals",
                                     {},
                                     "both residuals at every iteration of the last solve, if computed",
                                     {.group = "Graph"}};

  SolveEnds m_ends{m_owner};
  const core::ConstraintProblem* m_problem = nullptr;
  std::span<const core::ConstraintBlock> m_blocks;
  double m_metres = 1, m_newtons = 1;  ///< per unit of violations and multipliers
  bool m_isTold = false;
};

}  // namespace sofa::component::constraintlagrangian

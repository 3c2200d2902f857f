// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Core/Contract/PointCompliance.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/Event.h"

/// Contracts of constraints solved by multipliers: constraints say what is to hold, a constraint solver finds the
/// multipliers, corrections know the compliance of their states and move them. A solver sees the problem only, not the
/// components it comes from.
namespace sofa::core {

class BaseLagrangianConstraint : public Component {
 public:
  Data<int> d_group{this, "group", 0, "number of the group it belongs to; for tools, without effect"};
  Data<unsigned> d_constraintIndex{this, "constraintIndex", 0u, "first row in the constraint solver"};
  Data<double> d_endTime{this, "endTime", -1.0, "no effect: constraints with multipliers act to the end"};

  /// Whether its states have the points it names; an error message says so if not. Asked before each solve: without its
  /// points a constraint is left out.
  virtual bool checkPoints() const { return true; }
  /// Adds its blocks, with their violations at the free motion of problem.params, and their rows of J at params.x.
  virtual void addRows(ConstraintProblem& problem) = 0;

  /// Multipliers of its blocks at the last solve; none after initialisation and reset.
  KeptMultipliers& kept() { return m_kept; }
  const KeptMultipliers& kept() const { return m_kept; }
  void init() override { m_kept.clear(); }
  void reset() override { m_kept.clear(); }
  void archive(Archive& archive) override { m_kept.archive(archive); }

 private:
  KeptMultipliers m_kept;
};

/// Knows the compliance C of one or several states, and moves them by multipliers. What a solver asks for is one of
/// two: the matrix W = J C J^T, or products with it block by block.
class ConstraintCorrection : public Component {
 public:
  /// w += factor J C J^T, the factor that of the step.
  virtual void addCompliance(const ConstraintProblem& problem, ComplianceMatrix& w) = 0;
  /// Where what happens at one point of a state moves no other one: appends C of all its points, times the factor of
  /// the step, and returns the state. Null, the default: only addCompliance() tells.
  virtual const BaseState* listPoints(const ConstraintProblem&, std::vector<PointCompliance>&) const { return nullptr; }

  /// Before the products below: the forces so far are problem.lambda.
  virtual void beginProducts(const ConstraintProblem& problem) = 0;
  /// w += the block of W on the diagonal, rows x rows.
  virtual void addDiagonalBlock(const ConstraintProblem& problem, const ConstraintBlock& block,
                                linearalgebra::DenseMatrix& w) = 0;
  /// d += the rows of the block times the displacement made by the forces so far.
  virtual void addDisplacement(const ConstraintProblem& problem, const ConstraintBlock& block, std::span<double> d) = 0;
  /// The forces of the block grow by these.
  virtual void addForce(const ConstraintProblem& problem, const ConstraintBlock& block,
                        std::span<const double> change) = 0;

  /// xResult, vResult := the free motion plus what problem.lambda does.
  virtual void correct(const ConstraintProblem& problem, VecCoordId xResult, VecDerivId vResult) = 0;
};

class ConstraintSolver : public Component {
 public:
  /// Finds multipliers for the motion given by params and writes the corrected motion.
  virtual void solve(const ConstraintParams& params, VecCoordId xResult, VecDerivId vResult) = 0;

  /// What the last solve worked with, as it left it, until the next one.
  struct LastSolve {
    const ConstraintProblem* problem = nullptr;  ///< null if it had no rows
    double tolerance = 0;                        ///< error that was small enough
  };
  virtual LastSolve lastSolve() const { return {}; }
  /// W of that problem, of a solver that assembles it, at the latest when it is asked for; null if there were no rows.
  virtual const ComplianceMatrix* lastMatrix() const { return nullptr; }
  /// W of that problem; made when it is asked for, of a solver that works without it.
  virtual linearalgebra::DenseMatrix lastCompliance() const { return {}; }
};

/// Told from the node of a constraint solver: the problem and, if the solver assembles it, W are complete.
struct BuildConstraintSystemEndEvent : NamedEvent<BuildConstraintSystemEndEvent> {
  static constexpr const char* eventName = "BuildConstraintSystemEndEvent";
};
/// The multipliers are found; the states are not corrected yet.
struct SolveConstraintSystemEndEvent : NamedEvent<SolveConstraintSystemEndEvent> {
  static constexpr const char* eventName = "SolveConstraintSystemEndEvent";
};

/// The constraint solver that is visible from a node, or the first one below. Null if there is none.
ConstraintSolver* findConstraintSolver(const Node& node);

}  // namespace sofa::core

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/RowCarrier.h"
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"
#include "Sofa/Simulation/Mechanics/MultiplierForces.h"

namespace sofa::simulation {

/// Makes a ConstraintProblem of all Lagrangian constraints below a node, and stands between it and the constraint
/// corrections: a solver asks for W or for products, and hands the multipliers back.
///
/// Rows on mapped states are brought to the states that drive them: J_main = sum over paths of J_child
/// d(child)/d(main). Projective constraints take fixed reals out.
class ConstraintAssembly {
 public:
  void bind(core::Node& node);
  /// False before a solver is initialised, such as one that a loop added in the middle of a step.
  bool isBound() const { return m_plan != nullptr; }
  /// Whether projective constraints take fixed reals out of the rows.
  enum class Projection { none, fixedReals };
  /// Whether rows on mapped states have entries for the points that they move, or for all that the mappings name,
  /// whatever their weight.
  enum class Points { moved, named };
  /// Rows at params.x; `last` holds the multipliers of the last solve, `lambda` zeros.
  core::ConstraintProblem& build(const core::ConstraintParams& params, Projection projection = Projection::fixedReals,
                                 Points points = Points::moved);

  /// The one that was built last.
  const core::ConstraintProblem& problem() const { return m_problem; }
  /// w := W, the sum over all corrections, plus `regularization` on the diagonal.
  void compliance(core::ComplianceMatrix& w, double regularization) const;
  linearalgebra::DenseMatrix denseCompliance(double regularization) const;
  /// All points that corrections move; false if one of them has none, or if two serve the same state.
  bool listPoints(core::PointCompliances& compliances) const;
  /// Products with W without the matrix; see ConstraintCorrection.
  void beginProducts() const;
  void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const;
  void addDisplacement(const core::ConstraintBlock& block, std::span<double> d) const;
  void addForce(const core::ConstraintBlock& block, std::span<const double> change) const;

  /// Keeps problem.lambda for the next solve and moves the states.
  void finish(core::VecCoordId xResult, core::VecDerivId vResult);
  /// What finish() keeps for the mappings of the next step: forgotten, and brought back by a checkpoint.
  void forgetForces();
  void resumeForces();

 private:
  struct Rows {
    core::BaseLagrangianConstraint* constraint;
    std::size_t blocks;  ///< how many it added
  };
  void update();
  void addConstraints();
  void findCarriers();
  void planMapped();
  void carryRows(Points points);
  void project(core::BaseState& mapped, Points points);
  void applyProjectiveConstraints();
  template <class F>
  void forEachKept(const F& f);

  const MechanicalGraph::Subtree& subtree() { return m_plan->graph().subtree; }

  core::Node* m_node = nullptr;
  MechanicalPlan* m_plan = nullptr;
  std::size_t m_structure = 0, m_unknowns = 0;
  std::vector<Rows> m_constraints;
  std::vector<core::ConstraintCorrection*> m_corrections;
  core::ConstraintProblem m_problem;
  MultiplierForces m_forces;
  MappedJacobians m_mapped;
  bool m_mappedIsPlanned = false;
  std::vector<core::RowCarrier*> m_carriers;  ///< of each mapped state, or null: then its Jacobian is asked for
  core::ZeroDirichletCondition m_dirichlet;
  std::vector<char> m_isFixed;
};

}  // namespace sofa::simulation

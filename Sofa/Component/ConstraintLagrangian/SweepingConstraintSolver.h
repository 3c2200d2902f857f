// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// What solvers have in common that sweep over the blocks of an assembled W: over all of them together, or over those
/// of each interaction group by itself.
class SweepingConstraintSolver : public IterativeConstraintSolver {
 public:
  Data<bool> d_solveGroupsApart{this, "solveGroupsApart", false,
                                "end the sweeps over bodies that touch or are tied by their own error, whatever other "
                                "bodies need; not with violationTolerance or forceTolerance"};
  Data<int> d_currentNumInteractionGroups{this,
                                          "currentNumInteractionGroups",
                                          0,
                                          "groups of bodies that the last solve with constraints took apart; 0 without "
                                          "solveGroupsApart",
                                          {.group = "Stats", .readOnly = true}};

 protected:
  /// Blocks that are solved together: all of a problem, or those of a group.
  class Part {
   public:
    Part(SweepingConstraintSolver& solver, core::ConstraintProblem& problem, double tolerance)
        : m_solver(solver), m_problem(problem), m_tolerance(tolerance), m_rows(problem.rows()) {}
    Part(SweepingConstraintSolver& solver, core::ConstraintProblem& problem, std::span<const int> blocks);

    /// Whether there is something left to do, and sweeps to do it with.
    bool isOpen() const { return !outcome.solved && m_sweeps < m_solver.d_maxIterations.value(); }
    bool isSolved() const { return outcome.solved; }
    /// Discards the outcome of the last sweep, so that another one decides whether the problem is solved.
    void reopen() { outcome.solved = false; }
    /// One sweep, of whose changes the part `relaxation` is taken.
    void sweep(double relaxation = 1);
    int sweeps() const { return m_sweeps; }
    double tolerance() const { return m_tolerance; }

    /// The multipliers of its rows, one block after the other.
    void readForces(Eigen::VectorXd& forces) const;
    void writeForces(const Eigen::VectorXd& forces);
    /// What was written moved the multipliers on behind the last sweep; `solved` as it is now.
    void updateResidual(bool solved);
    /// W_ii of its rows.
    void readDiagonal(Eigen::VectorXd& diagonal) const;

    Outcome outcome;  ///< sweep() sets its error and whether it is solved

   private:
    template <class F>
    void forEachRow(const F& f) const;

    SweepingConstraintSolver& m_solver;
    core::ConstraintProblem& m_problem;
    double m_tolerance;
    int m_rows = 0, m_sweeps = 0;
    bool m_isGroup = false;
    std::span<const int> m_blocks;  ///< of a group
    Eigen::VectorXd m_before, m_after;
  };

  /// Sweeps over a part until it is solved, and sets outcome.iterations. Several threads may work on parts at a time.
  virtual void solvePart(Part& part) = 0;
  /// Whether sweeps are all that changes multipliers. Then W need not be there.
  virtual bool onlySweeps() const { return false; }
  /// Whether sweeps end by the residual of all blocks.
  bool residualDecides() const { return m_residual.decides(); }

 private:
  void buildCompliance() final;
  void assemble() const;
  const core::ComplianceMatrix* assembledCompliance() const final;
  mechanics::ComplianceOperator& compliance();
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) final;
  Outcome solveGroups(core::ConstraintProblem& problem);

  mutable RegularizedCompliance m_compliance{this};
  mutable bool m_isAssembled = false;  ///< for the last problem
  /// Returns false if a correction does not know compliances of points, or if an assembled W is cheaper.
  bool buildPointwise();

  mechanics::PointwiseCompliance m_pointwise;
  core::PointCompliances m_points;  ///< as m_pointwise knows them
  std::vector<mechanics::PointRows> m_pointRows;
  bool m_isPointwise = false;  ///< whether sweeps take that
  mechanics::InteractionGroups m_groups;
  bool m_sharesSweeps = false;      ///< whether threads share the sweeps over all blocks
  std::vector<Outcome> m_outcomes;  ///< by group
};

}  // namespace sofa::component::constraintlagrangian

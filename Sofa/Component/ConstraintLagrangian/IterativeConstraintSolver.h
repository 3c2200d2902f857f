// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SolveResidual.h"
#include "Sofa/Core/Contract/SolveSummary.h"
#include "Sofa/Mechanics/Constraint/BlockSweep.h"
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

namespace sofa::component::constraintlagrangian {

/// What solvers have in common that seek the multipliers by iterations until an error is small enough.
class IterativeConstraintSolver : public core::ConstraintSolver, public core::SolveSummary {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Graph = std::map<std::string, std::vector<double>>;

  Data<int> d_maxIterations{this, "maxIterations", 1000, "most sweeps", {.aliases = {"maxIt"}, .required = true}};
  Data<double> d_tolerance{this, "tolerance", 0.001, "error that ends the sweeps", {.required = true}};
  Data<double> d_sor{this, "sor", 1.0, "relaxation: part of the new forces that is taken"};
  Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0, "added to the diagonal of W"};
  Data<bool> d_scaleTolerance{this, "scaleTolerance", true, "multiply the tolerance by the number of constraints"};
  Data<bool> d_allVerified{this, "allVerified", false, "stop only when each constraint is within the tolerance"};
  Data<bool> d_computeGraphs{this, "computeGraphs", false, "record the iterations of every solve in the graphs"};
  Data<Graph> d_graphErrors{this, "graphErrors", {}, "error of every iteration", {.group = "Graph"}};
  Data<Graph> d_graphConstraints{this, "graphConstraints", {}, "error of every block at the end", {.group = "Graph"}};
  Data<Graph> d_graphForces{this, "graphForces", {}, "multiplier of every row, by iteration", {.group = "Graph"}};
  Data<Graph> d_graphViolations{
      this, "graphViolations", {}, "violation of every row, by iteration", {.group = "Graph"}};
  Data<int> d_currentNumConstraints{
      this, "currentNumConstraints", 0, "rows of the last solve", {.group = "Stats", .readOnly = true}};
  Data<int> d_currentNumConstraintGroups{
      this, "currentNumConstraintGroups", 0, "blocks of the last solve", {.group = "Stats", .readOnly = true}};
  Data<int> d_currentIterations{
      this, "currentIterations", 0, "sweeps of the last solve, plus one", {.group = "Stats", .readOnly = true}};
  Data<double> d_currentError{
      this, "currentError", 0.0, "error at the end of the last solve", {.group = "Stats", .readOnly = true}};
  Data<bool> d_computeConstraintForces{this, "computeConstraintForces", false, "copy the multipliers"};
  Data<std::vector<double>> d_constraintForces{this, "constraintForces", {}, "multipliers, if wanted"};

  void init() override;
  void reset() override { m_assembly.forgetForces(); }
  void archive(core::Archive& archive) override;
  void solve(const core::ConstraintParams& params, core::VecCoordId xResult, core::VecDerivId vResult) override;
  std::string solveSummary() const final { return m_residual.ends().summary(); }
  LastSolve lastSolve() const final;
  const core::ComplianceMatrix* lastMatrix() const final {
    return m_assembly.problem().rows() > 0 ? assembledCompliance() : nullptr;
  }
  linearalgebra::DenseMatrix lastCompliance() const final;

 protected:
  struct Outcome {
    int iterations = 0;  ///< as currentIterations tells them
    double error = 0;
    bool solved = false;
  };
  /// A sentence that says what helps, but more iterations, where the method does not converge.
  virtual const char* adviceIfUnsolved() const {
    return "A NewtonConstraintSolver needs few iterations where others need many.";
  }
  /// Assembles W, of solvers that do; there is at least one row.
  virtual void buildCompliance() {}
  /// Finds problem.lambda, which holds zeros; there is at least one row.
  virtual Outcome iterate(core::ConstraintProblem& problem, double tolerance) = 0;
  /// W of the last solve; null of solvers that never assemble it.
  virtual const core::ComplianceMatrix* assembledCompliance() const { return nullptr; }

  /// Sweeps over all blocks, each relaxed by sor, until the error is below the tolerance.
  Outcome sweepUntilSolved(core::ConstraintProblem& problem, mechanics::ComplianceOperator& compliance,
                           double tolerance);
  /// For the graphs, after an iteration; values by row, and by block.
  void record(const core::ConstraintProblem& problem, double error, std::span<const double> violations,
              std::span<const double> blockErrors);
  /// Blocks that keep multipliers start from those of the last solve.
  static void startFromLast(core::ConstraintProblem& problem);
  bool isSolved(const mechanics::BlockSweep::Result& result, double tolerance) const {
    return d_allVerified.value() ? result.verified : result.error < tolerance;
  }

  const simulation::ConstraintAssembly& assembly() const { return m_assembly; }

  mechanics::BlockSweep m_sweep;
  std::vector<double> m_before;  ///< multipliers before a sweep, where it is relaxed
  /// Every method asks it after each iteration whether to end.
  SolveResidual m_residual{this};

  double scaledTolerance(int rows) const;

 private:
  void clearGraphs();

  simulation::ConstraintAssembly m_assembly;
};

}  // namespace sofa::component::constraintlagrangian

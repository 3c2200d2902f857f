#pragma once
#include "Sofa/Component/ConstraintLagrangian/BlockLaw.h"
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"

namespace sofa::component::constraintlagrangian {

/// Block Gauss-Seidel sweeps: each block in turn gets the multipliers that satisfy its law while the others stay
/// (Duriez, Dubois, Kheddar, Andriot, Realistic haptic rendering of interacting deformable objects in virtual
/// environments, 2006). Where the violation of a block comes from is left to derived classes.
class GaussSeidelConstraintSolver : public core::ConstraintSolver {
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
  Data<bool> d_computeGraphs{this, "computeGraphs", false, "record the error of every sweep in graphErrors"};
  Data<Graph> d_graphErrors{this, "graphErrors", {}, "error of every sweep", {.group = "Graph"}};
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
  void solve(const core::ConstraintParams& params, core::VecCoordId xResult, core::VecDerivId vResult) override;

 protected:
  /// Before the sweeps: asks for what the functions below need, and sets the multipliers to start from.
  virtual void prepare(core::ConstraintProblem& problem) = 0;
  /// The block of W on the diagonal.
  virtual void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const = 0;
  /// d, which holds the violation at the free motion, += what the multipliers do.
  virtual void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                               std::span<double> d) const = 0;
  /// The multipliers of a block were `before`.
  virtual void forcesChanged(const core::ConstraintBlock&, std::span<const double> /*before*/,
                             std::span<const double> /*now*/) {}

  const simulation::ConstraintAssembly& assembly() const { return m_assembly; }

 private:
  void sweepUntilSolved(core::ConstraintProblem& problem);
  /// One sweep; returns the error and clears `verified` where a row is beyond the tolerance.
  double sweep(core::ConstraintProblem& problem, double tolerance, bool& verified);

  simulation::ConstraintAssembly m_assembly;
  std::vector<BlockLaw> m_laws;
  linearalgebra::DenseMatrix m_diagonalBlock;
  std::vector<double> m_before, m_violation, m_old;
};

}  // namespace sofa::component::constraintlagrangian

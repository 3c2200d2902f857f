#pragma once
#include "Sofa/Simulation/Mechanics/ConstraintAssembly.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::constraintlagrangian {

/// Multipliers by block Gauss-Seidel sweeps on the assembled compliance W = sum of J C J^T (sheet 08 §7.1, §7.2;
/// Duriez, Dubois, Kheddar, Andriot, Realistic haptic rendering of interacting deformable objects, 2006).
class BlockGaussSeidelConstraintSolver : public core::ConstraintSolver {
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

 private:
  void build(const core::ConstraintParams& params);
  void sweepUntilSolved();
  /// One sweep; returns the error and clears `verified` where a row is beyond the tolerance.
  double sweep(double tolerance, bool& verified);

  simulation::ConstraintAssembly m_assembly;
  std::vector<core::ConstraintBlock*> m_blocks;
  linearalgebra::DenseMatrix m_w;
  std::vector<double> m_free, m_forces, m_before, m_violation, m_old;
};

}  // namespace sofa::component::constraintlagrangian

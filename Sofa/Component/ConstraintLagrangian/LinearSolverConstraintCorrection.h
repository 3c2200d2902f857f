#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::constraintlagrangian {

/// Correction with the compliance A^-1 of the linear system an implicit ODE solver has just solved (sheet 08 §6.2).
template <class DataTypes>
class LinearSolverConstraintCorrection : public core::ConstraintCorrection {
 public:
  core::Data<bool> d_wireOptimization{
      this, "wire_optimization", false,
      "kept for scenes that set it: orders rows for unbuilt solvers, of which there is none"};
  core::Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0,
                                          "added to the compliance of each row that acts on the state"};
  core::Link<core::State<DataTypes>> l_mstate{this, "mstate", "corrected state; default: the one of this node"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver", "default: the first one of this node"};
  core::Link<core::OdeSolver> l_odeSolver{this, "ODESolver", "default: the first one of this node or the scene"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Context& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  void addCompliance(const core::ConstraintParams& params, const core::ConstraintJacobian& jacobian,
                     linearalgebra::DenseMatrix& w) override;
  void correct(const core::ConstraintParams& params, const core::ConstraintJacobian& jacobian,
               std::span<const double> lambda, core::VecCoordId xResult, core::VecDerivId vResult) override;

 private:
  void findSolvers();
  /// m_solution := A^-1 m_rhs, by the solver with the matrix of the free motion.
  void solve();

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_rhs, m_solution;
};

}  // namespace sofa::component::constraintlagrangian

#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::constraintlagrangian {

/// Correction with the compliance A^-1 of the linear system an implicit ODE solver has just solved.
template <class DataTypes>
class LinearSolverConstraintCorrection : public core::ConstraintCorrection {
 public:
  core::Data<bool> d_wireOptimization{this, "wire_optimization", false,
                                      "kept for scenes that set it: no order of rows is needed"};
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
  void addCompliance(const core::ConstraintProblem& problem, core::ComplianceMatrix& w) override;
  void beginProducts(const core::ConstraintProblem& problem) override;
  void addDiagonalBlock(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                        linearalgebra::DenseMatrix& w) override;
  void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                       std::span<double> d) override;
  void addForce(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                std::span<const double> change) override;
  void correct(const core::ConstraintProblem& problem, core::VecCoordId xResult, core::VecDerivId vResult) override;

 private:
  void findSolvers();
  /// m_solution := A^-1 m_rhs, by the solver with the matrix of the free motion.
  void solve();

  /// m_w := factor J A^-1 J^T of the rows that act on the state, all right-hand sides with one factorisation.
  void computeCompliance(const core::ConstraintProblem& problem);
  /// Calls f(row within the block, row of m_w) for rows of the block that act on the state.
  template <class F>
  void forEachRowOf(const core::ConstraintBlock& block, const F& f) const;

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_rhs, m_solution;
  std::vector<int> m_rows;  ///< of the problem, that act on the state: ascending
  linearalgebra::SparseRows m_jacobian;
  linearalgebra::DenseMatrix m_w;
  std::vector<double> m_forces;  ///< so far, one per row of m_w
};

}  // namespace sofa::component::constraintlagrangian

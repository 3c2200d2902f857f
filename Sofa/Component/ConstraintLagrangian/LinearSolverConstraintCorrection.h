// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SystemCompliance.h"

namespace sofa::component::constraintlagrangian {

/// Correction with the compliance A^-1 of the linear system an implicit ODE solver has just solved.
template <class DataTypes>
class LinearSolverConstraintCorrection : public core::ConstraintCorrection {
 public:
  core::Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0,
                                          "added to the compliance of each row that acts on the state"};
  core::Link<core::State<DataTypes>> l_mstate{this, "mstate", "corrected state; default: the one of this node"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver", "default: the first one of this node"};
  core::Link<core::OdeSolver> l_odeSolver{this, "ODESolver", "default: the first one of this node or the scene"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  void addCompliance(const core::ConstraintProblem& problem, core::ComplianceMatrix& w) override;
  void beginProducts(const core::ConstraintProblem& problem) override;
  void addDiagonalBlock(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                        linearalgebra::DenseMatrix& w) override {
    m_system.addDiagonalBlock(block, w);
  }
  void addDisplacement(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                       std::span<double> d) override {
    m_system.addDisplacement(block, d);
  }
  void addForce(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                std::span<const double> change) override {
    m_system.addForce(block, change);
  }
  void correct(const core::ConstraintProblem& problem, core::VecCoordId xResult, core::VecDerivId vResult) override;

 private:
  SystemCompliance m_system;
};

}  // namespace sofa::component::constraintlagrangian

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SystemCompliance.h"

namespace sofa::component::constraintlagrangian {

/// Correction of every state of a linear system at once, whatever their types, with the compliance A^-1 of that system:
/// states that a matrix couples are corrected together.
class GenericConstraintCorrection final : public core::ConstraintCorrection {
 public:
  core::Data<double> d_complianceFactor{this, "complianceFactor", 1.0,
                                        "factor of the compliance; velocities alone are moved without it"};
  core::Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0,
                                          "added to the compliance of each row that acts on the states"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver", "default: the first one of this node"};
  core::Link<core::OdeSolver> l_odeSolver{this, "ODESolver", "default: the first one of this node or the scene"};

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
  std::span<core::BaseState* const> states() const { return l_linearSolver->linearSystem()->states(); }

  SystemCompliance m_system;
};

}  // namespace sofa::component::constraintlagrangian

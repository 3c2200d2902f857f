// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/RowCompliance.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::constraintlagrangian {

/// Correction with the compliance that the state has at the beginning, C = f_x A^-1 with A the matrix of the first
/// step: a dense matrix, computed once with a solve for every real, kept in a file for later runs, which one solve
/// checks, and used as it is however the body moves.
template <class DataTypes>
class PrecomputedConstraintCorrection : public core::ConstraintCorrection, private RowCompliance {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<bool> d_recompute{this, "recompute", false, "compute the compliance although a file holds it, and write none"};
  Data<double> d_regularizationTerm{this, "regularizationTerm", 0.0,
                                    "added to the diagonal of W, for every real that a row acts on"};
  Data<std::string> d_fileCompliance{
      this, "fileCompliance", "", "file of the compliance; default: NODE-REALS-DT.comp", {.aliases = {"filePrefix"}}};
  Data<std::string> d_fileDir{this, "fileDir", "", "folder of the file; default: the one the program runs in"};
  core::Link<core::State<DataTypes>> l_mstate{this, "mstate", "corrected state; default: the one of this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  void bwdInit() override;
  void reset() override;
  void addCompliance(const core::ConstraintProblem& problem, core::ComplianceMatrix& w) override;
  void beginProducts(const core::ConstraintProblem& problem) override;
  void addDiagonalBlock(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                        linearalgebra::DenseMatrix& w) override {
    RowCompliance::addDiagonalBlock(block, w);
  }
  void addDisplacement(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                       std::span<double> d) override {
    RowCompliance::addDisplacement(block, d);
  }
  void addForce(const core::ConstraintProblem&, const core::ConstraintBlock& block,
                std::span<const double> change) override {
    RowCompliance::addForce(block, change);
  }
  void correct(const core::ConstraintProblem& problem, core::VecCoordId xResult, core::VecDerivId vResult) override;

 private:
  Eigen::Index reals() const { return static_cast<Eigen::Index>(l_mstate->size()) * DataTypes::derivSize; }
  std::string fileName() const;
  bool readFile();
  void writeFile();
  /// What response() works with; false if the state is no unknown of the system.
  bool bindSystem();
  Eigen::VectorXd response(const Eigen::VectorXd& force);
  void compute();
  /// Whether the compliance that was read is that of this body, at this time step.
  bool fits();
  /// Makes the step after which the linear solver has its matrix, and takes it back.
  void makeFirstStep(core::OdeSolver& solver);

  core::Found<core::OdeSolver> m_odeSolver;
  core::Found<core::LinearSolver> m_linearSolver;
  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_rhs, m_solution;
  /// Without a file that nobody named a later run only takes longer.
  helper::ResultFiles m_results{[this](auto severity, auto text) {
    const bool named = !d_fileCompliance.value().empty() || !d_fileDir.value().empty();
    this->message(named ? severity : std::min(severity, helper::Severity::Warning), std::move(text));
  }};
  linearalgebra::DenseMatrix m_compliance;
  bool m_computed = false;  ///< by this run, not read from a file
  Eigen::VectorXd m_forces, m_motion;
};

}  // namespace sofa::component::constraintlagrangian

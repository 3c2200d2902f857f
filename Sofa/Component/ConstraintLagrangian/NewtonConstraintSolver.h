// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Mechanics/Constraint/NonSmoothNewton.h"

namespace sofa::component::constraintlagrangian {

/// Newton steps on the laws of all blocks together (NonSmoothNewton), for what Gauss-Seidel sweeps solve too slowly:
/// stacks, chains, bodies of very different masses. It starts from the multipliers of the last step. A step that
/// brings the residual down is taken, halved if need be; where none does, Gauss-Seidel sweeps follow. `tolerance` is
/// the largest residual allowed, a length; the error is that residual.
class NewtonConstraintSolver final : public IterativeConstraintSolver {
 public:
  Data<int> d_sweeps{this, "sweeps", 20, "Gauss-Seidel sweeps where no Newton step is a gain"};
  Data<double> d_ridge{this, "ridge", 1e-9,
                       "part of the mean of its diagonal that is added to W: redundant contacts share forces evenly"};
  Data<int> d_newtonSteps{
      this, "newtonSteps", 0, "Newton steps of the last solve", {.group = "Stats", .readOnly = true}};

  NewtonConstraintSolver() { d_scaleTolerance.set(false); }
  void init() override;

 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;

 private:
  void sweep(core::ConstraintProblem& problem, double tolerance);
  bool newtonStep(core::ConstraintProblem& problem, double& error);

  RegularizedCompliance m_compliance{this};
  mechanics::NonSmoothNewton m_newton;
  Eigen::VectorXd m_change;
  std::vector<double> m_start;
};

}  // namespace sofa::component::constraintlagrangian

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Component/ODESolver/UnstoppedForces.h"
#include "Sofa/Core/Contract/AdjointStep.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Linearised backward Euler: one linear solve per step (docs/manual/solvers.md, "Implicit Euler"; Baraff and Witkin,
/// Large Steps in Cloth Simulation, 1998). With trapezoidalScheme the matrix is that of the trapezoidal rule.
class EulerImplicitSolver : public core::OdeSolver, public core::AdjointStep {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                   "Rayleigh damping in proportion to the stiffness (s)"};
  Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  Data<double> d_velocityDamping{this, "vdamping", 0.0, "decay rate of the velocities (1/s)"};
  Data<bool> d_firstOrder{this, "firstOrder", false,
                          "first-order system: velocities come from forces, without inertia over time"};
  Data<bool> d_trapezoidalScheme{this, "trapezoidalScheme", false, "trapezoidal rule instead of backward Euler"};
  Data<bool> d_solveConstraint{this, "solveConstraint", false,
                               "call the constraint solvers of the node after each update"};
  Data<bool> d_computeResidual{this, "computeResidual", false, "compute the residual at the end of each step"};
  Data<double> d_residual{this,
                          "residual",
                          std::numeric_limits<double>::max(),
                          "squared norm of the residual at the end of the step",
                          {.readOnly = true}};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;
  void reset() override { m_wasReset = true; }
  void archive(core::Archive& archive) override;

  std::string adjointObstacle() override;
  void transposeStep(double h, core::VecDerivId position, core::VecDerivId velocity, core::VecDerivId force) override;
  double weightedResidual(double h) override;

 private:
  class StepEquation;
  /// Factors of the velocities in the right-hand side, and of the solution in the matrix.
  core::MechanicalParams velocityFactors(double h) const;
  core::MechanicalParams matrixFactors(double h) const;
  simulation::Scope forceScope() const;
  /// From the solution of the linear system to velocities, and on to positions.
  void move(double h, core::VecCoordId xResult, core::VecDerivId vResult);
  void computeResidual(double h, core::VecDerivId v);

  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
  UnstoppedForces m_unstopped;
  simulation::TemporaryDeriv m_rhs, m_solution;
  struct PlanVersions {
    std::size_t structure = 0, contacts = 0;
    bool operator==(const PlanVersions&) const = default;
  };
  /// Whether the plan is another one than at the last step.
  bool planChanged();
  PlanVersions m_plan;                      ///< at the last step, 0 before the first and at a checkpoint
  std::size_t m_timesAnew = 0;              ///< MechanicalPlan::timesAnew() at the last step, or at a checkpoint
  bool m_wasReset = false;                  ///< since the last step
  simulation::TemporaryDeriv m_multiplier;  ///< of the last transposeStep()
};

}  // namespace sofa::component::odesolver

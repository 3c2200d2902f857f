// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Newmark's method with one linear solve per step, for the acceleration a' at its end (Newmark, A
/// Method of Computation for Structural Dynamics, 1959):
///     x' = x + h v + h^2 ((1/2 - beta) a + beta a'),   v' = v + h ((1 - gamma) a + gamma a').
/// Second order for gamma = 1/2, first order otherwise; unconditionally stable for 2 beta >= gamma >= 1/2.
class NewmarkImplicitSolver : public core::OdeSolver {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                   "Rayleigh damping in proportion to the stiffness (s)"};
  Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  Data<double> d_velocityDamping{this, "vdamping", 0.0, "decay rate of the velocities (1/s)"};
  Data<double> d_gamma{this, "gamma", 0.5, "weight of the new acceleration in the velocities"};
  Data<double> d_beta{this, "beta", 0.25, "weight of the new acceleration in the positions"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void reset() override { m_hasAcceleration = false; }
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override { return choose(result, h, 1, 1 / h); }
  double integrationFactor(Quantity start, Quantity result, double h) const override {
    return factorOf(start, result, h, 0, 0);
  }
  void archive(core::Archive& archive) override;

 private:
  void computeRightHandSide(double h);
  core::MechanicalParams matrixFactors(double h) const;

  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
  simulation::TemporaryDeriv m_rhs, m_acceleration, m_newAcceleration;
  bool m_hasAcceleration = false;
};

}  // namespace sofa::component::odesolver

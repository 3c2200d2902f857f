// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Core/Contract/AdjointStep.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Newmark's method with one linear solve per step, for the acceleration a' at its end (Newmark, A
/// Method of Computation for Structural Dynamics, 1959):
///     x' = x + h v + h^2 ((1/2 - beta) a + beta a'),   v' = v + h ((1 - gamma) a + gamma a').
/// Second order for gamma = 1/2, first order otherwise; unconditionally stable for 2 beta >= gamma >= 1/2.
class NewmarkImplicitSolver : public core::OdeSolver, public core::AdjointStep {
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

  std::string adjointObstacle() override;
  void beginAdjoint() override;
  void transposeStep(double h, core::VecDerivId position, core::VecDerivId velocity, core::VecDerivId force) override;
  double weightedResidual(double h) override;

 private:
  class StepEquation;
  class StartAcceleration;
  /// What the adjoint of a run keeps from one transposed step to the next.
  struct AdjointVectors {
    simulation::TemporaryDeriv start;                ///< the acceleration at the beginning of the last step
    bool wasFound = false;                           ///< in that step, from the forces
    simulation::TemporaryDeriv over;                 ///< dJ by the acceleration that the next step begins with
    simulation::TemporaryDeriv multiplier, atStart;  ///< of the step, and dJ by a first acceleration
  };

  void computeRightHandSide(double h);
  /// The factors of M, B and K in the right-hand side: those on the acceleration at the beginning, and on the velocity.
  core::MechanicalParams accelerationFactors(double h) const;
  core::MechanicalParams velocityFactors(double h) const;
  core::MechanicalParams matrixFactors(double h) const;

  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
  simulation::TemporaryDeriv m_rhs, m_acceleration, m_newAcceleration;
  bool m_hasAcceleration = false;
  std::shared_ptr<AdjointVectors> m_adjoint;  ///< once the run is differentiated
};

}  // namespace sofa::component::odesolver

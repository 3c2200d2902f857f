// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Central differences in the leapfrog form, explicit: the velocities are those half a step before the positions
/// (Hairer, Lubich, Wanner, Geometric Numerical Integration, §I.1.4). Started from velocities at the time of the
/// positions it is of first order, from velocities half a step earlier of second order.
class CentralDifferenceSolver : public core::OdeSolver {
 public:
  core::Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};

  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
};

}  // namespace sofa::component::odesolver

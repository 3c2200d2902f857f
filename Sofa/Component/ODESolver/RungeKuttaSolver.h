// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Midpoint rule: second order (Hairer, Norsett, Wanner, Solving ODEs I, §II.1).
class RungeKutta2Solver : public core::OdeSolver {
 public:
  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
  simulation::TemporaryDeriv m_acceleration, m_midVelocity;
  simulation::TemporaryCoord m_midPosition;
};

/// The classical fourth-order method.
class RungeKutta4Solver : public core::OdeSolver {
 public:
  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_a1, m_a2, m_a3, m_a4, m_v2, m_v3, m_v4;
  simulation::TemporaryCoord m_x;
};

}  // namespace sofa::component::odesolver

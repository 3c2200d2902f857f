// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ODESolver/OwnConstraintSolvers.h"
#include "Sofa/Component/ODESolver/UnstoppedForces.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Explicit Euler; symplectic (new velocity moves the positions) unless told otherwise (docs/manual/solvers.md,
/// "Explicit Euler").
class EulerExplicitSolver : public core::OdeSolver {
 public:
  core::Data<bool> d_symplectic{this, "symplectic", true, "positions are moved by the new velocities"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver, needed with masses that are not diagonal"};

  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  simulation::MechanicalOperations m_ops;
  OwnConstraintSolvers m_constraints;
  UnstoppedForces m_unstopped;
};

}  // namespace sofa::component::odesolver

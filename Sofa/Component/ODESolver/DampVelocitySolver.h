// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Lets velocities decay by exp(-rate dt) and stops what is slow; positions are left to another solver of the
/// node.
class DampVelocitySolver : public core::OdeSolver {
 public:
  core::Data<double> d_rate{this, "rate", 0.99, "decay rate of the velocities (1/s)"};
  core::Data<double> d_threshold{this, "threshold", 0.0,
                                 "speed below which the velocity of a point becomes zero (m/s); 0: none"};

  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity, double) const override { return 0; }
  double integrationFactor(Quantity start, Quantity result, double h) const override;

 private:
  simulation::MechanicalOperations m_ops;
};

}  // namespace sofa::component::odesolver

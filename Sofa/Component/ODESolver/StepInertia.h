// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Inertia over a step of h seconds as a function of the displacement d, with the masses of mapped states X(x) too:
///
///   sum over masses of (dX - h V0).M (dX - h V0) / (2 h^2) + rM dX.M dX / (2 h),   dX = X(x0 + d) - X(x0),
///
/// and dX = d, V0 = v0 where no mapping drives the state. h V0 = X(x0) - X(x0 - h v0) is what X moved in the step
/// before: with J v0 for it a mass that a turning body carries would miss half of its centripetal acceleration.
class StepInertia {
 public:
  using Operations = simulation::MechanicalOperations;

  /// Takes the start of a step; x is a vector to work with, and mapped states stand at x0 afterwards.
  void begin(Operations& ops, double h, double rayleighMass, core::VecCoordId start, core::VecDerivId velocity);
  /// With mapped states at x = x0 + d.
  double energy(Operations& ops, core::VecCoordId x, core::VecDerivId d);
  /// out = its derivative by d, of the states that no mapping drives.
  void gradient(Operations& ops, core::VecDerivId out, core::VecCoordId x, core::VecDerivId d);
  /// Of M in the Hessian.
  double massFactor() const { return 1 / (m_step * m_step) + m_rayleigh / m_step; }

 private:
  /// m_motion = dX - `part` h V0.
  void findMotion(Operations& ops, core::VecCoordId x, core::VecDerivId d, double part);
  /// m_motion.M m_motion.
  double product(Operations& ops);

  double m_step = 1, m_rayleigh = 0;
  core::VecCoordId m_start;
  std::vector<core::BaseState*> m_mapped;  ///< those that have a mass
  simulation::TemporaryCoord m_before;
  simulation::TemporaryDeriv m_expected, m_motion, m_product;
};

}  // namespace sofa::component::odesolver

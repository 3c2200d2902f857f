// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// For solvers that add up the forces of Scope::subtree: mappings with mapForces="0" do not stop these. Says so once,
/// of each mapping below which a force acts.
class UnstoppedForces {
 public:
  void tell(const core::Component& solver, simulation::MechanicalOperations& ops);

 private:
  std::size_t m_structure = 0;
  std::vector<std::weak_ptr<const core::Base>> m_told;
};

}  // namespace sofa::component::odesolver

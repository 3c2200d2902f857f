// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/UnstoppedForces.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"

#include <algorithm>
#include <utility>

namespace sofa::component::odesolver {

void UnstoppedForces::tell(const core::Component& solver, simulation::MechanicalOperations& ops) {
  if (const auto version = ops.plan().structureVersion(); version == std::exchange(m_structure, version)) return;
  for (const auto* mapping : ops.graph().subtree.loaded.mappings) {
    if (mapping->d_mapForces.value()) continue;
    if (std::ranges::any_of(m_told, [&](const auto& told) { return told.lock().get() == mapping; })) continue;
    m_told.push_back(mapping->weak_from_this());
    core::tellDefect(
        *mapping,
        fmt::format("mapForces=\"0\" does not keep forces from the input: {} adds up all forces below its node",
                    solver.path()),
        "Take the force fields below this mapping out, or use another integrator, such as RungeKutta4Solver");
  }
}

}  // namespace sofa::component::odesolver

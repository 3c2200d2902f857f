// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Whether accelerations follow from forces point by point: every mass is lumped and none is on a mapped state.
inline bool massesAreDiagonal(simulation::MechanicalOperations& ops) {
  const auto& subtree = ops.graph().subtree;
  return !subtree.massOnMapped &&
         std::ranges::all_of(subtree.masses, [](const auto* mass) { return mass->isDiagonal(); });
}

/// The mapped states, of those solved for, that have a mass of their own.
inline std::vector<core::BaseState*> mappedStatesWithMass(simulation::MechanicalOperations& ops) {
  const auto& solved = ops.graph().solved;
  std::vector<core::BaseState*> result;
  if (!ops.graph().subtree.massOnMapped) return result;
  for (auto* state : solved.mappedStates)
    if (std::ranges::any_of(solved.products, [&](const auto& product) {
          return product.mass && std::ranges::count(product.mass->states(), state) > 0;
        }))
      result.push_back(state);
  return result;
}

}  // namespace sofa::component::odesolver

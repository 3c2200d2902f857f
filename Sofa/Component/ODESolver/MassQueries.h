#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Whether accelerations follow from forces point by point: every mass is lumped and none is on a mapped state.
inline bool massesAreDiagonal(simulation::MechanicalOperations& ops) {
  const auto& subtree = ops.graph().subtree;
  return !subtree.massOnMapped &&
         std::ranges::all_of(subtree.masses, [](const auto* mass) { return mass->isDiagonal(); });
}

/// Warns of masses that products M v leave out although the matrix of the solver holds them: those on mapped states and
/// those below another mass (docs/manual/solvers.md, "Mechanical operations"). Call it in bwdInit().
inline void warnOfHiddenMasses(core::Component& solver, simulation::MechanicalOperations& ops) {
  for (const auto& node : ops.graph().nodes)
    if (node.mass && node.massHidden)
      solver.warning(
          "The mass {} is on a mapped state or below another mass: as in SOFA v26.06 the momentum does not count it, "
          "so "
          "the motion is wrong. Put it on a state that no mapping drives, or use an EulerImplicitSolver.",
          node.mass->path());
}

}  // namespace sofa::component::odesolver

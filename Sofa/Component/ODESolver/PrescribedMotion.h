// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Sets the time of the nodes that `ops` work on, until the animation loop sets it at the end of the step. What a
/// solver whose unknowns belong to the end of a step asks of components then belongs to that time, and so does the
/// projection that the loop does after it.
void setTime(simulation::MechanicalOperations& ops, double time);

/// Puts what the projective constraints ask for, at the time of their nodes, into x of the states that no mapping
/// drives. The constraints stay as they are: one that advances with each projection does so with the loop's.
void prescribePositions(simulation::MechanicalOperations& ops, core::VecCoordId x);

/// out = a - b on `state`; of rotations the rotation vector from b to a.
void difference(core::BaseState& state, core::VecDerivId out, core::VecCoordId a, core::VecCoordId b);

}  // namespace sofa::component::odesolver

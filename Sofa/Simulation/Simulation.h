// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

/// Life cycle of a whole scene (docs/manual/scenes.md, "Life of a scene").
namespace sofa::simulation {

/// Adds missing loops, resolves links, initialises every component, projects and propagates, stores the reset state.
void initRoot(Node& root);
/// Puts the scene back to the state initRoot stored, at its start time.
void reset(Node& root);
/// One animation step; dt = 0 takes the root's.
void animate(Node& root, double dt = 0);
/// Brings what is only looked at up to date, after steps or edits and before drawing.
void updateVisual(Node& root);
/// Tells every component that the scene ends. Idempotent.
void unload(Node& root);
void updateBoundingBoxes(Node& root);

/// First mechanical state, depth first, whose positions or velocities are not finite; null if all are.
const core::Component* firstNonFiniteState(Node& root);

}  // namespace sofa::simulation

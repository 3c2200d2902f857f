// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Session/Selection.h"

/// The components of a body, which are those of the node whose state moves it and of the nodes below. Call these
/// functions in the simulation's thread.
namespace sofa::gui {

/// Returns the node of the state that moves an object. No mapping moves that state. Returns the object's own node if no
/// state moves it.
core::Node* bodyOf(core::Base& object);

/// Returns the component of an object's body that describes its material best: one with a Young's modulus or material
/// parameters, else one with stiffnesses, else the mass, else the object itself. Among equals the nearest one counts:
/// the object's own node comes first, then the nodes above it, then the nodes below.
core::Base* materialOf(core::Base& object);

/// Returns all components of an object's body: those of the body's node first, then those of the nodes below.
std::vector<core::Base*> componentsOfBody(core::Base& object);

}  // namespace sofa::gui

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Session/Selection.h"

/// What belongs to a body: the node of the state that moves it, and what is below. In the simulation's thread.
namespace sofa::gui {

/// The node of the state that moves an object, which follows no other by a mapping; the object's own node if nothing
/// does.
core::Node* bodyOf(core::Base& object);

/// The component of the same body that tells what it is made of: one with a Young's modulus or parameters of a
/// material, else one with stiffnesses, else its mass; the object itself if there is none. The nearest is taken: of the
/// object's own node, then of those above, then of those below.
core::Base* materialOf(core::Base& object);

/// All components of the body of an object: those of its node, then those of the nodes below.
std::vector<core::Base*> componentsOfBody(core::Base& object);

}  // namespace sofa::gui

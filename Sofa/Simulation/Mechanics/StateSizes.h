// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

/// States that change their size while a scene runs, and the components that name their points: an index beyond a state
/// must reach no kernel (docs/manual/mechanics-plan.md, "States that change their size").
namespace sofa::simulation {

/// To be called by states: the points were `before` many. Components are looked at before they act the next time.
void noteResized(core::BaseState& state, std::size_t before);

/// Whether sizes were noted and not looked at.
bool areSizesNoted();

/// When sizes are looked at: mappings make their outputs larger and smaller while a scene is initialised, and when a
/// mesh changes.
enum class Moment { initialisation, betweenOperations, inForces };

/// Looks at the components that are linked to states whose sizes were noted. Those that name points that are not there
/// any more get an error and take no part from now on, those that name none again take part again. True if there was
/// something to look at.
bool checkNotedSizes(const core::Node& root, Moment moment = Moment::betweenOperations);

/// False for components that name points that are not there.
bool takesPart(const core::Component& component);

}  // namespace sofa::simulation

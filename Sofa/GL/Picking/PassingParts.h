// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Node.h"

/// What the mouse adds to a scene and takes out again.
namespace sofa::gl {

/// Takes a component out of the scene, wherever it is by now.
void takeOut(std::weak_ptr<core::Component>& component);
void takeOut(std::weak_ptr<core::Node>& node);

/// Solvers see to what has the tags of their states; checkpoints pass over what comes and goes.
void markPassing(core::Component& component, const core::BaseState& state);

}  // namespace sofa::gl

#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::fluid {

/// Makes a state have that many points, with all that goes with them: through what changes the mesh of its node, if
/// there is such a component, else alone. New points lie at the origin.
void setParticleCount(core::BaseState& state, std::size_t count);

}  // namespace sofa::component::fluid

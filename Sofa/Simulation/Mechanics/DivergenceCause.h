// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Core/Contract/State.h"

namespace sofa::simulation {

/// What most likely let the state diverge, and what to do about it: a sentence or two about its solver and the forces
/// below that solver.
std::string likelyCause(const core::BaseState& state);

}  // namespace sofa::simulation

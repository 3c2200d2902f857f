// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// The vector of the states below a node that take no part now: they go on with it when they are awake again. Those
/// that take part are written by MechanicalOperations::archive().
void archiveResting(core::Archive& archive, Node& node, core::VecDerivId v);

}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Warns about points of bodies with elements that belong to no element, though a mass gives them weight and nothing
/// else holds them: middle nodes of second-order elements of which a force field takes the corners, for one.
void checkFreePoints(Node& root);

}  // namespace sofa::simulation

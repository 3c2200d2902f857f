// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Warns about force fields and projective constraints of an initialised scene that have no effect, since no ODE solver
/// that knows them integrates their states; changes nothing. Contacts, which come later, are not looked at.
void checkIntegratedStates(Node& root);

}  // namespace sofa::simulation

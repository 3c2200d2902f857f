// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::simulation {

/// Gradients by positions and velocities as projective constraints make them become gradients by those before, which
/// the states hold. Throws std::invalid_argument with the path where there is none.
void transposeProjection(MechanicalOperations& ops, core::VecDerivId overPosition, core::VecDerivId overVelocity,
                         const std::string& path);

}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Simulation/Run/FrontEnd.h"

/// Front ends that libraries of the installation bring, which are loaded when they are asked for.
namespace sofa::simulation {

/// The front end used where none is named: the viewer where there is a display and this build has it.
std::string defaultFrontEnd();

/// The front end of that name, from the library that brings it. Null, with the reason, if there is none.
const FrontEnd* loadFrontEnd(const std::string& name, std::string& problem);

/// Names of those that this build has.
std::vector<std::string> availableFrontEnds();

}  // namespace sofa::simulation

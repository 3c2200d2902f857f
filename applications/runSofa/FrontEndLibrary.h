#pragma once
#include <string>

#include "Sofa/Simulation/Run/FrontEnd.h"

/// The front end used where the command line names none: the viewer where there is a display and this build has it.
std::string defaultFrontEnd();

/// The front end of that name, from the library that brings it. Null after an error message if there is none.
const sofa::simulation::FrontEnd* loadFrontEnd(const std::string& name);

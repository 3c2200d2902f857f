// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Simulation/Run/FrontEnd.h"

namespace CLI {
class App;
}

/// Warns of each given option that the chosen front end ignores.
void warnWithoutFrontEnd(const CLI::App& app, const std::string& frontEnd);

/// Warns of each given option that has no effect because of other options, given or missing.
void warnWithoutOthers(const CLI::App& app, const sofa::simulation::BatchOptions& batch);

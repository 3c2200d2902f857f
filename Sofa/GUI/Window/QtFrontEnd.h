// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GUI/Window/RecentFiles.h"
#include "Sofa/Simulation/Run/FrontEnd.h"

namespace sofa::gui {

/// The scene that was given, else the one opened last that is still there; empty if there is none.
std::string sceneToOpen(const simulation::FrontEndOptions& options, const RecentFiles& recent);

}  // namespace sofa::gui

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// The text of the scene's file with what changed since it was read: values of attributes are replaced where they
/// stand, elements come and go with their comments, and all other bytes stay. Nothing if the scene was not read from a
/// file. `folder` is where the text will be kept: see sceneText().
std::optional<std::string> patchedSceneText(const Node& root, const std::filesystem::path& folder);

}  // namespace sofa::simulation

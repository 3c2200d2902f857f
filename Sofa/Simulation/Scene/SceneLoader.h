// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Simulation/Node.h"

/// Scene files in other forms than XML: plugins bring what reads them.
namespace sofa::simulation {

/// Builds the graph of a scene file, not initialised. Null after an error message if there is none at all; what was
/// built before an error is kept.
using SceneLoader = std::function<std::shared_ptr<Node>(const std::string& file)>;

/// Has files with that extension (with its point, in lower case) read by `loader`. Thread-safe, as is looking for it.
void setSceneLoader(const std::string& extension, SceneLoader loader);
/// Empty if there is none for the extension, in whatever case, even after the plugin that brings it was looked for.
/// `problem` then says why that plugin is not there; it stays empty for extensions of which none is known.
SceneLoader findSceneLoader(std::string_view extension, std::string& problem);

/// Words of the command line for scenes that are programs (--argv).
void setSceneArguments(std::vector<std::string> arguments);
const std::vector<std::string>& sceneArguments();

}  // namespace sofa::simulation

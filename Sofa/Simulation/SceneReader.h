#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Builds the graph of a scene file (.scn, .xml). Null after an error message if there is no scene; components that
/// cannot be created are reported and the rest is kept. The graph is not initialised: see initRoot().
std::shared_ptr<Node> readScene(const std::string& file);

/// The same from XML text, e.g. in a program or test; relative file names start from `folder`.
std::shared_ptr<Node> readSceneText(std::string_view xml,
                                    const std::filesystem::path& folder = std::filesystem::current_path());

/// Writes a scene that loads again: links as links, given values exactly. False if the file cannot be written.
bool writeScene(const Node& root, const std::string& file);
std::string sceneText(const Node& root);

}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Builds the graph of a scene file (.scn, .xml). Null after an error message if there is no scene; components that
/// cannot be created are reported and the rest is kept. The graph is not initialised: see initRoot().
std::shared_ptr<Node> readScene(const std::string& file);

/// The same from XML text, e.g. in a program or test; relative file names start from `folder`.
std::shared_ptr<Node> readSceneText(std::string_view xml,
                                    const std::filesystem::path& folder = std::filesystem::current_path());

/// What readSceneFragment() made.
struct SceneFragment {
  std::vector<std::shared_ptr<core::Base>> objects;  ///< added to the node, in order
  std::string problem;                               ///< why nothing was added, with the line; empty if all went well
};

/// Adds the components and nodes of an XML text, one or several elements side by side, to a node: all or, where one
/// cannot be created, none. Names that the node already has get a number. They are not initialised: see
/// initAdded() in GraphEdit.h. Relative file names start from `folder`.
SceneFragment readSceneFragment(std::string_view xml, Node& node,
                                const std::filesystem::path& folder = std::filesystem::current_path());

/// `name`, with the next free number at its end if a component or child of the node has that name.
std::string freeName(const Node& node, const std::string& name);

/// Classes that a deprecated element of collision detection stands for; none for all others.
std::vector<std::string> phasesOfDetection(const std::string& className);

}  // namespace sofa::simulation

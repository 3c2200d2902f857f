// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Node.h"

/// Scenes as files that load again and start as the scene did when it was loaded, with the edits made since. What
/// components added by themselves and what was computed is left out: where the simulation has advanced, the written
/// scene begins at its start. A checkpoint (Checkpoint.h) keeps the state of a run.
namespace sofa::simulation {

/// XML of the whole scene. Links are written as they were given where they still lead to the same object, else by the
/// path from the root. Comments of the file stay at what they stood before, behind or in. An include of which nothing
/// was changed is written as an include, else what it stands for, with a warning. `folder` is where the text will be
/// kept: relative names of files that exist are changed so that they are found from there; empty leaves them as they
/// are.
std::string sceneText(const Node& root, const std::filesystem::path& folder = {});

/// XML of one component, or of a node with all below it, that readSceneFragment() takes.
std::string objectText(const core::Base& object);

/// XML of what came into a node by each include, as it would stand in the scene's own file.
std::map<const core::SceneInclude*, std::string> includedTexts(const Node& node);

/// The scene as its file was, byte for byte, where it was read from one, but for the edits made since; else
/// sceneText().
std::string savedSceneText(const Node& root, const std::filesystem::path& folder = {});

/// Writes savedSceneText() in one piece: after a failure, of which `problem` tells the reason, the former file is still
/// there. A link at `file` is followed if it stays in the folder (docs/manual/trust.md).
bool writeScene(const Node& root, const std::string& file, std::string* problem = nullptr);

}  // namespace sofa::simulation

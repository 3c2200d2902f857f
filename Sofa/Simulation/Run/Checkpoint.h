// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Tag of components that come and go while a scene runs, such as the spring of a mouse: checkpoints leave them alone.
inline constexpr std::string_view passingTag = "Passing";

/// Saves everything a run carries from step to step; resuming gives the same bits as never having stopped, on the same
/// machine and build. The file is written beside and renamed, so an interrupted write leaves the former checkpoint.
bool saveCheckpoint(const std::string& file, Node& root, long step);

/// Restores a scene that was loaded and initialised the same way. Returns the step it was saved at, or -1 after an
/// error message (wrong file, truncated, or of another scene).
long loadCheckpoint(const std::string& file, Node& root);

/// The same without a file: what a checkpoint holds, and back. restoreState() returns the step, or -1 with `problem`
/// saying why not; a state of another scene is refused before anything is changed.
std::string savedState(Node& root, long step);
long restoreState(std::string_view state, Node& root, std::string& problem);

}  // namespace sofa::simulation

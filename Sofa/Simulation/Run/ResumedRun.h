// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Run/BatchRun.h"

namespace sofa::simulation {

/// Puts `root` where a batch run begins: at step 0, or where its checkpoint was saved, and sets `step`. Tells what was
/// asked for steps before that and will not come. Not good, after an error message, if the checkpoint cannot be read,
/// or was saved after the last step: steps are counted from the start of the scene.
ExitStatus startRun(const BatchOptions& options, Node& root, long& step);

}  // namespace sofa::simulation

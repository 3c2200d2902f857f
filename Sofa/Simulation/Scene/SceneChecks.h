// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Warns about what is probably not meant in a loaded scene; changes nothing (docs/manual/scenes.md, "Scene checks").
void checkScene(Node& root);

}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace sofa::simulation {

/// How many nodes and components a scene may have, with all that is read into it; 0 for any number.
void limitSceneObjects(std::size_t most);
/// Another scene is opened: counts anew.
void forgetSceneObjects();
/// Counts one more. False if there may be no more; the first time after an error message.
bool countSceneObject();

}  // namespace sofa::simulation

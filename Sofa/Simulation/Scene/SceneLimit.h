#pragma once
#include <cstddef>

namespace sofa::simulation {

/// How many nodes and components scenes that are read may have, all together; 0 for any number.
void limitSceneObjects(std::size_t most);
/// Counts one more. False if there may be no more; the first time after an error message.
bool countSceneObject();

}  // namespace sofa::simulation

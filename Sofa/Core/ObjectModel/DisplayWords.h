// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace sofa::core {

/// The words that display flags are written in.
inline const std::vector<std::string>& displayFlagWords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const char* verb : {"show", "hide"})
      for (const char* name : {"All",
                               "Visual",
                               "VisualModels",
                               "Behavior",
                               "BehaviorModels",
                               "ForceFields",
                               "InteractionForceFields",
                               "Collision",
                               "CollisionModels",
                               "BoundingCollisionModels",
                               "DetectionOutputs",
                               "Mapping",
                               "Mappings",
                               "MechanicalMappings",
                               "Root",
                               "Options",
                               "AdvancedRendering",
                               "Rendering",
                               "Wireframe",
                               "Normals"})
        all.push_back(std::string(verb) + name);
    return all;
  }();
  return words;
}

}  // namespace sofa::core

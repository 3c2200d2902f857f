// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Component/SceneText.h"
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::tests {

/// All contacts of a scene's detection, after a step.
inline std::vector<core::DetectionOutput> contactsOf(const Scene& scene) {
  scene.step();
  std::vector<core::DetectionOutput> all;
  for (const auto& pair : scene.first<core::NarrowPhase>().contacts())
    all.insert(all.end(), pair.outputs.begin(), pair.outputs.end());
  return all;
}

}  // namespace sofa::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::tests {

/// What the first pipeline of a scene finds now, pair by pair.
inline std::vector<core::DetectionOutput> detectedContacts(const Scene& scene) {
  auto& pipeline = scene.first<core::CollisionPipelineBase>();
  pipeline.resetCollisions();
  pipeline.detect();
  std::vector<core::DetectionOutput> all;
  for (const auto& pair : scene.first<core::NarrowPhase>().contacts())
    all.insert(all.end(), pair.outputs.begin(), pair.outputs.end());
  return all;
}

}  // namespace sofa::tests

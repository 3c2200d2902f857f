// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/PickedMesh.h"

#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::gl {

core::BaseMeshTopology* pickedMesh(simulation::Node& root, const PickedPoint& picked) {
  const auto state = picked.state.lock();
  const auto* wanted = state ? simulation::meshOfState(*state) : nullptr;
  std::vector<core::BaseMeshTopology*> meshes;
  root.collectDown(meshes);
  if (const auto mesh = std::ranges::find(meshes, wanted); mesh != meshes.end()) return *mesh;
  if (state) state->error("The mouse cuts meshes, but the points of this body are those of none.");
  return nullptr;
}

}  // namespace sofa::gl

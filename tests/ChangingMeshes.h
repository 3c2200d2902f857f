// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshRemesher.h"
#include "Sofa/Component/Topology/TopologicalChangeProcessor.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::tests {

/// Whether meshes change while the scene runs. A reset does not bring them back (docs/manual/topology.md, "Following a
/// mesh").
inline bool hasChangingMeshes(const core::Node& root) {
  return root.down<component::topology::TopologicalChangeProcessor>() || root.down<component::topology::MeshRemesher>();
}

}  // namespace sofa::tests

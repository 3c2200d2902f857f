// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"

namespace sofa::component::topology {

/// Cuts each quad into two triangles, which stay with it; new quads are cut along the diagonal (0,2).
class Quad2TriangleTopologicalMapping final : public TopologicalMapping {
 public:
  core::Data<bool> d_swapping{this, "swapping", true, "alternate the diagonals along which quads are cut"};

  core::MeshChanges follow(const core::MeshChanges& ofSource) override;

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology

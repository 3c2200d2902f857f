// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"

namespace sofa::component::topology {

/// Quads on the surface of a hexahedral mesh.
class Hexa2QuadTopologicalMapping final : public TopologicalMapping {
 public:
  core::Data<bool> d_flipNormals{this, "flipNormals", false, "turn the quads inwards"};

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology

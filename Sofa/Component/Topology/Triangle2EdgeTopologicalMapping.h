// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"

namespace sofa::component::topology {

/// Edges on the border of a triangle mesh.
class Triangle2EdgeTopologicalMapping final : public TopologicalMapping {
 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology

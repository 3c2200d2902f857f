// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"

namespace sofa::component::topology {

/// Cuts each hexahedron into six tetrahedra.
class Hexa2TetraTopologicalMapping final : public TopologicalMapping {
 public:
  core::Data<bool> d_swapping{this, "swapping", false,
                              "mirror every other cell of a grid, so that the cuts have no common direction"};

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology

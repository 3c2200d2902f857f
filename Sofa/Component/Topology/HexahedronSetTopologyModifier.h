// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the hexahedra of a container.
class HexahedronSetTopologyModifier : public TopologyModifier {
 public:
  core::Data<bool> d_removeIsolated{this, "removeIsolated", true, "remove points that are left without an element"};

  ElementType elementType() const override { return ElementType::hexahedron; }

 protected:
  bool removesIsolatedPoints() const override { return d_removeIsolated.value(); }
};

}  // namespace sofa::component::topology

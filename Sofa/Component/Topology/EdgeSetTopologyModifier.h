// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the edges of a container.
class EdgeSetTopologyModifier final : public TopologyModifier {
 public:
  ElementType elementType() const override { return ElementType::edge; }
};

}  // namespace sofa::component::topology

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the quads of a container.
class QuadSetTopologyModifier final : public TopologyModifier {
 public:
  ElementType elementType() const override { return ElementType::quad; }
};

}  // namespace sofa::component::topology

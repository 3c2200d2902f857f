// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {

/// Changes the points of a container.
class PointSetTopologyModifier final : public TopologyModifier {
 public:
  ElementType elementType() const override { return ElementType::point; }
};

}  // namespace sofa::component::topology

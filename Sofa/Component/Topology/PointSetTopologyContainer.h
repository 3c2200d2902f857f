// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {

/// Points without elements.
class PointSetTopologyContainer final : public SetTopologyContainer {
 public:
  ElementType elementType() const override { return ElementType::point; }
};

}  // namespace sofa::component::topology

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/PointSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered =
    core::Register("PointSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic", "points without elements")
        .add<PointSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

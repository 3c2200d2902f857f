// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/PointSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("PointSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the points of a container")
                            .wasCalled("PointSetTopologyAlgorithms", "SOFA v24.12")
                            .add<PointSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

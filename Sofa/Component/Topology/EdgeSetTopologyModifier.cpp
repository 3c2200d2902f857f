// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/EdgeSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("EdgeSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the edges of a container")
                            .wasCalled("EdgeSetTopologyAlgorithms", "SOFA v24.12")
                            .add<EdgeSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

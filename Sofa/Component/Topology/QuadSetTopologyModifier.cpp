// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("QuadSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the quads of a container")
                            .wasCalled("QuadSetTopologyAlgorithms", "SOFA v24.12")
                            .add<QuadSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/HexahedronSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("HexahedronSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the hexahedra of a container")
                            .wasCalled("HexahedronSetTopologyAlgorithms", "SOFA v24.12")
                            .add<HexahedronSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

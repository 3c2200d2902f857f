// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TetrahedronSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void TetrahedronSetTopologyModifier::reinit() { removeAround(*d_listOut); }

namespace {
const auto registered = core::Register("TetrahedronSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the tetrahedra of a container")
                            .wasCalled("TetrahedronSetTopologyAlgorithms", "SOFA v24.12")
                            .add<TetrahedronSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

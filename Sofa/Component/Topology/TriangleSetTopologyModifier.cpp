// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void TriangleSetTopologyModifier::reinit() { removeAround(*d_listOut); }

namespace {
const auto registered = core::Register("TriangleSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the triangles of a container")
                            .wasCalled("TriangleSetTopologyAlgorithms", "SOFA v24.12")
                            .add<TriangleSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

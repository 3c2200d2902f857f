// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/EdgeSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void EdgeSetTopologyContainer::checkSubElements() { m_edgeFields.checkConnexity(); }

namespace {
const auto registered =
    core::Register("EdgeSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic", "edges that can change")
        .add<EdgeSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

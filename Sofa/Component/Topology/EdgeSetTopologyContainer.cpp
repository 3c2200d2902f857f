#include "Sofa/Component/Topology/EdgeSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

bool EdgeSetTopologyContainer::isComplete() const {
  m_edgeFields.checkConnexity();
  return true;
}

namespace {
const auto registered =
    core::Register("EdgeSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic", "edges that can change")
        .add<EdgeSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

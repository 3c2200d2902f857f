#include "Sofa/Component/Topology/EdgeSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("EdgeSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the edges of a container")
                            .add<EdgeSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

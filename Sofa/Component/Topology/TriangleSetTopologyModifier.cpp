#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void TriangleSetTopologyModifier::reinit() {
  if (!d_listOut->empty()) warning("list_Out: elements cannot be removed during a simulation yet; nothing is removed.");
}

namespace {
const auto registered = core::Register("TriangleSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the triangles of a container")
                            .add<TriangleSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

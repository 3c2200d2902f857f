#include "Sofa/Component/Topology/TetrahedronSetTopologyModifier.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void TetrahedronSetTopologyModifier::reinit() {
  if (!d_listOut->empty()) warning("list_Out: elements cannot be removed during a simulation yet; nothing is removed.");
}

namespace {
const auto registered = core::Register("TetrahedronSetTopologyModifier", "Sofa.Component.Topology.Container.Dynamic",
                                       "changes the tetrahedra of a container")
                            .add<TetrahedronSetTopologyModifier>();
}  // namespace

}  // namespace sofa::component::topology

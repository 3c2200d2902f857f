// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/QuadSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

QuadSetTopologyContainer::QuadSetTopologyContainer() {
  addList(m_edgeFields.d_edges);
  addList(d_quads);
}

void QuadSetTopologyContainer::deriveLists() {
  deriveIfEmpty<Edge>({&d_quads}, [this] { return geometry::edgesOfSurface({}, *d_quads); });
}

void QuadSetTopologyContainer::checkSubElements() {
  addMissingEdges<Quad>(&core::MeshAdjacency::edgesInQuad, geometry::quadEdges);
  m_edgeFields.checkConnexity();
}

namespace {
const auto registered = core::Register("QuadSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                                       "quads that can change, and their edges")
                            .add<QuadSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

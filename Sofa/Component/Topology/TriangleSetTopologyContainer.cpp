// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TriangleSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

TriangleSetTopologyContainer::TriangleSetTopologyContainer() {
  addList(m_edgeFields.d_edges);
  addList(d_triangles);
}

void TriangleSetTopologyContainer::deriveLists() {
  deriveIfEmpty<Edge>({&d_triangles}, [this] { return geometry::edgesOfSurface(*d_triangles, {}); });
}

void TriangleSetTopologyContainer::checkSubElements() {
  addMissingEdges<Triangle>(&core::MeshAdjacency::edgesInTriangle, geometry::triangleEdges);
  m_edgeFields.checkConnexity();
}

namespace {
const auto registered = core::Register("TriangleSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                                       "triangles that can change, and their edges")
                            .add<TriangleSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

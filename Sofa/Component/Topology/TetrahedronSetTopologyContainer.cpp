// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TetrahedronSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

TetrahedronSetTopologyContainer::TetrahedronSetTopologyContainer() {
  addList(m_edgeFields.d_edges);
  addList(d_triangles);
  addList(d_tetrahedra);
}

std::vector<Triangle> TetrahedronSetTopologyContainer::deriveTriangles() const {
  std::size_t repeated = 0;
  auto triangles = geometry::trianglesOfTetrahedra(*d_tetrahedra, geometry::Repeated::drop, &repeated);
  if (repeated > 0)
    error("{} faces are shared by tetrahedra of opposite orientation (inverted or overlapping); each is kept once.",
          repeated);
  return triangles;
}

void TetrahedronSetTopologyContainer::deriveLists() {
  deriveIfEmpty<Edge>({&d_tetrahedra}, [this] { return geometry::edgesOfVolumes(*d_tetrahedra, {}); });
  deriveIfEmpty<Triangle>({&d_tetrahedra}, [this] { return deriveTriangles(); });
}

void TetrahedronSetTopologyContainer::checkSubElements() {
  tellMissingFaces<Triangle, Tetrahedron>(&core::MeshAdjacency::trianglesInTetrahedron, geometry::tetrahedronTriangles);
  addMissingEdges<Tetrahedron>(&core::MeshAdjacency::edgesInTetrahedron, geometry::tetrahedronEdges);
  m_edgeFields.checkConnexity();
}

namespace {
const auto registered = core::Register("TetrahedronSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                                       "tetrahedra that can change, their faces and edges")
                            .ignores("createTriangleArray", "triangles are made when something needs them")
                            .add<TetrahedronSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/HexahedronSetTopologyContainer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

HexahedronSetTopologyContainer::HexahedronSetTopologyContainer() {
  addList(m_edgeFields.d_edges);
  addList(d_quads);
  addList(d_hexahedra);
}

void HexahedronSetTopologyContainer::deriveLists() {
  deriveIfEmpty<Edge>({&d_hexahedra}, [this] { return geometry::edgesOfVolumes({}, *d_hexahedra); });
  deriveIfEmpty<Quad>({&d_hexahedra}, [this] { return geometry::quadsOfHexahedra(*d_hexahedra); });
}

void HexahedronSetTopologyContainer::checkSubElements() {
  tellMissingFaces<Quad, Hexahedron>(&core::MeshAdjacency::quadsInHexahedron, geometry::hexahedronQuads);
  addMissingEdges<Hexahedron>(&core::MeshAdjacency::edgesInHexahedron, geometry::hexahedronEdges);
  m_edgeFields.checkConnexity();
}

namespace {
const auto registered = core::Register("HexahedronSetTopologyContainer", "Sofa.Component.Topology.Container.Dynamic",
                                       "hexahedra that can change, their faces and edges")
                            .ignores("createQuadArray", "quads are made when something needs them")
                            .add<HexahedronSetTopologyContainer>();
}  // namespace

}  // namespace sofa::component::topology

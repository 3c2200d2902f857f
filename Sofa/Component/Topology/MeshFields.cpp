#include "Sofa/Component/Topology/MeshFields.h"

namespace sofa::component::topology {

ElementType MeshFields::elementType() const {
  if (!d_hexahedra->empty()) return ElementType::hexahedron;
  if (!d_tetrahedra->empty()) return ElementType::tetrahedron;
  if (!d_prisms->empty()) return ElementType::prism;
  if (!d_pyramids->empty()) return ElementType::pyramid;
  if (!d_quads->empty()) return ElementType::quad;
  if (!d_triangles->empty()) return ElementType::triangle;
  return d_edges->empty() ? ElementType::point : ElementType::edge;
}

std::vector<Edge> MeshFields::deriveEdges(bool fromVolumes) const {
  return fromVolumes ? geometry::edgesOfVolumes(*d_tetrahedra, *d_hexahedra)
                     : geometry::edgesOfSurface(*d_triangles, *d_quads);
}

std::vector<Triangle> MeshFields::deriveTriangles() const {
  return geometry::trianglesOfTetrahedra(*d_tetrahedra, geometry::Repeated::keep);
}

std::vector<Quad> MeshFields::deriveQuads() const { return geometry::quadsOfHexahedra(*d_hexahedra); }

void MeshFields::computeAllBuffers() const {
  const auto& adjacency = m_owner->adjacency();
  adjacency.edgesInTriangle(), adjacency.edgesInQuad(), adjacency.edgesInTetrahedron(), adjacency.edgesInHexahedron();
  adjacency.trianglesInTetrahedron(), adjacency.quadsInHexahedron();
  adjacency.edgesAroundVertex(), adjacency.trianglesAroundVertex(), adjacency.quadsAroundVertex();
  adjacency.tetrahedraAroundVertex(), adjacency.hexahedraAroundVertex();
  adjacency.trianglesAroundEdge(), adjacency.quadsAroundEdge(), adjacency.tetrahedraAroundEdge();
  adjacency.hexahedraAroundEdge(), adjacency.tetrahedraAroundTriangle(), adjacency.hexahedraAroundQuad();
}

}  // namespace sofa::component::topology

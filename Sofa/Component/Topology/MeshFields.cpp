// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshFields.h"

#include "Sofa/Core/Contract/MeshDrawing.h"

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

void MeshFields::draw(core::DrawList& list) const {
  if (!d_drawEdges.value() && !d_drawTriangles.value() && !d_drawQuads.value() && !d_drawTetrahedra.value() &&
      !d_drawHexahedra.value())
    return;
  constexpr type::Color common{0.4f, 1, 0.3f, 1}, ofTetrahedra{1, 0, 0, 1};
  static thread_local core::DrawnPoints drawn;
  const auto points =
      drawn.of(*m_owner, m_owner->context() ? core::localMechanicalState(*m_owner->context()) : nullptr);
  if (d_drawEdges.value()) core::drawOutlines(list, *d_edges, points, 1, common);
  if (d_drawTriangles.value()) core::drawOutlines(list, *d_triangles, points, 1, common);
  if (d_drawQuads.value()) core::drawOutlines(list, *d_quads, points, 1, common);
  if (d_drawTetrahedra.value()) core::drawOutlines(list, *d_tetrahedra, points, 1, ofTetrahedra);
  if (d_drawHexahedra.value()) core::drawOutlines(list, *d_hexahedra, points, 1, common);
}

}  // namespace sofa::component::topology

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshAdjacency.h"

#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

using geometry::elementsAround;
using geometry::subElementsIn;

namespace {
template <class T, class Compute>
const T& once(std::optional<T>& cache, const Compute& compute) {
  if (!cache) cache = compute();
  return *cache;
}
}  // namespace

const geometry::ElementMap<type::Edge>& MeshAdjacency::edgeMap() const {
  return once(m_edgeMap, [&] { return geometry::ElementMap<type::Edge>(m_mesh->edges()); });
}
const geometry::ElementMap<type::Triangle>& MeshAdjacency::triangleMap() const {
  return once(m_triangleMap, [&] { return geometry::ElementMap<type::Triangle>(m_mesh->triangles()); });
}
const geometry::ElementMap<type::Quad>& MeshAdjacency::quadMap() const {
  return once(m_quadMap, [&] { return geometry::ElementMap<type::Quad>(m_mesh->quads()); });
}

const MeshAdjacency::Rows<3>& MeshAdjacency::edgesInTriangle() const {
  return once(m_edgesInTriangle,
              [&] { return subElementsIn(m_mesh->triangles(), geometry::triangleEdges, edgeMap()); });
}
const MeshAdjacency::Rows<4>& MeshAdjacency::edgesInQuad() const {
  return once(m_edgesInQuad, [&] { return subElementsIn(m_mesh->quads(), geometry::quadEdges, edgeMap()); });
}
const MeshAdjacency::Rows<6>& MeshAdjacency::edgesInTetrahedron() const {
  return once(m_edgesInTetrahedron,
              [&] { return subElementsIn(m_mesh->tetrahedra(), geometry::tetrahedronEdges, edgeMap()); });
}
const MeshAdjacency::Rows<12>& MeshAdjacency::edgesInHexahedron() const {
  return once(m_edgesInHexahedron,
              [&] { return subElementsIn(m_mesh->hexahedra(), geometry::hexahedronEdges, edgeMap()); });
}
const MeshAdjacency::Rows<4>& MeshAdjacency::trianglesInTetrahedron() const {
  return once(m_trianglesInTetrahedron,
              [&] { return subElementsIn(m_mesh->tetrahedra(), geometry::tetrahedronTriangles, triangleMap()); });
}
const MeshAdjacency::Rows<6>& MeshAdjacency::quadsInHexahedron() const {
  return once(m_quadsInHexahedron,
              [&] { return subElementsIn(m_mesh->hexahedra(), geometry::hexahedronQuads, quadMap()); });
}

const geometry::IndexLists& MeshAdjacency::edgesAroundVertex() const {
  return once(m_edgesAroundVertex, [&] { return elementsAround(m_mesh->edges(), m_mesh->nbPoints()); });
}
const geometry::IndexLists& MeshAdjacency::trianglesAroundVertex() const {
  return once(m_trianglesAroundVertex, [&] { return elementsAround(m_mesh->triangles(), m_mesh->nbPoints()); });
}
const geometry::IndexLists& MeshAdjacency::quadsAroundVertex() const {
  return once(m_quadsAroundVertex, [&] { return elementsAround(m_mesh->quads(), m_mesh->nbPoints()); });
}
const geometry::IndexLists& MeshAdjacency::tetrahedraAroundVertex() const {
  return once(m_tetrahedraAroundVertex, [&] { return elementsAround(m_mesh->tetrahedra(), m_mesh->nbPoints()); });
}
const geometry::IndexLists& MeshAdjacency::hexahedraAroundVertex() const {
  return once(m_hexahedraAroundVertex, [&] { return elementsAround(m_mesh->hexahedra(), m_mesh->nbPoints()); });
}

const geometry::IndexLists& MeshAdjacency::trianglesAroundEdge() const {
  return once(m_trianglesAroundEdge,
              [&] { return geometry::trianglesAroundEdges(m_mesh->triangles(), m_mesh->edges(), edgesInTriangle()); });
}
const geometry::IndexLists& MeshAdjacency::quadsAroundEdge() const {
  return once(m_quadsAroundEdge, [&] { return elementsAround(edgesInQuad(), m_mesh->edges().size()); });
}
const geometry::IndexLists& MeshAdjacency::tetrahedraAroundEdge() const {
  return once(m_tetrahedraAroundEdge, [&] { return elementsAround(edgesInTetrahedron(), m_mesh->edges().size()); });
}
const geometry::IndexLists& MeshAdjacency::hexahedraAroundEdge() const {
  return once(m_hexahedraAroundEdge, [&] { return elementsAround(edgesInHexahedron(), m_mesh->edges().size()); });
}
const geometry::IndexLists& MeshAdjacency::tetrahedraAroundTriangle() const {
  return once(m_tetrahedraAroundTriangle,
              [&] { return elementsAround(trianglesInTetrahedron(), m_mesh->triangles().size()); });
}
const geometry::IndexLists& MeshAdjacency::hexahedraAroundQuad() const {
  return once(m_hexahedraAroundQuad, [&] { return elementsAround(quadsInHexahedron(), m_mesh->quads().size()); });
}

}  // namespace sofa::core

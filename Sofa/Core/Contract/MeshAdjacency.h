// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "Sofa/Geometry/MeshAdjacency.h"

namespace sofa::core {

class BaseMeshTopology;

/// Which elements of a mesh touch which, each relation computed when it is first asked for (docs/manual/topology.md,
/// "Neighbourhoods"). Obtained from BaseMeshTopology::adjacency(); references stay good until the mesh changes.
///
/// "xInY" holds one row per Y, in the numbering of the tables of MeshElements.h, with invalidIndex for a sub-element
/// that the mesh's list lacks; "xAroundY" one list per Y. Ask once before a parallel loop: the first call computes.
class MeshAdjacency {
 public:
  using Index = type::Index;
  using Lists = geometry::IndexLists;
  template <std::size_t N>
  using Rows = std::vector<std::array<Index, N>>;

  explicit MeshAdjacency(const BaseMeshTopology& mesh) : m_mesh(&mesh) {}

  /// Index of the edge, triangle or quad with these corners in any order around; invalidIndex if there is none.
  Index edgeIndex(Index a, Index b) const { return edgeMap().find({a, b}); }
  Index triangleIndex(const type::Triangle& triangle) const { return triangleMap().find(triangle); }
  Index quadIndex(const type::Quad& quad) const { return quadMap().find(quad); }

  const Rows<3>& edgesInTriangle() const;
  const Rows<4>& edgesInQuad() const;
  const Rows<6>& edgesInTetrahedron() const;
  const Rows<12>& edgesInHexahedron() const;
  const Rows<4>& trianglesInTetrahedron() const;
  const Rows<6>& quadsInHexahedron() const;

  const Lists& edgesAroundVertex() const;
  const Lists& trianglesAroundVertex() const;
  const Lists& quadsAroundVertex() const;
  const Lists& tetrahedraAroundVertex() const;
  const Lists& hexahedraAroundVertex() const;

  const Lists& trianglesAroundEdge() const;
  const Lists& quadsAroundEdge() const;
  const Lists& tetrahedraAroundEdge() const;
  const Lists& hexahedraAroundEdge() const;
  const Lists& tetrahedraAroundTriangle() const;
  const Lists& hexahedraAroundQuad() const;

 private:
  template <class T>
  using Lazy = std::optional<T>;

  const geometry::ElementMap<type::Edge>& edgeMap() const;
  const geometry::ElementMap<type::Triangle>& triangleMap() const;
  const geometry::ElementMap<type::Quad>& quadMap() const;

  const BaseMeshTopology* m_mesh;
  mutable Lazy<geometry::ElementMap<type::Edge>> m_edgeMap;
  mutable Lazy<geometry::ElementMap<type::Triangle>> m_triangleMap;
  mutable Lazy<geometry::ElementMap<type::Quad>> m_quadMap;
  mutable Lazy<Rows<3>> m_edgesInTriangle;
  mutable Lazy<Rows<4>> m_edgesInQuad, m_trianglesInTetrahedron;
  mutable Lazy<Rows<6>> m_edgesInTetrahedron, m_quadsInHexahedron;
  mutable Lazy<Rows<12>> m_edgesInHexahedron;
  mutable Lazy<Lists> m_edgesAroundVertex, m_trianglesAroundVertex, m_quadsAroundVertex, m_tetrahedraAroundVertex,
      m_hexahedraAroundVertex, m_trianglesAroundEdge, m_quadsAroundEdge, m_tetrahedraAroundEdge, m_hexahedraAroundEdge,
      m_tetrahedraAroundTriangle, m_hexahedraAroundQuad;
};

}  // namespace sofa::core

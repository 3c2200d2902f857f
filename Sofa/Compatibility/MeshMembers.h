// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::compatibility {

/// Members of a mesh that components written for SOFA call. Lists and relations that the mesh lacks are derived when they are
/// first asked for.
template <class Self>
class MeshMembers {
 public:
  using Index = type::Index;
  using Size = type::Index;
  using PointID = Index;
  using EdgeID = Index;
  using TriangleID = Index;
  using QuadID = Index;
  using TetraID = Index;
  using TetrahedronID = Index;
  using HexaID = Index;
  using HexahedronID = Index;
  using Edge = type::Edge;
  using Triangle = type::Triangle;
  using Quad = type::Quad;
  using Tetra = type::Tetrahedron;
  using Tetrahedron = type::Tetrahedron;
  using Hexa = type::Hexahedron;
  using Hexahedron = type::Hexahedron;
  using SeqEdges = std::vector<Edge>;
  using SeqTriangles = std::vector<Triangle>;
  using SeqQuads = std::vector<Quad>;
  using SeqTetrahedra = std::vector<Tetrahedron>;
  using SeqHexahedra = std::vector<Hexahedron>;
  using EdgesInTriangle = std::array<Index, 3>;
  using EdgesInQuad = std::array<Index, 4>;
  using EdgesInTetrahedron = std::array<Index, 6>;
  using EdgesInHexahedron = std::array<Index, 12>;
  using TrianglesInTetrahedron = std::array<Index, 4>;
  using QuadsInHexahedron = std::array<Index, 6>;
  /// Indices around a point, edge...; good until the mesh changes.
  using Around = std::span<const Index>;
  using VerticesAroundVertex = std::vector<Index>;
  using EdgesAroundVertex = Around;
  using TrianglesAroundVertex = Around;
  using QuadsAroundVertex = Around;
  using TetrahedraAroundVertex = Around;
  using HexahedraAroundVertex = Around;
  using TrianglesAroundEdge = Around;
  using QuadsAroundEdge = Around;
  using TetrahedraAroundEdge = Around;
  using HexahedraAroundEdge = Around;
  using TetrahedraAroundTriangle = Around;
  using HexahedraAroundQuad = Around;

  int getRevision() const { return static_cast<int>(self().revision()); }
  Size getNbPoints() const { return static_cast<Size>(self().nbPoints()); }
  bool hasPos() const { return self().hasPositions(); }
  double getPX(Index i) const { return self().position(i).x(); }
  double getPY(Index i) const { return self().position(i).y(); }
  double getPZ(Index i) const { return self().position(i).z(); }

  const SeqEdges& getEdges() const { return self().edges(); }
  const SeqTriangles& getTriangles() const { return self().triangles(); }
  const SeqQuads& getQuads() const { return self().quads(); }
  const SeqTetrahedra& getTetrahedra() const { return self().tetrahedra(); }
  const SeqTetrahedra& getTetras() const { return self().tetrahedra(); }
  const SeqHexahedra& getHexahedra() const { return self().hexahedra(); }
  const SeqHexahedra& getHexas() const { return self().hexahedra(); }

  Size getNbEdges() const { return count(getEdges()); }
  Size getNbTriangles() const { return count(getTriangles()); }
  Size getNbQuads() const { return count(getQuads()); }
  Size getNbTetrahedra() const { return count(getTetrahedra()); }
  Size getNbTetras() const { return count(getTetrahedra()); }
  Size getNumberOfElements() const {
    for (const Size n : {getNbHexahedra(), getNbTetrahedra(), getNbQuads(), getNbTriangles(), getNbEdges()})
      if (n > 0) return n;
    return getNbPoints();
  }
  Size getNbHexahedra() const { return count(getHexahedra()); }
  Size getNbHexas() const { return count(getHexahedra()); }
  Size getNumberOfTriangles() const { return getNbTriangles(); }
  Size getNumberOfTetrahedra() const { return getNbTetrahedra(); }
  Size getNumberOfEdges() const { return getNbEdges(); }

  const Edge getEdge(EdgeID i) const { return getEdges()[i]; }
  const Triangle getTriangle(TriangleID i) const { return getTriangles()[i]; }
  const Quad getQuad(QuadID i) const { return getQuads()[i]; }
  const Tetra getTetrahedron(TetraID i) const { return getTetrahedra()[i]; }
  const Tetra getTetra(TetraID i) const { return getTetrahedra()[i]; }
  const Hexa getHexahedron(HexaID i) const { return getHexahedra()[i]; }
  const Hexa getHexa(HexaID i) const { return getHexahedra()[i]; }

  /// InvalidID if there is none between these points.
  EdgeID getEdgeIndex(PointID a, PointID b) const { return near().edgeIndex(a, b); }
  TriangleID getTriangleIndex(PointID a, PointID b, PointID c) const { return near().triangleIndex({a, b, c}); }
  EdgesInTriangle getEdgesInTriangle(TriangleID i) const { return near().edgesInTriangle()[i]; }
  EdgesInQuad getEdgesInQuad(QuadID i) const { return near().edgesInQuad()[i]; }
  EdgesInTetrahedron getEdgesInTetrahedron(TetraID i) const { return near().edgesInTetrahedron()[i]; }
  EdgesInHexahedron getEdgesInHexahedron(HexaID i) const { return near().edgesInHexahedron()[i]; }
  TrianglesInTetrahedron getTrianglesInTetrahedron(TetraID i) const { return near().trianglesInTetrahedron()[i]; }
  QuadsInHexahedron getQuadsInHexahedron(HexaID i) const { return near().quadsInHexahedron()[i]; }
  Around getEdgesAroundVertex(PointID i) const { return near().edgesAroundVertex()[i]; }
  Around getTrianglesAroundVertex(PointID i) const { return near().trianglesAroundVertex()[i]; }
  Around getQuadsAroundVertex(PointID i) const { return near().quadsAroundVertex()[i]; }
  Around getTetrahedraAroundVertex(PointID i) const { return near().tetrahedraAroundVertex()[i]; }
  Around getHexahedraAroundVertex(PointID i) const { return near().hexahedraAroundVertex()[i]; }
  Around getTrianglesAroundEdge(EdgeID i) const { return near().trianglesAroundEdge()[i]; }
  Around getQuadsAroundEdge(EdgeID i) const { return near().quadsAroundEdge()[i]; }
  Around getTetrahedraAroundEdge(EdgeID i) const { return near().tetrahedraAroundEdge()[i]; }
  Around getHexahedraAroundEdge(EdgeID i) const { return near().hexahedraAroundEdge()[i]; }
  Around getTetrahedraAroundTriangle(TriangleID i) const { return near().tetrahedraAroundTriangle()[i]; }
  Around getHexahedraAroundQuad(QuadID i) const { return near().hexahedraAroundQuad()[i]; }
  /// The other ends of the edges around a point.
  VerticesAroundVertex getVerticesAroundVertex(PointID i) const {
    VerticesAroundVertex others;
    for (const Index e : getEdgesAroundVertex(i)) {
      const Edge edge = getEdge(e);
      others.push_back(edge[0] == i ? edge[1] : edge[0]);
    }
    return others;
  }
  /// Which corner of an element a point is; -1 if it is none.
  template <class Element>
  static int cornerOf(const Element& element, PointID point) {
    for (std::size_t k = 0; k < element.size(); ++k)
      if (element[k] == point) return static_cast<int>(k);
    return -1;
  }
  static int getVertexIndexInTriangle(const Triangle& t, PointID point) { return cornerOf(t, point); }
  static int getVertexIndexInTetrahedron(const Tetra& t, PointID point) { return cornerOf(t, point); }
  static int getEdgeIndexInTriangle(const EdgesInTriangle& edges, EdgeID edge) { return cornerOf(edges, edge); }
  static int getEdgeIndexInTetrahedron(const EdgesInTetrahedron& edges, EdgeID edge) { return cornerOf(edges, edge); }

 private:
  template <class List>
  static Size count(const List& list) {
    return static_cast<Size>(list.size());
  }
  const auto& near() const { return self().adjacency(); }
  const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace sofa::compatibility

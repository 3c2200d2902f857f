#pragma once
#include "Sofa/Compatibility/Types.h"
#include "Sofa/Compatibility/View.h"
#include "Sofa/Core/Contract/MeshTopology.h"

/// Meshes as components written for SOFA know them.
namespace sofa::topology {
using Point = sofa::Index;
using type::Edge;
using type::Hexahedron;
using type::Prism;
using type::Pyramid;
using type::Quad;
using type::Tetrahedron;
using type::Triangle;
}  // namespace sofa::topology

namespace sofa::core::topology {

/// The view of a mesh. Lists and relations that the mesh lacks are derived when they are first asked for.
class BaseMeshTopology {
 public:
  using Ours = core::BaseMeshTopology;
  using Index = sofa::Index;
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
  using EdgesInTetrahedron = std::array<Index, 6>;
  using TrianglesInTetrahedron = std::array<Index, 4>;
  /// Indices around a point, edge...; good until the mesh changes.
  using Around = std::span<const Index>;

  void bind(Ours* mesh) { m_mesh = mesh; }
  Ours* ours() const { return m_mesh; }

  const std::string& getName() const { return m_mesh->name(); }
  std::string getPathName() const { return m_mesh->path(); }
  int getRevision() const { return static_cast<int>(m_mesh->revision()); }

  sofa::Size getNbPoints() const { return static_cast<sofa::Size>(m_mesh->nbPoints()); }
  bool hasPos() const { return m_mesh->hasPositions(); }
  SReal getPX(Index i) const { return m_mesh->position(i).x(); }
  SReal getPY(Index i) const { return m_mesh->position(i).y(); }
  SReal getPZ(Index i) const { return m_mesh->position(i).z(); }

  const SeqEdges& getEdges() const { return m_mesh->edges(); }
  const SeqTriangles& getTriangles() const { return m_mesh->triangles(); }
  const SeqQuads& getQuads() const { return m_mesh->quads(); }
  const SeqTetrahedra& getTetrahedra() const { return m_mesh->tetrahedra(); }
  const SeqTetrahedra& getTetras() const { return m_mesh->tetrahedra(); }
  const SeqHexahedra& getHexahedra() const { return m_mesh->hexahedra(); }
  const SeqHexahedra& getHexas() const { return m_mesh->hexahedra(); }

  sofa::Size getNbEdges() const { return count(getEdges()); }
  sofa::Size getNbTriangles() const { return count(getTriangles()); }
  sofa::Size getNbQuads() const { return count(getQuads()); }
  sofa::Size getNbTetrahedra() const { return count(getTetrahedra()); }
  sofa::Size getNbTetras() const { return count(getTetrahedra()); }
  sofa::Size getNbHexahedra() const { return count(getHexahedra()); }
  sofa::Size getNbHexas() const { return count(getHexahedra()); }

  const Edge getEdge(EdgeID i) const { return getEdges()[i]; }
  const Triangle getTriangle(TriangleID i) const { return getTriangles()[i]; }
  const Quad getQuad(QuadID i) const { return getQuads()[i]; }
  const Tetra getTetrahedron(TetraID i) const { return getTetrahedra()[i]; }
  const Tetra getTetra(TetraID i) const { return getTetrahedra()[i]; }
  const Hexa getHexahedron(HexaID i) const { return getHexahedra()[i]; }
  const Hexa getHexa(HexaID i) const { return getHexahedra()[i]; }

  /// InvalidID if there is none between the two.
  EdgeID getEdgeIndex(PointID a, PointID b) const { return adjacency().edgeIndex(a, b); }
  EdgesInTriangle getEdgesInTriangle(TriangleID i) const { return adjacency().edgesInTriangle()[i]; }
  EdgesInTetrahedron getEdgesInTetrahedron(TetraID i) const { return adjacency().edgesInTetrahedron()[i]; }
  TrianglesInTetrahedron getTrianglesInTetrahedron(TetraID i) const { return adjacency().trianglesInTetrahedron()[i]; }
  Around getEdgesAroundVertex(PointID i) const { return adjacency().edgesAroundVertex()[i]; }
  Around getTrianglesAroundVertex(PointID i) const { return adjacency().trianglesAroundVertex()[i]; }
  Around getTetrahedraAroundVertex(PointID i) const { return adjacency().tetrahedraAroundVertex()[i]; }
  Around getTrianglesAroundEdge(EdgeID i) const { return adjacency().trianglesAroundEdge()[i]; }
  Around getTetrahedraAroundEdge(EdgeID i) const { return adjacency().tetrahedraAroundEdge()[i]; }
  Around getTetrahedraAroundTriangle(TriangleID i) const { return adjacency().tetrahedraAroundTriangle()[i]; }

 private:
  template <class List>
  static sofa::Size count(const List& list) {
    return static_cast<sofa::Size>(list.size());
  }
  const MeshAdjacency& adjacency() const { return m_mesh->adjacency(); }

  Ours* m_mesh = nullptr;
};

}  // namespace sofa::core::topology

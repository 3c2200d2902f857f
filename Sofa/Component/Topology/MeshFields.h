// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"

namespace sofa::component::topology {

/// The lists of a mesh of fixed elements and what of it is drawn: part of MeshTopology and of every grid.
class MeshFields {
  ListTopology* m_owner;  // first: the Data below register with it

 public:
  explicit MeshFields(ListTopology* owner) : m_owner(owner) {}

  ListData<Edge> d_edges{
      m_owner, "edges", {}, "edges; derived from the other elements if empty", {.aliases = {"lines"}}};
  ListData<Triangle> d_triangles{m_owner, "triangles", {}, "triangles; derived from the tetrahedra if empty"};
  ListData<Quad> d_quads{m_owner, "quads", {}, "quads; derived from the hexahedra if empty"};
  ListData<Tetrahedron> d_tetrahedra{m_owner, "tetrahedra", {}, "tetrahedra", {.aliases = {"tetras"}}};
  ListData<Hexahedron> d_hexahedra{m_owner, "hexahedra", {}, "hexahedra", {.aliases = {"hexas"}}};
  ListData<Prism> d_prisms{m_owner, "prisms", {}, "prisms"};
  ListData<Pyramid> d_pyramids{m_owner, "pyramids", {}, "pyramids"};
  ListData<type::Vec2> d_uv{m_owner, "uv", {}, "texture coordinates of the points", {.aliases = {"texcoords"}}};
  core::Data<bool> d_computeAllBuffers{m_owner, "computeAllBuffers", false,
                                       "compute all neighbourhoods at initialisation instead of on demand"};
  core::Data<bool> d_drawEdges{m_owner, "drawEdges", false, "draw the edges", {.group = "Visualization"}};
  core::Data<bool> d_drawTriangles{m_owner, "drawTriangles", false, "draw the triangles", {.group = "Visualization"}};
  core::Data<bool> d_drawQuads{m_owner, "drawQuads", false, "draw the quads", {.group = "Visualization"}};
  core::Data<bool> d_drawTetrahedra{
      m_owner, "drawTetrahedra", false, "draw the tetrahedra", {.group = "Visualization"}};
  core::Data<bool> d_drawHexahedra{m_owner, "drawHexahedra", false, "draw the hexahedra", {.group = "Visualization"}};

  /// Most complex kind of which there are elements.
  ElementType elementType() const;
  /// Edges of the volumes, if the mesh had some when it was initialised, else of the faces.
  std::vector<Edge> deriveEdges(bool fromVolumes) const;
  std::vector<Triangle> deriveTriangles() const;
  std::vector<Quad> deriveQuads() const;
  void computeAllBuffers() const;
  /// The elements asked for as lines, where the state of the node has the points, else where the mesh puts them.
  void draw(core::DrawList& list) const;
};

}  // namespace sofa::component::topology

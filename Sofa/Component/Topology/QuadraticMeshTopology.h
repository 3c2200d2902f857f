// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/QuadraticMesh.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::topology {

/// A mesh of quadratic elements: given ones, or those that a linear mesh (`input`) becomes when its edges, faces and
/// elements get nodes in their middles. Of the linear mesh the solids count, else the quads, else the triangles, else
/// the edges. The points of the linear mesh keep their numbers. What knows only linear elements sees those on the
/// corners. (Order of nodes: that of VTK; docs/manual/topology.md, "Quadratic elements".)
class QuadraticMeshTopology final : public core::BaseMeshTopology, public core::QuadraticMesh {
 public:
  template <class T>
  using List = core::Data<std::vector<T>>;

  core::Link<core::BaseMeshTopology> l_input{this, "input", "linear mesh that is to become quadratic"};
  core::Data<core::Choice> d_family{this, "family", core::Choice({"lagrange", "serendipity"}),
                                    "quads and hexahedra made of the input: of 9 and 27, or of 8 and 20 nodes"};
  List<type::Vec3> d_position{this, "position", {}, "coordinates of the points"};
  List<type::Edge3> d_edges3{this, "edges3", {}, "edges of 3 nodes"};
  List<type::Triangle6> d_triangles6{this, "triangles6", {}, "triangles of 6 nodes"};
  List<type::Quad8> d_quads8{this, "quads8", {}, "quads of 8 nodes"};
  List<type::Quad9> d_quads9{this, "quads9", {}, "quads of 9 nodes"};
  List<type::Tetrahedron10> d_tetrahedra10{this, "tetrahedra10", {}, "tetrahedra of 10 nodes"};
  List<type::Hexahedron20> d_hexahedra20{this, "hexahedra20", {}, "hexahedra of 20 nodes"};
  List<type::Hexahedron27> d_hexahedra27{this, "hexahedra27", {}, "hexahedra of 27 nodes"};

  void init() override;
  std::size_t nbPoints() const override { return d_position.value().size(); }
  bool hasPositions() const override { return !d_position.value().empty(); }
  type::Vec3 position(std::size_t i) const override {
    return i < nbPoints() ? d_position.value()[i] : type::Vec3(type::Vec3::Zero());
  }
  const std::vector<type::Edge>& edges() const override { return m_edges; }
  const std::vector<type::Triangle>& triangles() const override { return m_triangles; }
  const std::vector<type::Quad>& quads() const override { return m_quads; }
  const std::vector<type::Tetrahedron>& tetrahedra() const override { return m_tetrahedra; }
  const std::vector<type::Hexahedron>& hexahedra() const override { return m_hexahedra; }

 private:
  void elevate(const core::BaseMeshTopology& linear);
  template <class Element>
  bool take(const List<Element>& data);
  template <class Quadratic, class Linear>
  void addCorners(std::vector<Linear>& corners) const;

  std::vector<type::Edge> m_edges;
  std::vector<type::Triangle> m_triangles;
  std::vector<type::Quad> m_quads;
  std::vector<type::Tetrahedron> m_tetrahedra;
  std::vector<type::Hexahedron> m_hexahedra;
};

}  // namespace sofa::component::topology

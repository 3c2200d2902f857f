// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::test {

/// A mesh made of the lists a test gives it; nothing is derived.
class FixedMesh : public core::BaseMeshTopology {
 public:
  core::Data<std::vector<type::Vec3>> d_position{this, "position", {}, "points"};
  core::Data<std::vector<type::Edge>> d_edges{this, "edges", {}, "edges"};
  core::Data<std::vector<type::Triangle>> d_triangles{this, "triangles", {}, "triangles"};
  core::Data<std::vector<type::Quad>> d_quads{this, "quads", {}, "quads"};
  core::Data<std::vector<type::Tetrahedron>> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra"};
  core::Data<std::vector<type::Hexahedron>> d_hexahedra{this, "hexahedra", {}, "hexahedra"};
  std::size_t version = 0;

  FixedMesh() { setClass("FixedMesh"); }
  std::size_t nbPoints() const override { return d_position.value().size(); }
  bool hasPositions() const override { return nbPoints() > 0; }
  type::Vec3 position(std::size_t i) const override { return d_position.value()[i]; }
  const std::vector<type::Edge>& edges() const override { return d_edges.value(); }
  const std::vector<type::Triangle>& triangles() const override { return d_triangles.value(); }
  const std::vector<type::Quad>& quads() const override { return d_quads.value(); }
  const std::vector<type::Tetrahedron>& tetrahedra() const override { return d_tetrahedra.value(); }
  const std::vector<type::Hexahedron>& hexahedra() const override { return d_hexahedra.value(); }
  std::size_t revision() const override { return version; }
};

}  // namespace sofa::test

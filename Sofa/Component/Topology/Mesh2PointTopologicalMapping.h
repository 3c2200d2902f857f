// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/MeshModifier.h"

namespace sofa::component::topology {

/// Points on the elements of a mesh, at coordinates given per kind of element: first those of all points, then of all
/// edges, triangles, quads, tetrahedra and hexahedra (docs/manual/topology.md, "Points on elements").
class Mesh2PointTopologicalMapping final : public TopologicalMapping,
                                           public core::MakesPoints,
                                           public core::MeshPoints {
  using Coordinates = core::Data<std::vector<type::Vec3>>;

 public:
  Coordinates d_point{this, "pointBaryCoords", {}, "offsets from each point", {.group = "BaryCoords"}};
  Coordinates d_edge{this, "edgeBaryCoords", {}, "fractions (x, -, -) along each edge", {.group = "BaryCoords"}};
  Coordinates d_triangle{this, "triangleBaryCoords", {}, "weights of corners 1 and 2", {.group = "BaryCoords"}};
  Coordinates d_quad{this, "quadBaryCoords", {}, "fractions along the sides of each quad", {.group = "BaryCoords"}};
  Coordinates d_tetra{this, "tetraBaryCoords", {}, "weights of corners 1, 2 and 3", {.group = "BaryCoords"}};
  Coordinates d_hexa{
      this, "hexaBaryCoords", {}, "fractions along the sides of each hexahedron", {.group = "BaryCoords"}};
  core::Data<bool> d_copyEdges{this, "copyEdges", false, "copy the edges, between the first point of each point"};
  core::Data<bool> d_copyTriangles{this, "copyTriangles", false, "copy the triangles likewise"};
  core::Data<bool> d_copyTetrahedra{this, "copyTetrahedra", false, "copy the tetrahedra likewise"};

  std::vector<core::MeshPoint> meshPoints(const core::BaseMeshTopology& mesh) const override {
    return points(mesh, true);
  }
  Index sourceElement(Index) const override { return type::invalidIndex; }  // its elements are copies, if any
  core::MeshChanges follow(const core::MeshChanges&) override { return makeAnew(); }

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;

 private:
  /// Numbered as they are made; `statesOrder`: as mappings of states number them.
  std::vector<core::MeshPoint> points(const core::BaseMeshTopology& mesh, bool statesOrder) const;
  template <class E>
  bool copy(const core::Data<bool>& wanted, const std::vector<E>& elements, ListTopology& output);
};

}  // namespace sofa::component::topology

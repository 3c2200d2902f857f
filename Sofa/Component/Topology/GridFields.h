// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshFields.h"
#include "Sofa/Geometry/GridMesh.h"

namespace sofa::component::topology {

/// Size of a grid and which of its lists are made: part of every grid (docs/manual/topology.md, "Regular grids").
class GridFields {
  ListTopology* m_owner;  // first: the Data below register with it

 public:
  explicit GridFields(ListTopology* owner) : m_owner(owner) {}

  core::Data<type::Vec<3, int>> d_n{m_owner, "n", type::Vec<3, int>(2, 2, 2),
                                    "number of points along each axis, at least 1"};
  core::Data<bool> d_computeHexaList{m_owner, "computeHexaList", true, "make the hexahedra"};
  core::Data<bool> d_computeQuadList{m_owner, "computeQuadList", true, "make the quads"};
  core::Data<bool> d_computeTriangleList{m_owner, "computeTriangleList", true, "make the triangles: two per quad"};
  core::Data<bool> d_computeEdgeList{m_owner, "computeEdgeList", true,
                                     "make the edges of the triangles; without triangles, the lines along the axes"};
  core::Data<bool> d_computePointList{m_owner, "computePointList", true, "make the list of positions"};
  core::Data<bool> d_createTexCoords{m_owner, "createTexCoords", false,
                                     "make texture coordinates from 0 to 1 along the first two axes that have extent"};

  geometry::GridSize size() const { return {d_n.value()[0], d_n.value()[1], d_n.value()[2]}; }
  /// Attributes nx, ny, nz, which count only together.
  void parse(core::ComponentDescription& description);
  /// Puts an impossible size back to 2 2 2, with a message. False if it had to.
  bool checkSize();
  std::vector<type::Vec2> textureCoordinates() const;
};

}  // namespace sofa::component::topology

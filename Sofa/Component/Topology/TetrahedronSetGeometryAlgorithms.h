// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the tetrahedra of a mesh and can turn its triangles to one side. Badly shaped tetrahedra, with
/// an angle between two faces below 20 or above 150 degrees, are red.
template <class DataTypes>
class TetrahedronSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
  TriangleDisplay m_triangles{this};
  core::Data<bool> d_showIndices{this,
                                 "showTetrahedraIndices",
                                 false,
                                 "draw the indices of the tetrahedra",
                                 {.aliases = {"showTetrasIndices"}, .group = "Visualization"}};
  core::Data<bool> d_draw{this,
                          "drawTetrahedra",
                          false,
                          "draw the tetrahedra",
                          {.aliases = {"drawTetra", "drawTetrahedron"}, .group = "Visualization"}};
  core::Data<float> d_scale{
      this, "drawScaleTetrahedra", 1.f, "scale of drawn tetrahedra about their centre", {.group = "Visualization"}};
  core::Data<type::Color> d_color{
      this, "drawColorTetrahedra", {1.f, 1.f, 0.f, 1.f}, "colour of the tetrahedra", {.group = "Visualization"}};

  void init() override;

 protected:
  void drawElements(core::DrawList& list, const DrawnMesh& mesh) const override;
};

}  // namespace sofa::component::topology

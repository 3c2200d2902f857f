// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the hexahedra of a mesh.
template <class DataTypes>
class HexahedronSetGeometryAlgorithms : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
  QuadDisplay m_quads{this};
  core::Data<bool> d_showIndices{
      this, "showHexaIndices", false, "draw the indices of the hexahedra", {.group = "Visualization"}};
  core::Data<bool> d_draw{this,
                          "drawHexahedra",
                          false,
                          "draw the hexahedra",
                          {.aliases = {"drawHexa", "drawHexahedron"}, .group = "Visualization"}};
  core::Data<float> d_scale{
      this, "drawScaleHexahedra", 1.f, "scale of drawn hexahedra about their centre", {.group = "Visualization"}};
  core::Data<type::Color> d_color{
      this, "drawColorHexahedra", {1.f, 0.5f, 0.f, 1.f}, "colour of the hexahedra", {.group = "Visualization"}};

 protected:
  void drawElements(core::DrawList& list, const DrawnMesh& mesh) const override;
};

}  // namespace sofa::component::topology

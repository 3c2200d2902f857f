// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::visual {

/// Points drawn as dots, spheres or, if they are rigid, frames.
template <class DataTypes>
class VisualPointCloud : public VisualComponent {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  static std::string staticTemplateName() { return DataTypes::name(); }

  core::Data<VecCoord> d_position{this, "position", {}, "the points, usually linked to a state (m)"};
  core::Data<type::OptionGroup> d_drawMode{this,
                                           "drawMode",
                                           type::OptionGroup({"Point", "Sphere", "Frame"}),
                                           "what a point looks like",
                                           {.group = "Visualization"}};
  core::Data<float> d_pointSize{this, "pointSize", 1.f, "diameter of dots (pixels)"};
  core::Data<std::vector<float>> d_sphereRadius{
      this, "sphereRadius", {}, "radius of spheres, length of frames (m); the last one holds for all that follow"};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of dots and spheres"};
  core::Data<bool> d_showIndices{this, "showIndices", false, "if true, numbers are shown", {.group = "Visualization"}};
  core::Data<float> d_indicesScale{this, "indicesScale", 1.f, "size of the numbers", {.group = "Visualization"}};
  core::Data<type::Color> d_indicesColor{
      this, "indicesColor", {1, 1, 1, 1}, "colour of the numbers", {.group = "Visualization"}};

  void init() override { reinit(); }
  void reinit() override;
  void computeBoundingBox() override;

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::visual {

/// A vector at each point, as line, cylinder or arrow.
class VisualVectorField : public VisualComponent {
 public:
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  core::Data<std::vector<type::Vec3>> d_position{this, "position", {}, "where the vectors start (m)"};
  core::Data<std::vector<type::Vec3>> d_vector{this, "vector", {}, "the vectors"};
  core::Data<double> d_vectorScale{this, "vectorScale", 1.0, "length drawn for a vector of length 1 (m)"};
  core::Data<type::OptionGroup> d_drawMode{this,
                                           "drawMode",
                                           type::OptionGroup({"Line", "Cylinder", "Arrow"}),
                                           "what a vector looks like",
                                           {.group = "Visualization"}};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of the vectors"};

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual

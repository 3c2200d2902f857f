// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

/// Text at a point of the scene that always faces the camera.
class Visual3DText : public VisualComponent {
 public:
  core::Data<std::string> d_text{this, "text", "", "the text"};
  core::Data<type::Vec3> d_position{this, "position", type::Vec3::Zero(), "where it stands (m)"};
  core::Data<float> d_scale{this, "scale", 1.f, "size of the letters"};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of the text"};
  core::Data<bool> d_depthTest{this, "depthTest", true, "kept for scenes that set it; the text is never hidden"};

 protected:
  void drawVisual(core::DrawList& list) const override {
    list.text(d_position.value(), d_text.value(), d_scale.value(), d_color.value());
  }
};

}  // namespace sofa::component::visual

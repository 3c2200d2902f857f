// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

/// The axes of the world as lines through the origin: x red, y green, z blue.
class LineAxis : public VisualComponent {
 public:
  core::Data<std::string> d_axis{this, "axis", "xyz", "the axes to draw, by their letters"};
  core::Data<float> d_size{this, "size", 10.f, "length of the lines (m)"};
  core::Data<bool> d_infinite{this, "infinite", false, "if true, the lines have no end"};
  core::Data<float> d_thickness{this, "thickness", 1.f, "width of the lines (pixels)"};
  core::Data<bool> d_vanishing{this, "vanishing", false, "if true, infinite lines fade out"};
  core::Data<int> d_nbLineSegments{this, "nbLineSegments", 1, "number of pieces each line is drawn in"};

  void init() override { reinit(); }
  void reinit() override;

 protected:
  void drawVisual(core::DrawList& list) const override;

 private:
  void drawRay(core::DrawList& list, int axis, int sign) const;
};

}  // namespace sofa::component::visual

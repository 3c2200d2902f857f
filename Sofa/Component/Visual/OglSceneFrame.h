// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// A small frame in a corner of the view that turns with the camera: x red, y green, z blue.
class OglSceneFrame : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, not drawn"};
  core::Data<bool> d_draw{this, "draw", true, "if false, not drawn", {.group = "Visualization"}};
  core::Data<type::OptionGroup> d_style{this, "style", {{"Arrows", "Cylinders", "CubeCones"}, 1}, "shape of its axes"};
  core::Data<type::OptionGroup> d_alignment{
      this, "alignment", {{"BottomLeft", "BottomRight", "TopRight", "TopLeft"}, 1}, "corner of the view it stands in"};
  core::Data<int> d_viewportSize{this, "viewportSize", 150, "side of the square it is drawn in (pixels)"};
};

}  // namespace sofa::component::visual

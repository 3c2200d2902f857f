// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

/// A square grid of lines centred at the origin. Its box takes part in the box of the scene, so that
/// cameras frame it.
class VisualGrid : public VisualComponent {
 public:
  core::Data<type::OptionGroup> d_plane{this, "plane", {{"x", "y", "z"}, 2}, "axis the grid is perpendicular to"};
  core::Data<float> d_size{this, "size", 10.f, "length of its sides (m)"};
  core::Data<int> d_nbSubdiv{this, "nbSubdiv", 16, "number of cells along a side, at least 2"};
  core::Data<type::Color> d_color{this, "color", {0.34117648f, 0.34117648f, 0.34117648f, 1.f}, "colour of the lines"};
  core::Data<float> d_thickness{this, "thickness", 1.f, "width of the lines (pixels)"};
  core::Data<int> d_nbLineSegments{this, "nbLineSegments", 1, "number of pieces each line is drawn in"};

  void init() override { reinit(); }
  void reinit() override;
  void computeBoundingBox() override;

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual

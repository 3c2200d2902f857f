// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Helper/ColorMap.h"

namespace sofa::component::visual {

/// Colours for numbers, with a legend (docs/manual/visual.md, "Colour maps"). Others read it through colorMap(); its
/// range is usually linked to that of a DataDisplay.
class OglColorMap : public VisualComponent {
 public:
  using Vec2f = type::Vec<2, float>;

  core::Data<unsigned> d_paletteSize{this, "paletteSize", 256u, "number of colours, at least 2"};
  core::Data<type::OptionGroup> d_colorScheme{this, "colorScheme", type::OptionGroup(helper::ColorMap::schemes()),
                                              "how colours follow each other; if it is not given, viridis"};
  core::Data<bool> d_showLegend{this, "showLegend", false, "if true, the legend is drawn", {.group = "Visualization"}};
  core::Data<Vec2f> d_legendOffset{this, "legendOffset", Vec2f(10, 5),
                                   "place of the legend from the top left (pixels)"};
  core::Data<std::string> d_legendTitle{this, "legendTitle", "", "text above the legend"};
  core::Data<unsigned> d_legendSize{this, "legendSize", 11u, "height of the title's letters (pixels)"};
  core::Data<float> d_min{this, "min", 0.f, "value of the first colour"};
  core::Data<float> d_max{this, "max", 0.f, "value of the last colour"};
  core::Data<float> d_legendRangeScale{this, "legendRangeScale", 1.f, "factor of the values that the legend shows"};

  void init() override { reinit(); }
  void reinit() override;
  /// Palette of the scheme, viridis unless one was chosen, over a range.
  helper::ColorMap colorMap(double min, double max) const;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual

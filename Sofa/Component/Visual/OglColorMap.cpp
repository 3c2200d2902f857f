// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglColorMap.h"

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglColorMap::parseExtra(core::ComponentDescription& description) {
  VisualComponent::parseExtra(description);
  const std::string name(description.get("colorScheme"));
  const bool isUnknown = !name.empty() && name[0] != '@' && !core::choiceProblem(d_colorScheme, name).empty();
  if (isUnknown) d_colorScheme.edit().select(0);  // the one that the message names: none is given else
}

void OglColorMap::reinit() {
  if (d_paletteSize.value() < 2) {
    warning("paletteSize is {}: a palette has at least 2 colours. 2 is used.", d_paletteSize.value());
    d_paletteSize.set(2);
  }
}

helper::ColorMap OglColorMap::colorMap(double min, double max) const {
  const std::string chosen =
      d_colorScheme.isSet() ? std::string(d_colorScheme.value().selected()) : std::string(helper::ColorMap::perceptual);
  helper::ColorMap map(chosen, d_paletteSize.value());
  map.setRange(min, max);
  return map;
}

void OglColorMap::drawVisual(core::DrawList& list) const {
  if (!d_showLegend.value()) return;
  core::DrawList::Legend legend;
  legend.title = d_legendTitle.value();
  legend.titleSize = d_legendSize.value();
  legend.x = d_legendOffset.value()[0];
  legend.y = d_legendOffset.value()[1];
  legend.min = static_cast<double>(d_min.value()) * d_legendRangeScale.value();
  legend.max = static_cast<double>(d_max.value()) * d_legendRangeScale.value();
  legend.palette = colorMap(0, 1).palette();
  list.legend(std::move(legend));
}

namespace {
const auto registered =
    core::Register("OglColorMap", "Sofa.GL.Component.Rendering2D", "colours for numbers, with a legend")
        .add<OglColorMap>();
}  // namespace

}  // namespace sofa::component::visual

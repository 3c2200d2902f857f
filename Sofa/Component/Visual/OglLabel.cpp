// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglLabel.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void OglLabel::parseExtra(core::ComponentDescription& description) {
  VisualComponent::parseExtra(description);
  if (description.take("visible"))
    error("Attribute 'visible' has been removed from OglLabel: delete it, and the component where it was 0.");
}

void OglLabel::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event)) return;
  if (m_steps++ < d_updateLabelEveryNbSteps.value()) return;
  m_steps = 0;
  m_text = d_label.value();
}

void OglLabel::drawVisual(core::DrawList& list) const {
  const std::string& text = d_updateLabelEveryNbSteps.value() == 0 ? d_label.value() : m_text;
  list.label({static_cast<double>(d_x.value()), static_cast<double>(d_y.value()),
              static_cast<double>(d_fontsize.value()), d_prefix.value() + text + d_suffix.value(), d_color.value(),
              d_selectContrastingColor.value()});
}

namespace {
const auto registered = core::Register("OglLabel", "Sofa.GL.Component.Rendering2D", "text at a place of the view")
                            .replaces("color", "contrast", "selectContrastingColor", "true")
                            .add<OglLabel>();
}  // namespace

}  // namespace sofa::component::visual

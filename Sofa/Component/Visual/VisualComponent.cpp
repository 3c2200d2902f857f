// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualComponent.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"

namespace sofa::component::visual {

void takeIsEnabled(core::Component& component, core::ComponentDescription& description) {
  if (const auto text = description.take("isEnabled")) {
    component.deprecated("Attribute 'isEnabled' has been renamed 'enable'.");
    component.setAttribute("enable", *text);
  }
}

void VisualComponent::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  takeIsEnabled(*this, description);
}

}  // namespace sofa::component::visual

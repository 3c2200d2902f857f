// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/Light.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::component::visual {

void Light::init() {
  auto* manager = core::upFrom<LightManager>(*context());
  if (!manager) {
    warning("No LightManager found: add one above or in this node, the light has no effect without.");
    return;
  }
  manager->add(this);
  d_softShadows.setParent(&manager->d_softShadows);
  if (manager->d_shadows.value()) return;
  for (const core::BaseData* data :
       {static_cast<const core::BaseData*>(&d_shadowTextureSize), static_cast<const core::BaseData*>(&d_shadowFactor),
        static_cast<const core::BaseData*>(&d_textureUnit)})
    if (data->isSet()) warning("{} has no effect: the LightManager's shadows are off.", data->name());
}

void Light::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  if (const auto text = description.take("isEnabled")) {
    deprecated("Attribute 'isEnabled' has been renamed 'enable'.");
    setAttribute("enable", *text);
  }
}

}  // namespace sofa::component::visual

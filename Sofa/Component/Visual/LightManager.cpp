// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/LightManager.h"

#include "Sofa/Component/Visual/OglShadowShader.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

LightManager::LightManager() { d_listening.set(true); }

void LightManager::bwdInit() {
  if (!d_shadows.value() || context()->root()->down<OglShadowShader>()) return;
  warning("Shadows need an <OglShadowShader/> in the scene: there will be none.");
  d_shadows.set(false);
}

void LightManager::handleEvent(core::Event& event) {
  const auto* key = core::eventAs<core::KeypressedEvent>(event);
  if (key && (key->key == 'L' || key->key == 'l')) d_shadows.set(!d_shadows.value());
}

bool LightManager::castsShadows() const {
  const auto* shader = d_shadows.value() ? context()->root()->down<OglShadowShader>() : nullptr;
  return shader && shader->isOn();
}

void LightManager::add(Light* light) {
  if (m_lights.size() < maxLights)
    m_lights.push_back(light);
  else
    warning("At most {} lights are possible; further ones have no effect.", maxLights);
}

namespace {
const auto registered =
    core::Register("LightManager", "Sofa.GL.Component.Shader", "collects the lights of the scene").add<LightManager>();
}  // namespace

}  // namespace sofa::component::visual

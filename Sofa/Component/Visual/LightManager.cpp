#include "Sofa/Component/Visual/LightManager.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::visual {

LightManager::LightManager() { d_listening.set(true); }

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

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/LightCapture.h"

#include "Sofa/Component/Visual/DirectionalLight.h"
#include "Sofa/Component/Visual/SpotLight.h"

namespace sofa::gl {

using component::visual::LightManager;

namespace {

Light describe(const component::visual::Light& light, const LightManager& manager) {
  Light out;
  out.color = light.d_color.value();
  out.shadows = manager.castsShadows() && light.d_shadowsEnabled.value();
  out.softShadows = manager.d_softShadows.value() || light.d_softShadows.value();
  out.shadowTextureSize = light.d_shadowTextureSize.value();
  out.zNear = light.d_zNear.isSet() ? light.d_zNear.value() : 0;
  out.zFar = light.d_zFar.isSet() ? light.d_zFar.value() : 0;
  out.shadowFactor = light.d_shadowFactor.value();
  out.lightBleeding = light.d_VSMLightBleeding.value();
  out.minVariance = light.d_VSMMinVariance.value();
  if (const auto* directional = dynamic_cast<const component::visual::DirectionalLight*>(&light)) {
    out.kind = Light::Kind::directional;
    out.toLight = out.direction = directional->d_direction.value().normalized();
  } else if (const auto* positional = dynamic_cast<const component::visual::PositionalLight*>(&light)) {
    out.position = positional->d_position.value();
    out.attenuation = positional->d_attenuation.value();
    if (const auto* spot = dynamic_cast<const component::visual::SpotLight*>(&light)) {
      out.kind = Light::Kind::spot;
      const type::Vec3 d = spot->d_direction.value();
      out.direction = (spot->d_lookat.value() ? type::Vec3(d - out.position) : d).normalized();
      out.cutoff = spot->d_cutoff.value();
      out.exponent = spot->d_exponent.value();
    }
  }
  return out;
}

}  // namespace

LightSet describe(const LightManager& manager) {
  LightSet set;
  set.ambient = manager.d_ambient.value();
  set.showsShadowMaps = manager.d_debugDraw.value();
  if (manager.d_enable.value())
    for (const auto* light : manager.lights())
      if (light->d_enable.value()) set.lights.push_back(describe(*light, manager));
  return set;
}

}  // namespace sofa::gl

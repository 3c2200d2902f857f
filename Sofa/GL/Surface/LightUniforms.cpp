// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/LightUniforms.h"

#include <numbers>

namespace sofa::gl {
namespace {

/// Colours of the head light (docs/manual/visual.md, "Lights").
constexpr type::Color headLightAmbient{0.5f, 0.5f, 0.5f, 1}, headLightDiffuse{0.9f, 0.9f, 0.9f, 1},
    headLightSpecular{1, 1, 1, 1};
/// Of the studio light: its place aside, in parts of the distance looked from, and how much light comes from above.
const type::Vec3 aside(-0.1, 0.75, 0);
constexpr float skyLight = 0.4f;
constexpr float noCone = -2;

type::Vec<4, float> withW(const type::Color& c, double w) { return {c.r, c.g, c.b, static_cast<float>(w)}; }
type::Vec<4, float> withW(const type::Vec3& v, double w) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()), static_cast<float>(w)};
}

}  // namespace

void LightUniforms::set(const LightSet& lights, const DrawContext& context, const ShadowMaps* shadows) {
  m_ambient = lights.ambient;
  m_count = 0;
  m_sky.setZero();
  m_shadows = shadows;
  if (lights.headLight) {
    Light light;
    type::Vec3 at = context.headLight;
    if (context.studioLight) at += context.lightAway * aside;
    m_sky = withW(context.up, context.studioLight ? skyLight : 0);
    const type::Vec<3, float> place = at.cast<float>();
    light.position = (context.view.inverse() * place.homogeneous()).head<3>().cast<double>();
    add(light, headLightAmbient, headLightDiffuse, headLightSpecular);
  }
  for (const Light& light : lights.lights)
    if (m_count < 8) add(light, light.color, light.color, light.color);
}

void LightUniforms::add(const Light& light, const type::Color& ambient, const type::Color& diffuse,
                        const type::Color& specular) {
  const std::size_t i = m_count++;
  const bool spot = light.kind == Light::Kind::spot && light.cutoff < 180;
  m_colors[i] = withW(diffuse, light.attenuation);
  m_ambients[i] = withW(ambient, light.exponent);
  m_speculars[i] = withW(specular, light.shadowFactor);
  m_positions[i] = light.kind == Light::Kind::directional ? withW(light.toLight, 0) : withW(light.position, 1);
  m_axes[i] = withW(light.direction, spot ? std::cos(light.cutoff * std::numbers::pi / 180) : noCone);
  m_shadowKinds[i].setZero();
  m_shadowDepths[i].setZero();
  m_shadowMatrices[i] = Mat4f::Identity();
  if (!m_shadows || !m_shadows->map(i).used) return;
  const auto& map = m_shadows->map(i);
  m_shadowKinds[i] = {map.soft ? 2.f : 1.f, map.texel, std::clamp(light.lightBleeding, 0.f, 0.99f),
                      std::max(light.minVariance, 1e-6f)};
  m_shadowDepths[i] = map.depth;
  m_shadowMatrices[i] = map.matrix;
}

void LightUniforms::apply(Program& program, bool shadowed) const {
  program.setVec4Array("sky", std::span<const float>(m_sky.data(), 4));
  if (m_count == 0) return;
  const auto set = [&](const char* name, const Vectors& values) {
    program.setVec4Array(name, std::span<const float>(values[0].data(), 4 * m_count));
  };
  set("lightColor", m_colors);
  set("lightAmbient", m_ambients);
  set("lightSpecular", m_speculars);
  set("lightPosition", m_positions);
  set("lightAxis", m_axes);
  if (!shadowed) return;
  set("shadowDepth", m_shadowDepths);
  set("shadowKind", m_shadowKinds);
  program.setMatrices("shadowMatrix", std::span<const Mat4f>(m_shadowMatrices.data(), m_count));
  program.set("shadowMaps", 1);
  m_shadows->bind(1);
}

}  // namespace sofa::gl

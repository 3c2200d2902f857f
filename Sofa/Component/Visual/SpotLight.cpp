// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/SpotLight.h"

#include <numbers>

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void SpotLight::draw(core::DrawList& list) const {
  PositionalLight::draw(list);
  if (!drawsSource(list)) return;
  using type::Vec3;
  constexpr int lines = 16;
  const Vec3& tip = d_position.value();
  Vec3 axis = d_lookat.value() ? Vec3(d_direction.value() - tip) : d_direction.value();
  const double angle = std::clamp(double{d_cutoff.value()}, 0.0, 90.0) * std::numbers::pi / 180;
  if (!(axis.norm() > 0) || d_cutoff.value() >= 180) return;
  axis.normalize();
  int least = 0;
  axis.cwiseAbs().minCoeff(&least);
  const Vec3 u = axis.cross(Vec3::Unit(least)).normalized(), v = axis.cross(u);
  const auto box = core::sceneBox(*this);
  const double length = 0.1 * (box.empty() ? 1 : (box.max - box.min).norm());
  const auto rim = [&](int i) {
    const double around = 2 * std::numbers::pi * i / lines;
    return Vec3(tip +
                length * (std::cos(angle) * axis + std::sin(angle) * (std::cos(around) * u + std::sin(around) * v)));
  };
  for (int i = 0; i < lines; ++i) {
    list.line(tip, rim(i), 1, d_color.value());
    list.line(rim(i), rim(i + 1), 1, d_color.value());
  }
}

namespace {
const auto registered =
    core::Register("SpotLight", "Sofa.GL.Component.Shader", "light from a point, within a cone").add<SpotLight>();
}  // namespace
}  // namespace sofa::component::visual

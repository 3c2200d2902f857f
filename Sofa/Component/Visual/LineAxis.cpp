// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/LineAxis.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {
type::Color axisColor(int axis) { return {axis == 0 ? 1.f : 0.f, axis == 1 ? 1.f : 0.f, axis == 2 ? 1.f : 0.f, 1}; }
}  // namespace

void LineAxis::reinit() {
  if (d_axis.value().find_first_not_of("xyz") != std::string::npos)
    warning("axis is \"{}\": the letters x, y and z name axes, others are left out.", d_axis.value());
}

void LineAxis::drawVisual(core::DrawList& list) const {
  const std::string& letters = d_axis.value();
  for (int axis = 0; axis < 3; ++axis) {
    if (letters.find("xyz"[axis]) == std::string::npos) continue;
    if (d_infinite.value()) {
      drawRay(list, axis, 1);
      drawRay(list, axis, -1);
    } else {
      const int pieces = std::clamp(d_nbLineSegments.value(), 1, 100);
      const type::Vec3 step = type::Vec3::Unit(axis) * (double{d_size.value()} / pieces);
      for (int k = 0; k < pieces; ++k)
        list.line((k - pieces / 2.0) * step, (k + 1 - pieces / 2.0) * step, d_thickness.value(), axisColor(axis));
    }
  }
}

/// The line ends far beyond what cameras show of the scene, or, if it vanishes, at five times its extent.
void LineAxis::drawRay(core::DrawList& list, int axis, int sign) const {
  constexpr double beyond = 1000;  // in parts of the scene's extent
  constexpr int pieces = 40;
  const auto box = core::sceneBox(*this);
  const double extent = box.empty() ? 0 : (box.max - box.min).norm() + box.min.norm();
  const type::Vec3 direction = sign * type::Vec3::Unit(axis);
  type::Color color = axisColor(axis);
  const double length = beyond * std::max({extent, std::fabs(double{d_size.value()}), 1.0});
  if (!d_vanishing.value()) return list.line(type::Vec3(0, 0, 0), length * direction, d_thickness.value(), color);
  const double faded = std::max({extent, std::fabs(double{d_size.value()}), 1.0}) * 5;
  for (int k = 0; k < pieces; ++k) {
    color.a = 1 - (static_cast<float>(k) + 0.5f) / pieces;
    list.line(direction * (faded * k / pieces), direction * (faded * (k + 1) / pieces), d_thickness.value(), color);
  }
}

namespace {
const auto registered =
    core::Register("LineAxis", "Sofa.Component.Visual", "the axes of the world as lines through the origin")
        .wasCalled("OglLineAxis", "SOFA v24.12")
        .add<LineAxis>();
}  // namespace

}  // namespace sofa::component::visual

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Type/Quaternion.h"

namespace sofa::component::mechanicalload {

/// The three sections along the axes of an ellipsoid.
inline void drawEllipsoid(core::DrawList& list, const type::Vec3& center, const type::Vec3& radii,
                          const type::Quat& turn, const type::Color& color) {
  constexpr int sides = 48;
  for (int axis = 0; axis < 3; ++axis) {
    const auto point = [&](int side) {
      const double angle = 2 * std::numbers::pi * side / sides;
      type::Vec3 p = type::Vec3::Zero();
      p[axis] = radii[axis] * std::cos(angle);
      p[(axis + 1) % 3] = radii[(axis + 1) % 3] * std::sin(angle);
      return type::Vec3(center + type::rotate(turn, p));
    };
    for (int side = 0; side < sides; ++side) list.line(point(side), point(side + 1), 1, color);
  }
}

}  // namespace sofa::component::mechanicalload

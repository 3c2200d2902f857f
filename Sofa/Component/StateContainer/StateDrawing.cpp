// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/StateContainer/StateDrawing.h"

namespace sofa::component::statecontainer {

void drawStatePoints(core::DrawList& list, std::span<const type::Vec3> points, int mode, float size,
                     const type::Color& color) {
  constexpr type::Color sphereColors[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
  if (mode < 1 || mode > 4) return list.points(points, size, color);
  const type::Color& sphereColor = mode == 1 ? color : sphereColors[mode - 2];
  for (const type::Vec3& p : points) list.sphere(p, size, sphereColor);
}

void drawStateFrames(core::DrawList& list, std::span<const type::RigidCoord<3>> frames, int mode, double length,
                     bool areAsleep) {
  constexpr type::Color colors[] = {{0, 1, 0, 1}, {1, 0, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}};
  constexpr type::Color grey{0.5f, 0.5f, 0.5f, 1};
  for (const auto& x : frames) {
    if (areAsleep)
      list.frame(x.center, x.orientation, length, grey);
    else if (mode >= 1 && mode <= 6)
      list.frame(x.center, x.orientation, length, colors[mode - 1]);
    else
      list.frame(x.center, x.orientation, length);
  }
}

}  // namespace sofa::component::statecontainer

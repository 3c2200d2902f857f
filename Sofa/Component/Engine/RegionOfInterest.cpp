// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/RegionOfInterest.h"

namespace sofa::component::engine {

void drawOrientedBox(core::DrawList& list, const geometry::OrientedBox& box, float width, const type::Color& color) {
  if (box.isDegenerate()) return;
  const auto c = box.corners();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    list.line(c[i], c[next], width, color);
    list.line(c[i + 4], c[next + 4], width, color);
    list.line(c[i], c[i + 4], width, color);
  }
}

}  // namespace sofa::component::engine

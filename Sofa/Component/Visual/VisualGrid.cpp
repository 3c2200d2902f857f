// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualGrid.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void VisualGrid::reinit() {
  if (d_nbSubdiv.value() >= 2) return;
  error("nbSubdiv is {}: a grid has at least 2 cells along a side. 2 is used.", d_nbSubdiv.value());
  d_nbSubdiv.set(2);
}

void VisualGrid::computeBoundingBox() {
  constexpr double thickness = 0.1;  // on either side of the plane, in parts of the size
  const double size = std::fabs(d_size.value());
  type::Vec3 corner = type::Vec3::Constant(size / 2);
  corner[static_cast<int>(d_plane.value().index())] = thickness * size;
  d_bbox.set({-corner, corner});
}

void VisualGrid::drawVisual(core::DrawList& list) const {
  constexpr int most = 10000;
  const int cells = std::clamp(d_nbSubdiv.value(), 2, most), pieces = std::clamp(d_nbLineSegments.value(), 1, 100);
  const int normal = static_cast<int>(d_plane.value().index());
  const double size = d_size.value();
  const auto place = [&](int axis, double along, double across) {
    type::Vec3 p = type::Vec3::Zero();
    p[axis] = size * (along - 0.5);
    p[3 - axis - normal] = size * (across - 0.5);
    return p;
  };
  for (const int axis : {(normal + 1) % 3, (normal + 2) % 3})
    for (int i = 0; i <= cells; ++i)
      for (int k = 0; k < pieces; ++k) {
        const double across = static_cast<double>(i) / cells;
        list.line(place(axis, static_cast<double>(k) / pieces, across),
                  place(axis, static_cast<double>(k + 1) / pieces, across), d_thickness.value(), d_color.value());
      }
}

namespace {
const auto registered =
    core::Register("VisualGrid", "Sofa.Component.Visual", "a square grid of lines centred at the origin")
        .wasCalled("OglGrid", "SOFA v24.12")
        .add<VisualGrid>();
}  // namespace

}  // namespace sofa::component::visual

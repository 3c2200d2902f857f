#include "Sofa/Component/Visual/VisualGrid.h"

#include "Sofa/Core/ObjectFactory.h"

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

namespace {
const auto registered =
    core::Register("VisualGrid", "Sofa.Component.Visual", "a square grid of lines centred at the origin")
        .add<VisualGrid>();
}  // namespace

}  // namespace sofa::component::visual

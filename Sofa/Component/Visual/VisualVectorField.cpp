// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualVectorField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void VisualVectorField::drawVisual(core::DrawList& list) const {
  constexpr double thickness = 1.0 / 20;  // radius for a length of 1
  const auto& from = d_position.value();
  const auto& vectors = d_vector.value();
  for (std::size_t i = 0; i < std::min(from.size(), vectors.size()); ++i) {
    const type::Vec3 v = d_vectorScale.value() * vectors[i], to = from[i] + v;
    switch (d_drawMode.value().index()) {
      case 0:
        list.line(from[i], to, 1, d_color.value());
        break;
      case 1:
        list.cylinder(from[i], to, thickness * v.norm(), d_color.value());
        break;
      default:
        list.arrow(from[i], to, thickness * v.norm(), d_color.value());
    }
  }
}

namespace {
const auto registered =
    core::Register("VisualVectorField", "Sofa.Component.Visual", "vectors at points, as lines, cylinders or arrows")
        .add<VisualVectorField>(true);
}  // namespace

}  // namespace sofa::component::visual

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualPointCloud.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

template <class DataTypes>
void VisualPointCloud<DataTypes>::reinit() {
  if (!d_drawMode.value().is("Frame") || DataTypes::coordSize == 7) return;
  warning("drawMode=\"Frame\" is for rigid points in space; points of {} are drawn as dots.", DataTypes::name());
  d_drawMode.edit().select(0);
}

template <class DataTypes>
void VisualPointCloud<DataTypes>::computeBoundingBox() {
  type::BoundingBox box;
  for (const auto& x : d_position.value()) box.include(DataTypes::position(x));
  d_bbox.set(box);
}

template <class DataTypes>
void VisualPointCloud<DataTypes>::drawVisual(core::DrawList& list) const {
  const auto& positions = d_position.value();
  const auto& radii = d_sphereRadius.value();
  const auto radius = [&](std::size_t i) -> double { return radii.empty() ? 1 : radii[std::min(i, radii.size() - 1)]; };
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const type::Vec3 p = DataTypes::position(positions[i]);
    if (d_drawMode.value().is("Point")) list.point(p, d_pointSize.value(), d_color.value());
    if (d_drawMode.value().is("Sphere")) list.sphere(p, radius(i), d_color.value());
    if constexpr (DataTypes::coordSize == 7)
      if (d_drawMode.value().is("Frame")) list.frame(p, positions[i].orientation, radius(i));
    if (d_showIndices.value()) list.text(p, std::to_string(i), d_indicesScale.value(), d_indicesColor.value());
  }
}

namespace {
const auto registered = core::Register("VisualPointCloud", "Sofa.Component.Visual", "points as dots, spheres or frames")
                            .addAll<VisualPointCloud, type::Vec3Types, type::Vec1Types, type::Vec2Types,
                                    type::Rigid2Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::visual

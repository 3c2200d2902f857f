// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/OBBCollisionModel.h"

#include <cmath>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Vec3;

std::string OBBCollisionModel::sizeProblem() const {
  const bool isBad =
      std::ranges::any_of(d_extents.value(), [](const Vec3& e) { return !e.allFinite() || e.minCoeff() < 0; });
  if (isBad || !(d_defaultExtent.value() >= 0) || !std::isfinite(d_defaultExtent.value()))
    return "extents and defaultExtent must be finite and not negative: give half of the sides of the boxes in m.";
  return "";
}

Vec3 OBBCollisionModel::halves(std::size_t i) const {
  return i < d_extents.value().size() ? d_extents.value()[i] : Vec3(Vec3::Constant(d_defaultExtent.value()));
}

void OBBCollisionModel::updateElements() {
  m_shapes.clear();
  for (const auto& frame : frames())
    m_shapes.push_back(geometry::ConvexShape::box(frame.center, type::toMatrix(frame.orientation.normalized()),
                                                  halves(m_shapes.size())));
}

void OBBCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  const Vec3 skin = Vec3::Constant(d_contactDistance.value());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i] = {};
    for (const Vec3& corner : m_shapes[i].corners()) boxes[i].include(corner);
    boxes[i].min -= skin;
    boxes[i].max += skin;
  }
}

void OBBCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  const auto x = frames();
  for (std::size_t i = 0; i < x.size(); ++i) list.cube(x[i].center, x[i].orientation, halves(i), drawnColor());
}

namespace {
const auto registered =
    core::Register("OBBCollisionModel", "CollisionOBBCapsule", "boxes that turn with rigid bodies, as obstacles")
        .wasCalled("OBB", "SOFA v24.12")
        .wasCalled("OBBModel", "")
        .wasCalled("TOBBModel", "")
        .add<OBBCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision

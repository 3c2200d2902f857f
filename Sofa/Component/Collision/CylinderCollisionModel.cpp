// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CylinderCollisionModel.h"

#include <cmath>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

std::string CylinderCollisionModel::sizeProblem() const {
  const double length = d_defaultLocalAxis.value().norm();
  if (!(length > 0) || !std::isfinite(length)) return "defaultLocalAxis has no direction: give a vector such as 0 1 0.";
  const std::string problem = lengthProblem(d_radii, d_defaultRadius);
  return problem.empty() ? lengthProblem(d_heights, d_defaultHeight) : problem;
}

Vec3 CylinderCollisionModel::axis(Index i) const {
  return type::rotate(frames()[i].orientation, d_defaultLocalAxis.value().normalized());
}

std::array<Vec3, 2> CylinderCollisionModel::ends(Index i) const {
  const Vec3 &center = frames()[i].center, half = height(i) / 2 * axis(i);
  return {center - half, center + half};
}

/// A disc with normal a reaches sqrt(1 - a_k^2) of its radius along axis k.
void CylinderCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const Vec3 disc = (1 - axis(i).array().square()).max(0).sqrt() * radius(i) + d_contactDistance.value();
    boxes[k] = {};
    for (const Vec3& end : ends(i)) boxes[k].include(end);
    boxes[k].min -= disc;
    boxes[k].max += disc;
  }
}

void CylinderCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  for (Index i = 0; i < size(); ++i) {
    const auto [a, b] = ends(i);
    if (a != b) list.cylinder(a, b, radius(i), drawnColor());
  }
}

namespace {
const auto registered =
    core::Register("CylinderCollisionModel", "Sofa.Component.Collision.Geometry",
                   "cylinders on rigid bodies, for the intersection methods of plugins: none of those here has pairs "
                   "for them")
        .wasCalled("Cylinder", "")
        .wasCalled("CylinderModel", "")
        .wasCalled("RigidCylinder", "")
        .wasCalled("TCylinderModel", "")
        .add<CylinderCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision

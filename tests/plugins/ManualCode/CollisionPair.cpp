// SPDX-License-Identifier: Apache-2.0
// The pair of docs/manual/collision-pairs.md.
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "TorusCollisionModel.h"

namespace {

void addTorusPoint(const sofa::core::Intersection&, sofa::core::ContactRange range, const TorusCollisionModel& tori,
                   sofa::type::Index i, const sofa::component::collision::PointCollisionModel& points,
                   sofa::type::Index j, std::vector<sofa::core::DetectionOutput>& outputs) {
  const sofa::type::Vec3 p = points.points()[j], q = tori.closestPoint(i, p);
  const double distance = (p - q).norm();
  if (distance >= range.alarm || distance == 0) return;
  outputs.push_back({.point1 = q,
                     .point2 = p,
                     .normal = (p - q) / distance,
                     .value = distance - range.contact,
                     .id = j,
                     .element1 = i,
                     .element2 = j});
}

const sofa::core::RegisterIntersector<TorusCollisionModel, sofa::component::collision::PointCollisionModel> torusPoint(
    "MinProximityIntersection", addTorusPoint);

}  // namespace

void TorusCollisionModel::elementBoxes(std::span<sofa::type::BoundingBox> boxes) const {
  for (auto& box : boxes) box = {{-1, 0, -1}, {1, 0, 1}};
}

sofa::type::Vec3 TorusCollisionModel::closestPoint(sofa::type::Index, const sofa::type::Vec3& p) const {
  return sofa::type::Vec3(p.x(), 0, p.z()).normalized();
}

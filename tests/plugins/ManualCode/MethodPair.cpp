// SPDX-License-Identifier: Apache-2.0
// A pair that reads Data of its method (docs/manual/collision-pairs.md, "Methods").
#include "Sofa/Component/Collision/MinProximityIntersection.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "TorusCollisionModel.h"

namespace {

using namespace sofa;
using component::collision::MinProximityIntersection, component::collision::PointCollisionModel;

void addTorusTorus(const MinProximityIntersection& method, core::ContactRange range, const TorusCollisionModel& a,
                   type::Index i, const TorusCollisionModel& b, type::Index j,
                   std::vector<core::DetectionOutput>& outputs);
const core::RegisterIntersector<TorusCollisionModel, TorusCollisionModel, MinProximityIntersection> torusTorus(
    "MinProximityIntersection", addTorusTorus,
    [](const MinProximityIntersection& m) { return m.d_useLineLine.value(); });

void addTorusTorus(const MinProximityIntersection&, core::ContactRange range, const TorusCollisionModel& a,
                   type::Index i, const TorusCollisionModel& b, type::Index j,
                   std::vector<core::DetectionOutput>& outputs) {
  const type::Vec3 p = a.closestPoint(i, {0, 0, 0}), q = b.closestPoint(j, p);
  const double distance = (p - q).norm();
  if (distance >= range.alarm || distance == 0) return;
  outputs.push_back({.point1 = p,
                     .point2 = q,
                     .normal = (q - p) / distance,
                     .value = distance - range.contact,
                     .id = j,
                     .element1 = i,
                     .element2 = j});
}

}  // namespace

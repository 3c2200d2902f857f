// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Geometry/ClosestPoints.h"

// Lines that go through triangles, the only contacts of meshes that DiscreteIntersection finds.
namespace sofa::component::collision {
namespace {

void addTriangleLine(const core::Intersection&, core::ContactRange, const TriangleCollisionModel& triangles,
                     type::Index i, const LineCollisionModel& lines, type::Index j,
                     std::vector<core::DetectionOutput>& outputs) {
  const auto x = triangles.points(), y = lines.points();
  const auto& t = triangles.triangles()[i];
  const auto& e = lines.lines()[j];
  const auto s = geometry::segmentThroughTriangle(y[e[0]], y[e[1]], x[t[0]], x[t[1]], x[t[2]]);
  if (!s) return;
  core::DetectionOutput contact;
  contact.point1 = contact.point2 = geometry::pointOnLine(y[e[0]], y[e[1]], *s);
  contact.normal = (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).normalized();
  contact.id = j;
  contact.element1 = i;
  contact.element2 = j;
  outputs.push_back(contact);
}

const core::RegisterIntersector<TriangleCollisionModel, LineCollisionModel> triangleLine("DiscreteIntersection",
                                                                                         addTriangleLine);

}  // namespace
}  // namespace sofa::component::collision

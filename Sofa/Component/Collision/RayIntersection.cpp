// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/OBBCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/ProximityFeatures.h"
#include "Sofa/Component/Collision/RayCollisionModel.h"
#include "Sofa/Component/Collision/TetrahedronCollisionModel.h"
#include "Sofa/Geometry/ClosestPoints.h"

// What rays meet, under every method. The first point of a contact is on the ray, and its number the ray's.
namespace sofa::component::collision {
namespace {

using core::ContactRange;
using core::DetectionOutput;
using type::Index;
using type::Vec3;
using Rays = RayCollisionModel;
using Outputs = std::vector<DetectionOutput>;

void addHit(const Vec3& p, const Vec3& q, const Vec3& normal, double value, Index ray, Index element,
            Outputs& outputs) {
  outputs.push_back(
      {.point1 = p, .point2 = q, .normal = normal, .value = value, .id = ray, .element1 = ray, .element2 = element});
}

bool isAimed(const Rays& rays, Index i) { return !rays.ray(i).direction.isZero(0); }

/// The point of the ray that is closest to the centre, if it is inside.
void addRaySphere(const core::Intersection&, ContactRange, const Rays& rays, Index i,
                  const BaseSphereCollisionModel& spheres, Index j, Outputs& outputs) {
  if (!isAimed(rays, i)) return;
  const auto ray = rays.ray(i);
  const Vec3& center = spheres.centers()[j];
  const double s = std::clamp((center - ray.origin).dot(ray.direction), 0.0, rays.length(i)),
               radius = spheres.radii()[j];
  const Vec3 p = ray.origin + s * ray.direction, way = center - p;
  const double distance = way.norm();
  if (!(distance < radius)) return;
  const Vec3 normal = distance > 0 ? Vec3(way / distance) : ray.direction;
  addHit(p, touchedAt(spheres, j, normal), normal, distance - radius, i, j, outputs);
}

void addRayTriangle(const core::Intersection&, ContactRange, const Rays& rays, Index i,
                    const TriangleCollisionModel& triangles, Index j, Outputs& outputs) {
  if (!isAimed(rays, i)) return;
  const auto [a, b, c] = cornersOf(triangles, j);
  const Vec3 from = rays.ray(i).origin, to = rays.end(i);
  const auto s = geometry::segmentThroughTriangle(from, to, a, b, c);
  if (!s) return;
  const Vec3 p = geometry::pointOnLine(from, to, *s);
  addHit(p, p, -(b - a).cross(c - a).normalized(), 0, i, j, outputs);
}

/// Rays that pass a triangle closer than the alarm distance meet it too, unless they run along it.
void addRayNearTriangle(const core::Intersection& method, ContactRange range, const Rays& rays, Index i,
                        const TriangleCollisionModel& triangles, Index j, Outputs& outputs) {
  if (!isAimed(rays, i)) return;
  const auto [a, b, c] = cornersOf(triangles, j);
  const Vec3 normal = (b - a).cross(c - a).normalized();
  constexpr double along = 1e-6;
  if (!(std::abs(normal.dot(rays.ray(i).direction)) >= along)) return;
  const std::size_t before = outputs.size();
  addRayTriangle(method, range, rays, i, triangles, j, outputs);
  if (outputs.size() > before) return;
  const auto beside = geometry::contactOf(geometry::ConvexShape::segment(rays.ray(i).origin, rays.end(i)),
                                          geometry::ConvexShape::triangle(a, b, c), range.alarm);
  if (beside && beside->distance < range.alarm)
    addHit(beside->p, beside->q, -normal, beside->distance - range.contact, i, j, outputs);
}

/// The part of a ray on which all of some linear functions are positive; empty if it ends before it begins.
struct Inside {
  double enters = 0, leaves = 0;
  void cut(double value, double slope) {
    if (slope > 0) enters = std::max(enters, -value / slope);
    if (slope < 0) leaves = std::min(leaves, -value / slope);
    if (slope == 0 && value < 0) leaves = -1;
  }
  bool isEmpty() const { return !(enters <= leaves); }
};

void addEntry(const Rays& rays, Index i, Index j, const Inside& inside, Outputs& outputs) {
  if (inside.isEmpty()) return;
  const auto ray = rays.ray(i);
  const Vec3 p = ray.origin + inside.enters * ray.direction;
  addHit(p, p, ray.direction, 0, i, j, outputs);
}

void addRayTetrahedron(const core::Intersection&, ContactRange, const Rays& rays, Index i,
                       const TetrahedronCollisionModel& tetrahedra, Index j, Outputs& outputs) {
  if (!isAimed(rays, i)) return;
  const auto weights = tetrahedra.weightsOf(j, rays.ray(i).origin);
  const auto slopes = tetrahedra.weightsAlong(j, rays.ray(i).direction);
  if (!weights || !slopes) return;
  Inside inside{0, rays.length(i)};
  for (int k = 0; k < 3; ++k) inside.cut((*weights)[k], (*slopes)[k]);
  inside.cut(1 - weights->sum(), -slopes->sum());
  addEntry(rays, i, j, inside, outputs);
}

void addRayBox(const core::Intersection&, ContactRange, const Rays& rays, Index i, const OBBCollisionModel& boxes,
               Index j, Outputs& outputs) {
  if (!isAimed(rays, i)) return;
  const auto& frame = boxes.frames()[j];
  const Vec3 from = type::inverseRotate(frame.orientation, rays.ray(i).origin - frame.center),
             direction = type::inverseRotate(frame.orientation, rays.ray(i).direction), halves = boxes.halves(j);
  Inside inside{0, rays.length(i)};
  for (int k = 0; k < 3; ++k) {
    inside.cut(halves[k] - from[k], -direction[k]);
    inside.cut(halves[k] + from[k], direction[k]);
  }
  addEntry(rays, i, j, inside, outputs);
}

constexpr std::string_view everywhere = "DiscreteIntersection";
const core::RegisterIntersector<Rays, SphereCollisionModel<type::Vec3Types>> rayPoint(everywhere, addRaySphere);
const core::RegisterIntersector<Rays, SphereCollisionModel<type::Rigid3Types>> rayBody(everywhere, addRaySphere);
const core::RegisterIntersector<Rays, TriangleCollisionModel> rayTriangle(everywhere, addRayTriangle);
const core::RegisterIntersector<Rays, TriangleCollisionModel> nearTriangle("NewProximityIntersection",
                                                                           addRayNearTriangle);
const core::RegisterIntersector<Rays, TriangleCollisionModel> localTriangle("LocalMinDistance", addRayNearTriangle);
const core::RegisterIntersector<Rays, TetrahedronCollisionModel> rayTetrahedron(everywhere, addRayTetrahedron);
const core::RegisterIntersector<Rays, OBBCollisionModel> rayBox(everywhere, addRayBox);
const core::IgnoreModelPair<Rays, PointCollisionModel> rayVertex(everywhere);
const core::IgnoreModelPair<Rays, LineCollisionModel> rayLine(everywhere);

}  // namespace
}  // namespace sofa::component::collision

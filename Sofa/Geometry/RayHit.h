// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Geometry/Camera.h"

namespace sofa::geometry {

/// Where a ray enters something: at origin + distance * direction.
struct RayHit {
  double distance = 0;
  std::array<double, 3> weights{1, 0, 0};  ///< of a triangle's corners in the point that is hit
};

/// Either side counts. None for triangles that are degenerate or not finite. With a slack, in weights, no ray slips
/// through between two triangles.
inline std::optional<RayHit> hitTriangle(const Ray& ray, const type::Vec3& a, const type::Vec3& b, const type::Vec3& c,
                                         double slack = 0) {
  // Solves origin + t direction = a + u (b - a) + v (c - a) by Cramer's rule.
  const type::Vec3 ab = b - a, ac = c - a;
  const type::Vec3 p = ray.direction.cross(ac);
  const double determinant = ab.dot(p);
  if (!(std::abs(determinant) > 0)) return {};
  const type::Vec3 s = ray.origin - a, q = s.cross(ab);
  const double u = s.dot(p) / determinant, v = ray.direction.dot(q) / determinant, t = ac.dot(q) / determinant;
  if (!(u >= -slack && v >= -slack && u + v <= 1 + slack && t >= 0)) return {};
  return RayHit{t, {1 - u - v, u, v}};
}

/// The nearer side, or the origin itself if it lies inside.
inline std::optional<RayHit> hitSphere(const Ray& ray, const type::Vec3& center, double radius) {
  const type::Vec3 toCenter = center - ray.origin;
  const double middle = toCenter.dot(ray.direction), gap = toCenter.squaredNorm() - radius * radius;
  const double discriminant = middle * middle - gap;
  if (!(discriminant >= 0)) return {};
  if (gap <= 0) return RayHit{};
  const double t = middle - std::sqrt(discriminant);
  if (!(t >= 0)) return {};
  return RayHit{t};
}

/// Distance along the ray of its point nearest to `p`, and the distance between the two.
struct RayDistance {
  double along = 0, aside = 0;
};
inline RayDistance distanceTo(const Ray& ray, const type::Vec3& p) {
  const double along = std::max(0.0, ray.direction.dot(p - ray.origin));
  return {along, (p - ray.origin - along * ray.direction).norm()};
}

}  // namespace sofa::geometry

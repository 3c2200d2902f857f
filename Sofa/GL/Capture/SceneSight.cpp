// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/SceneSight.h"

#include <array>

namespace sofa::gl {
namespace {

using geometry::Camera;
using type::BoundingBox;
using type::Vec3;

constexpr double leastPart = 0.02;  // of the picture's width or height
constexpr int raysAcross = 32;

/// Part of the picture that points lie in, as parts of its width and height.
struct Extent {
  double left = 1, right = 0, top = 1, bottom = 0;
  void include(double x, double y) {
    left = std::min(left, x), right = std::max(right, x);
    top = std::min(top, y), bottom = std::max(bottom, y);
  }
  bool isEmpty() const { return left > right; }
  double largest() const { return std::max(right - left, bottom - top); }
};

bool meets(const geometry::Ray& ray, const BoundingBox& box) {
  double from = 0, to = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (ray.direction[i] == 0) {
      if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i]) return false;
      continue;
    }
    const double a = (box.min[i] - ray.origin[i]) / ray.direction[i];
    const double b = (box.max[i] - ray.origin[i]) / ray.direction[i];
    from = std::max(from, std::min(a, b)), to = std::min(to, std::max(a, b));
  }
  return from <= to;
}

class Picture {
 public:
  explicit Picture(const Camera& camera)
      : m_view(camera.viewMatrix()), m_projection(camera.projectionMatrix({1, 2, true})) {}

  /// What is seen of a segment: cut off where it leaves the pyramid of view (Liang and Barsky 1984).
  void include(const Vec3& a, const Vec3& b, Extent& extent) const {
    const auto p = planes(a), q = planes(b);
    double from = 0, to = 1;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] < 0 && q[i] < 0) return;
      if (p[i] < 0) from = std::max(from, p[i] / (p[i] - q[i]));
      if (q[i] < 0) to = std::min(to, p[i] / (p[i] - q[i]));
    }
    if (from > to) return;
    for (const double t : {from, to}) {
      const auto [x, y] = place(a + t * (b - a));
      extent.include(x, y);
    }
  }

 private:
  type::Vec4 projected(const Vec3& point) const { return m_projection * (m_view * point.homogeneous()); }
  /// Not negative on the inner side of the four borders and before the camera.
  std::array<double, 5> planes(const Vec3& point) const {
    const type::Vec4 clip = projected(point);
    const double depth = -(m_view * point.homogeneous()).z();
    return {clip.w() + clip.x(), clip.w() - clip.x(), clip.w() + clip.y(), clip.w() - clip.y(), depth};
  }
  std::pair<double, double> place(const Vec3& point) const {
    const type::Vec4 clip = projected(point);
    if (clip.w() == 0) return {0.5, 0.5};  // at the eye
    return {0.5 + 0.5 * clip.x() / clip.w(), 0.5 - 0.5 * clip.y() / clip.w()};
  }

  geometry::Mat4 m_view, m_projection;
};

}  // namespace

bool seesScene(const Camera& camera, const BoundingBox& box) {
  if (box.empty() || !box.min.allFinite() || !box.max.allFinite()) return true;
  const bool inside =
      (camera.position.array() >= box.min.array()).all() && (camera.position.array() <= box.max.array()).all();
  if (inside && !camera.orthographic) return true;
  Extent extent;
  // Faces that fill the picture, beyond which their edges lie.
  for (int i = 0; i < raysAcross; ++i)
    for (int k = 0; k < raysAcross; ++k) {
      const double x = (i + 0.5) / raysAcross, y = (k + 0.5) / raysAcross;
      if (meets(camera.ray(x * camera.width - 0.5, y * camera.height - 0.5), box)) extent.include(x, y);
    }
  // And thin boxes, between those rays.
  const Picture picture(camera);
  const auto corner = [&](int c) {
    return Vec3((c & 1 ? box.max : box.min).x(), (c & 2 ? box.max : box.min).y(), (c & 4 ? box.max : box.min).z());
  };
  for (int c = 0; c < 8; ++c)
    for (const int side : {1, 2, 4})
      if (!(c & side)) picture.include(corner(c), corner(c | side), extent);
  if (box.min == box.max) return !extent.isEmpty();
  return !extent.isEmpty() && extent.largest() >= leastPart;
}

}  // namespace sofa::gl

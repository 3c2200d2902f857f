// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/SweptBlade.h"

#include "Sofa/Geometry/BoxHierarchy.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::geometry {
namespace {

/// Part of a length, or of an area, below which rounding decides.
constexpr double roundOff = 1e-12;

}  // namespace

bool SweptBlade::place(const Triangle& triangle, const Vec3& lag, std::array<Vec3, 3>& corners, Vec3& normal) {
  for (std::size_t k = 0; k < 3; ++k)
    corners[k] = triangle.isFormer[k] ? Vec3(triangle.corners[k] + lag) : triangle.corners[k];
  const auto& [a, b, c] = corners;
  normal = (b - a).cross(c - a);
  const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  const double area = normal.norm();
  if (!(area > roundOff * longest) || !std::isfinite(area)) return false;
  normal /= area;
  return true;
}

void SweptBlade::take(const Triangle& triangle) {
  // Squares of what is too large are not finite.
  const auto isFinite = [](const Vec3& p) { return std::isfinite(p.squaredNorm()); };
  if (!std::ranges::all_of(triangle.corners, isFinite)) {
    ++m_rejected;
    return;
  }
  m_triangles.push_back(triangle);
  for (const Vec3& p : triangle.corners) m_triangles.back().box.include(p);
  m_box.include(m_triangles.back().box);
}

void SweptBlade::sweep(std::span<const Vec3> from, std::span<const Vec3> to) {
  if (from.size() != to.size()) return;
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    take({{from[i], from[i + 1], to[i + 1]}, {true, true, false}, {}});
    take({{from[i], to[i + 1], to[i]}, {true, false, false}, {}});
  }
}

void SweptBlade::add(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Triangle triangle{{a, b, c}, {false, false, false}, {}};
  std::array<Vec3, 3> corners;
  Vec3 normal;
  const bool isFinite = a.allFinite() && b.allFinite() && c.allFinite();
  if (!isFinite || (b - a).squaredNorm() > 1e300 || place(triangle, Vec3::Zero(), corners, normal)) take(triangle);
}

bool SweptBlade::isAtRest() const {
  std::array<Vec3, 3> corners;
  Vec3 normal;
  return std::ranges::none_of(m_triangles, [&](const auto& t) { return place(t, Vec3::Zero(), corners, normal); });
}

std::optional<double> SweptBlade::crossing(const Vec3& p, const Vec3& q, const Vec3& lag) const {
  BoundingBox box;
  box.include(p);
  box.include(q);
  const double tolerance = roundOff * (q - p).norm(), reach = tolerance + lag.norm();
  std::optional<double> first;
  std::array<Vec3, 3> corners;
  Vec3 normal;
  for (const Triangle& triangle : m_triangles) {
    if (!overlap(box, triangle.box, reach) || !place(triangle, lag, corners, normal)) continue;
    const auto& [a, b, c] = corners;
    double atP = normal.dot(p - a), atQ = normal.dot(q - a);
    if (std::abs(atP) <= tolerance) atP = 0;
    if (std::abs(atQ) <= tolerance) atQ = 0;
    if ((atP == 0 && atQ == 0) || (atP > 0 && atQ > 0) || (atP < 0 && atQ < 0)) continue;
    const double t = atP / (atP - atQ);
    if (first && *first <= t) continue;
    const auto foot = projectOnTriangle(p + t * (q - p), a, b, c);
    constexpr double rim = 1e-9;  // so that nothing slips through between two triangles
    if (foot && foot->isInside(-rim)) first = t;
  }
  return first;
}

double SweptBlade::signedDistance(const Vec3& p, const Vec3& lag) const {
  double nearest = std::numeric_limits<double>::infinity(), distance = 0;
  std::array<Vec3, 3> corners;
  Vec3 normal;
  for (const Triangle& triangle : m_triangles) {
    if (!place(triangle, lag, corners, normal)) continue;
    const auto& [a, b, c] = corners;
    const double d = (p - closestOnTriangle(p, a, b, c).at(a, b, c)).norm();
    const double toPlane = normal.dot(p - a);
    // Of several that share the nearest point, the one that looks most at p tells the side.
    const double margin = roundOff * d;
    if (d > nearest + margin || (d >= nearest - margin && std::abs(toPlane) <= std::abs(distance))) continue;
    nearest = std::min(d, nearest);
    distance = toPlane;
  }
  return distance;
}

}  // namespace sofa::geometry

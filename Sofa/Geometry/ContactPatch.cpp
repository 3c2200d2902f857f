// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ContactPatch.h"

#include <algorithm>
#include <cmath>

namespace sofa::geometry {
namespace {

using type::Vec2;
using Face = ConvexShape::Face;

/// The contact leads along the normal of a face if the cosine of the angle between them is larger.
constexpr double alignedFace = 0.995;
constexpr double patchSlack = 1e-9;  // part of the size of the face that is rounding
constexpr double nearlyParallel = 0.01;
constexpr double steepFace = 0.1;  // a face at that cosine or less is seen from its side

double signedArea(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// One of the two features that meet: its corners seen along the normal of the reference face, and their heights.
struct Outline {
  std::array<Vec2, 4> corners;
  std::array<double, 4> heights;
  std::array<int, 4> numbers;  // in their shape
  int count = 0;
  double turn = 1;  // 1 if the corners go round anticlockwise

  int next(int k) const { return k + 1 < count ? k + 1 : 0; }
  int sides() const { return count == 2 ? 1 : count < 2 ? 0 : count; }
  int edge(int k) const { return std::min(numbers[k], numbers[next(k)]) * 8 + std::max(numbers[k], numbers[next(k)]); }
  /// Whether a point is in the face, with its border.
  bool holds(const Vec2& p, double slack) const {
    for (int k = 0; k < count; ++k) {
      const Vec2 side = corners[next(k)] - corners[k];
      if (turn * signedArea(side, p - corners[k]) < -slack * side.norm()) return false;
    }
    return true;
  }
};

/// Finds the patch of a reference face, with coordinates u and v in it, and of what lies along it.
class PatchSearch {
 public:
  PatchSearch(const ConvexShape& reference, const Face& face, const ConvexShape& other, const Face& facing,
              bool referenceIsFirst)
      : m_normal(face.normal), m_origin(reference.corners()[face.corners[0]]), m_first(referenceIsFirst) {
    m_u = (reference.corners()[face.corners[1]] - m_origin).normalized();
    m_v = m_normal.cross(m_u);
    m_base = outline(reference, face);
    m_top = outline(other, facing);
    m_slack = patchSlack * (m_base.corners[2] - m_base.corners[0]).norm();
    const double cosine = -facing.normal.dot(m_normal);
    if (cosine > steepFace) m_slope = Vec2(facing.normal.dot(m_u), facing.normal.dot(m_v)) / cosine;
    m_topIsSeen = cosine > steepFace && m_top.count > 2;
  }

  ContactPatch find(double reach) {
    m_reach = reach;
    m_patch.normal = m_first ? m_normal : Vec3(-m_normal);
    for (int k = 0; k < m_top.count; ++k)
      if (m_base.holds(m_top.corners[k], m_slack))
        add(m_top.corners[k], m_top.heights[k], corner(m_top.numbers[k], !m_first));
    if (m_topIsSeen)
      for (int k = 0; k < m_base.count; ++k)
        if (m_top.holds(m_base.corners[k], m_slack))
          add(m_base.corners[k], heightOfTop(m_base.corners[k]), corner(m_base.numbers[k], m_first));
    for (int k = 0; k < m_top.sides(); ++k)
      for (int l = 0; l < m_base.count; ++l) addCrossing(k, l);
    m_patch.thin();
    return m_patch;
  }

 private:
  static int corner(int number, bool ofFirst) { return ofFirst ? number : 8 + number; }

  Outline outline(const ConvexShape& shape, const Face& face) const {
    Outline result;
    result.count = face.count;
    for (int k = 0; k < face.count; ++k) {
      const Vec3 x = shape.corners()[face.corners[k]] - m_origin;
      result.corners[k] = {x.dot(m_u), x.dot(m_v)};
      result.heights[k] = x.dot(m_normal);
      result.numbers[k] = face.corners[k];
    }
    if (face.count > 2)
      result.turn =
          signedArea(result.corners[1] - result.corners[0], result.corners[2] - result.corners[0]) < 0 ? -1 : 1;
    return result;
  }

  /// Of the plane of the other face above a place of the reference face.
  double heightOfTop(const Vec2& at) const { return m_top.heights[0] + m_slope.dot(at - m_top.corners[0]); }

  /// Where side k of the other face crosses side l of the reference, within both.
  void addCrossing(int k, int l) {
    const Vec2 &a = m_top.corners[k], &b = m_base.corners[l];
    const Vec2 d = m_top.corners[m_top.next(k)] - a, e = m_base.corners[m_base.next(l)] - b;
    const double sine = signedArea(d, e);
    if (std::abs(sine) <= patchSlack * d.norm() * e.norm()) return;
    const double s = signedArea(b - a, e) / sine, t = signedArea(b - a, d) / sine;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return;
    const double height = m_top.heights[k] + s * (m_top.heights[m_top.next(k)] - m_top.heights[k]);
    const int ofTop = m_top.edge(k), ofBase = m_base.edge(l);
    add(a + s * d, height, 16 + (m_first ? ofBase * 64 + ofTop : ofTop * 64 + ofBase));
  }

  void add(const Vec2& at, double height, int feature) {
    if (height > m_reach) return;
    const Vec3 foot = m_origin + at.x() * m_u + at.y() * m_v, head = foot + height * m_normal;
    m_patch.add(
        m_first ? ContactPatch::Point{foot, head, height, feature} : ContactPatch::Point{head, foot, height, feature},
        m_slack);
  }

  Vec3 m_normal, m_origin, m_u, m_v;
  bool m_first, m_topIsSeen = false;
  Outline m_base, m_top;
  Vec2 m_slope = Vec2::Zero();
  double m_slack = 0, m_reach = 0;
  ContactPatch m_patch;
};

}  // namespace

void ContactPatch::add(const Point& point, double slack) {
  for (const Point& other : points())
    if ((other.p - point.p).squaredNorm() <= slack * slack) return;
  if (m_count < m_points.size()) m_points[m_count++] = point;
}

/// The first is the deepest one or, where the faces are nearly parallel and rounding would tell, the one whose feature
/// has the lowest number; then the farthest from it, and the farthest to either side of the line between them.
void ContactPatch::thin() {
  if (m_count <= 4) return;
  const auto all = std::span(m_points).first(m_count);
  const auto byDistance = std::ranges::minmax_element(all, {}, &Point::distance);
  const Point lowest = *std::ranges::min_element(all, {}, &Point::feature);
  const auto farFrom = [](const Point& from) {
    return [&](const Point& point) { return (point.p - from.p).squaredNorm(); };
  };
  const double tilt = byDistance.max->distance - byDistance.min->distance;
  const double size = std::sqrt(farFrom(lowest)(*std::ranges::max_element(all, {}, farFrom(lowest))));
  const Point first = tilt > nearlyParallel * size ? *byDistance.min : lowest;
  const Point second = *std::ranges::max_element(all, {}, farFrom(first));
  const Vec3 across = normal.cross(second.p - first.p);
  const auto aside = [&](const Point& point) { return across.dot(point.p - first.p); };
  const auto [one, other] = std::ranges::minmax_element(all, {}, aside);
  const std::array<Point, 4> kept{first, second, *one, *other};
  m_count = 0;
  for (const Point& point : kept) add(point, 0);
}

ContactPatch patchOf(const ConvexShape& a, const ConvexShape& b, const Vec3& normal, double reach) {
  const Face ofA = a.faceAlong(normal), ofB = b.faceAlong(-normal);
  const double alongA = ofA.normal.dot(normal), alongB = -ofB.normal.dot(normal);
  if (!(std::max(alongA, alongB) > alignedFace)) return {};
  return alongA >= alongB ? PatchSearch(a, ofA, b, ofB, true).find(reach)
                          : PatchSearch(b, ofB, a, ofA, false).find(reach);
}

}  // namespace sofa::geometry

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ConvexContact.h"

#include <algorithm>
#include <limits>

#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::geometry {
namespace {

/// Parts of the size of the shapes: angles within which edges and faces lie on each other, and distances that are
/// rounding only.
constexpr double flatness = 1e-5, rounding = 1e-12;

constexpr std::array<std::array<int, 2>, 3> triangleEdges{{{0, 1}, {1, 2}, {2, 0}}};
/// Corner k of a box is on the upper side of axis d if bit d of k is set.
constexpr std::array<std::array<int, 2>, 12> boxEdges{
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

}  // namespace

ConvexShape ConvexShape::point(const Vec3& p) {
  ConvexShape shape;
  shape.m_corners[0] = p;
  shape.m_cornerCount = 1;
  return shape;
}

ConvexShape ConvexShape::segment(const Vec3& a, const Vec3& b) {
  ConvexShape shape;
  shape.m_corners[0] = a;
  shape.m_corners[1] = b;
  shape.m_directions[0] = b - a;
  shape.m_cornerCount = 2;
  shape.m_directionCount = 1;
  shape.m_edges = std::span(triangleEdges).first(1);
  return shape;
}

ConvexShape ConvexShape::triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  ConvexShape shape;
  shape.m_corners[0] = a;
  shape.m_corners[1] = b;
  shape.m_corners[2] = c;
  shape.m_directions = {b - a, c - b, a - c};
  shape.m_cornerCount = shape.m_directionCount = 3;
  const Vec3 normal = (b - a).cross(c - a);
  if (normal.norm() > 0) shape.m_normals[shape.m_normalCount++] = normal.normalized();
  shape.m_edges = triangleEdges;
  return shape;
}

ConvexShape ConvexShape::box(const Vec3& center, const type::Mat3& axes, const Vec3& halves) {
  ConvexShape shape;
  for (int k = 0; k < 8; ++k) {
    Vec3 corner = halves;
    for (int d = 0; d < 3; ++d)
      if (!(k >> d & 1)) corner[d] = -corner[d];
    shape.m_corners[k] = center + axes * corner;
  }
  for (int d = 0; d < 3; ++d) shape.m_normals[d] = shape.m_directions[d] = axes.col(d);
  shape.m_cornerCount = 8;
  shape.m_normalCount = shape.m_directionCount = 3;
  shape.m_edges = boxEdges;
  shape.m_center = center;
  shape.m_halves = halves;
  return shape;
}

Vec3 ConvexShape::closestTo(const Vec3& q) const {
  switch (m_cornerCount) {
    case 1:
      return m_corners[0];
    case 2:
      return pointOnLine(m_corners[0], m_corners[1], closestOnSegment(q, m_corners[0], m_corners[1]));
    case 3:
      return closestOnTriangle(q, m_corners[0], m_corners[1], m_corners[2])
          .at(m_corners[0], m_corners[1], m_corners[2]);
    default:
      Vec3 closest = m_center;
      for (int d = 0; d < 3; ++d)
        closest += std::clamp((q - m_center).dot(m_normals[d]), -m_halves[d], m_halves[d]) * m_normals[d];
      return closest;
  }
}

auto ConvexShape::faceAlong(const Vec3& n) const -> Face {
  if (!isBox()) {
    Face face{{0, 1, 2, 3}, static_cast<int>(m_cornerCount)};
    if (m_normalCount > 0) face.normal = n.dot(m_normals[0]) < 0 ? Vec3(-m_normals[0]) : m_normals[0];
    return face;
  }
  int axis = 0;
  for (int d = 1; d < 3; ++d)
    if (std::abs(n.dot(m_normals[d])) > std::abs(n.dot(m_normals[axis]))) axis = d;
  const bool upper = n.dot(m_normals[axis]) > 0;
  const int first = upper ? 1 << axis : 0, one = 1 << (axis + 1) % 3, other = 1 << (axis + 2) % 3;
  return {
      {first, first | one, first | one | other, first | other}, 4, upper ? m_normals[axis] : Vec3(-m_normals[axis])};
}

double ConvexShape::reach(const Vec3& n) const {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& c : corners()) most = std::max(most, n.dot(c));
  return most;
}

namespace {

/// How far a shape reaches along n, from and to.
std::array<double, 2> extentAlong(const ConvexShape& shape, const Vec3& n) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3& c : shape.corners()) {
    const double height = n.dot(c);
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return {low, high};
}

double sizeOf(const ConvexShape& shape) {
  if (shape.isBox()) return 2 * shape.halves().norm();
  double size = 0;
  for (const Vec3& c : shape.corners()) size = std::max(size, (c - shape.corners()[0]).norm());
  return size;
}

/// The axis on which a gap between the shapes is widest; a negative gap is the depth of an overlap.
struct Separation {
  Vec3 axis = Vec3::Zero();
  double gap = -std::numeric_limits<double>::infinity();
  const ConvexShape* box = nullptr;  ///< of which the axis is the normal of a face

  /// Of axes that part the shapes equally well the first counts: faces go before edges, n before -n.
  void consider(const Vec3& n, double forwards, double backwards, double margin, const ConvexShape* ofFace) {
    if (forwards > gap + margin) *this = {n, forwards, ofFace};
    if (backwards > gap + margin) *this = {-n, backwards, ofFace};
  }
};

class SeparationSearch {
 public:
  /// Ends at the first axis on which the shapes are farther apart than `reach`.
  SeparationSearch(const ConvexShape& a, const ConvexShape& b, double margin, double reach)
      : m_a(a), m_b(b), m_margin(margin), m_reach(reach) {
    for (const Vec3& n : a.normals())
      if (!tryAxis(n)) return;
    for (const Vec3& n : b.normals())
      if (!tryAxis(n)) return;
    for (const Vec3& d : a.directions())
      for (const Vec3& e : b.directions()) {
        const Vec3 axis = d.cross(e);
        const double length = axis.norm();
        if (length > parallel * d.norm() * e.norm() && !tryAxis(axis / length)) return;
      }
  }
  const Separation& best() const { return m_best; }

 private:
  static constexpr double parallel = 1e-9;

  /// False if the shapes are out of reach.
  bool tryAxis(const Vec3& n) {
    const auto [lowA, highA] = extentAlong(m_a, n);
    const auto [lowB, highB] = extentAlong(m_b, n);
    m_best.consider(n, lowB - highA, lowA - highB, m_margin, nullptr);
    return !(m_best.gap > m_reach);
  }

  const ConvexShape& m_a;
  const ConvexShape& m_b;
  double m_margin, m_reach;
  Separation m_best;
};

/// The same for two boxes, whose extents follow from the cosines between their axes.
class BoxSeparation {
 public:
  BoxSeparation(const ConvexShape& a, const ConvexShape& b, double margin, double reach)
      : m_a(a), m_b(b), m_margin(margin), m_reach(reach) {
    const Vec3 way = b.center() - a.center();
    for (int i = 0; i < 3; ++i) {
      m_way[i] = way.dot(a.normals()[i]);
      for (int j = 0; j < 3; ++j) {
        m_cosine(i, j) = a.normals()[i].dot(b.normals()[j]);
        m_size(i, j) = std::abs(m_cosine(i, j));
      }
    }
    for (int i = 0; i < 3; ++i)
      if (!tryFace(a, i, m_way[i], a.halves()[i] + m_size.row(i).dot(b.halves()))) return;
    for (int j = 0; j < 3; ++j)
      if (!tryFace(b, j, way.dot(b.normals()[j]), b.halves()[j] + m_size.col(j).dot(a.halves()))) return;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (!tryEdges(i, j)) return;
  }
  const Separation& best() const { return m_best; }

 private:
  static constexpr double parallel = 1e-9, nearlyParallel = 1e-3, rounding = 1e-14;

  bool tryFace(const ConvexShape& box, int axis, double way, double halves) {
    m_best.consider(box.normals()[axis], way - halves, -way - halves, m_margin, &box);
    return !(m_best.gap > m_reach);
  }
  /// Along axis i of a times axis j of b, whose coordinates k and l in the axes of a are -cosine(l, j) and cosine(k,
  /// j).
  bool tryEdges(int i, int j) {
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    const Vec3 &a = m_a.halves(), &b = m_b.halves();
    const double way = m_way[l] * m_cosine(k, j) - m_way[k] * m_cosine(l, j);
    const double halves = a[k] * m_size(l, j) + a[l] * m_size(k, j) + b[(j + 1) % 3] * m_size(i, (j + 2) % 3) +
                          b[(j + 2) % 3] * m_size(i, (j + 1) % 3);
    const double length = std::hypot(m_cosine(k, j), m_cosine(l, j)), gap = std::abs(way) - halves;
    if (!(length > parallel) || gap < m_best.gap * length - rounding * halves) return true;
    const Vec3 n = m_a.normals()[i].cross(m_b.normals()[j]).normalized();
    if (length > nearlyParallel) {
      m_best.consider(n, (way - halves) / length, (-way - halves) / length, m_margin, nullptr);
    } else {
      const auto [lowA, highA] = extentAlong(m_a, n);
      const auto [lowB, highB] = extentAlong(m_b, n);
      m_best.consider(n, lowB - highA, lowA - highB, m_margin, nullptr);
    }
    return !(m_best.gap > m_reach);
  }

  const ConvexShape& m_a;
  const ConvexShape& m_b;
  double m_margin, m_reach;
  type::Mat3 m_cosine, m_size;
  Vec3 m_way;  // between the centres, in the axes of a
  Separation m_best;
};

Separation separationOf(const ConvexShape& a, const ConvexShape& b, double margin, double reach) {
  return a.isBox() && b.isBox() ? BoxSeparation(a, b, margin, reach).best()
                                : SeparationSearch(a, b, margin, reach).best();
}

/// Whether a corner of the other box that is nearest to a face lies straight above it. Then the line between them is
/// the shortest: it is as long as the gap.
bool liesOverFace(const ConvexShape& box, const ConvexShape& other, const Vec3& outwards, double tiny) {
  const double lowest = extentAlong(other, outwards)[0] + tiny;
  return std::ranges::any_of(other.corners(), [&](const Vec3& corner) {
    if (!(outwards.dot(corner) <= lowest)) return false;
    const Vec3 x = corner - box.center();
    for (int d = 0; d < 3; ++d)
      // The face's own axis is the one along which the corner is outside of the box.
      if (std::abs(outwards.dot(box.normals()[d])) < 0.5 && !(std::abs(x.dot(box.normals()[d])) <= box.halves()[d]))
        return false;
    return true;
  });
}

bool goesThrough(const ConvexShape& edges, const ConvexShape& triangle) {
  if (triangle.corners().size() != 3) return false;
  const auto t = triangle.corners(), c = edges.corners();
  return std::ranges::any_of(edges.edges(), [&](const auto& e) {
    return segmentThroughTriangle(c[e[0]], c[e[1]], t[0], t[1], t[2]).has_value();
  });
}

using Line = std::array<Vec3, 2>;

/// The shortest line between shapes that do not overlap: it starts or ends at a corner, or leads from edge to edge.
/// What lies farther apart along `axis`, from a to b, than the best line so far is long is left out.
Line shortestLine(const ConvexShape& a, const ConvexShape& b, const Vec3& axis, double tiny) {
  Line best{a.corners()[0], b.closestTo(a.corners()[0])};
  double length = (best[1] - best[0]).norm() + tiny;
  const auto consider = [&](const Vec3& p, const Vec3& q) {
    if (!((q - p).squaredNorm() < (best[1] - best[0]).squaredNorm())) return;
    best = {p, q};
    length = (q - p).norm() + tiny;
  };
  const double endOfA = extentAlong(a, axis)[1], startOfB = extentAlong(b, axis)[0];
  for (const Vec3& p : a.corners())
    if (!(startOfB - axis.dot(p) > length)) consider(p, b.closestTo(p));
  for (const Vec3& q : b.corners())
    if (!(axis.dot(q) - endOfA > length)) consider(a.closestTo(q), q);
  for (const auto& e : a.edges()) {
    const Vec3 &p0 = a.corners()[e[0]], &p1 = a.corners()[e[1]];
    const double end = std::max(axis.dot(p0), axis.dot(p1));
    if (startOfB - end > length) continue;
    for (const auto& f : b.edges()) {
      const Vec3 &q0 = b.corners()[f[0]], &q1 = b.corners()[f[1]];
      if (std::min(axis.dot(q0), axis.dot(q1)) - end > length) continue;
      const auto at = closestOnLines(p0, p1, q0, q1, 0);
      if (at && std::ranges::all_of(*at, [](double s) { return s > 0 && s < 1; }))
        consider(pointOnLine(p0, p1, (*at)[0]), pointOnLine(q0, q1, (*at)[1]));
    }
  }
  return best;
}

// --- the middle of what two shapes share, seen along the normal ---

using Vec2 = type::Vec2;
using Polygon = std::vector<Vec2>;

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Convex hull, anticlockwise (Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979). Corners
/// closer to the line between their neighbours than `slack` are left out.
Polygon hullOf(Polygon points, double slack) {
  std::ranges::sort(points, {}, [](const Vec2& p) { return std::pair(p.x(), p.y()); });
  Polygon hull;
  const auto addChain = [&](auto begin, auto end) {
    const std::size_t start = hull.size();
    for (auto p = begin; p != end; ++p) {
      while (hull.size() >= start + 2) {
        const Vec2 base = *p - hull[hull.size() - 2], side = hull.back() - hull[hull.size() - 2];
        if (cross(side, base) > slack * base.norm()) break;
        hull.pop_back();
      }
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  if ((points.back() - points.front()).norm() <= slack) return {points.front()};
  addChain(points.begin(), points.end());
  addChain(points.rbegin(), points.rend());
  return hull;
}

/// What of the shape lies at that height along n or beyond, projected on two axes.
Polygon outermost(const ConvexShape& shape, const Vec3& n, double height, const std::array<Vec3, 3>& frame,
                  double slack) {
  const auto& [origin, u, v] = frame;
  Polygon points;
  for (const Vec3& c : shape.corners())
    if (n.dot(c) >= height - slack) points.emplace_back(u.dot(c - origin), v.dot(c - origin));
  return points.empty() ? points : hullOf(std::move(points), slack);
}

/// Cuts off what lies to the right of the line from a to b (Sutherland and Hodgman, Reentrant polygon clipping, 1974).
Polygon cut(const Polygon& polygon, const Vec2& a, const Vec2& b, double slack) {
  const Vec2 side = (b - a).normalized();
  const auto height = [&](const Vec2& p) { return cross(side, p - a); };
  Polygon kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 &p = polygon[k], &next = polygon[(k + 1) % polygon.size()];
    const double from = height(p), to = height(next);
    if (from >= -slack) kept.push_back(p);
    if ((from < -slack && to > slack) || (from > slack && to < -slack))
      kept.push_back(p + from / (from - to) * (next - p));
  }
  return kept;
}

const Vec2& farthestFrom(const Vec2& from, const Polygon& polygon) {
  return *std::ranges::max_element(polygon, {}, [&](const Vec2& p) { return (p - from).squaredNorm(); });
}

/// Of the area or, if there is none, of the segment.
Vec2 middleOf(const Polygon& polygon) {
  const Vec2 &origin = polygon[0], &one = farthestFrom(origin, polygon), &other = farthestFrom(one, polygon);
  constexpr double thinnest = 1e-9;
  Vec2 sum = Vec2::Zero();
  double area = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 p = polygon[k] - origin, q = polygon[(k + 1) % polygon.size()] - origin;
    area += cross(p, q);
    sum += cross(p, q) * (p + q) / 3;
  }
  return area > thinnest * (one - other).squaredNorm() ? Vec2(origin + sum / area) : Vec2((one + other) / 2);
}

/// The middle of what two segments share, or where they cross.
std::optional<Vec2> middleOfSegments(const Polygon& a, const Polygon& b) {
  const Vec2 d = a[1] - a[0], e = b[1] - b[0];
  const double sine = cross(d, e);
  if (std::abs(sine) > flatness * d.norm() * e.norm())
    return Vec2(a[0] + std::clamp(cross(b[0] - a[0], e) / sine, 0.0, 1.0) * d);
  double s = (b[0] - a[0]).dot(d) / d.squaredNorm(), t = (b[1] - a[0]).dot(d) / d.squaredNorm();
  if (s > t) std::swap(s, t);
  s = std::max(s, 0.0);
  t = std::min(t, 1.0);
  return s <= t ? std::optional<Vec2>(a[0] + (s + t) / 2 * d) : std::nullopt;
}

std::optional<Vec2> middleOfShared(const Polygon& a, const Polygon& b, double slack) {
  if (a.empty() || b.empty()) return std::nullopt;
  if (a.size() == 1) return a[0];
  if (b.size() == 1) return b[0];
  if (a.size() == 2 && b.size() == 2) return middleOfSegments(a, b);
  const bool clipA = b.size() > 2;
  Polygon shared = clipA ? a : b;
  const Polygon& other = clipA ? b : a;
  for (std::size_t k = 0; k < other.size() && !shared.empty(); ++k)
    shared = cut(shared, other[k], other[(k + 1) % other.size()], slack);
  return shared.empty() ? std::nullopt : std::optional(middleOf(shared));
}

/// With points in the middle of what the shapes share at the heights where they end; those of the shortest line where
/// that leads to or from a corner.
ShapeContact middleContact(const ConvexShape& a, const ConvexShape& b, const Approach& approach) {
  const auto& [n, end, start, slack, line, overCorner] = approach;
  const Vec3 u = n.unitOrthogonal();
  const std::array<Vec3, 3> frame{a.corners()[0], u, n.cross(u)};
  const Polygon ofA = outermost(a, n, end, frame, slack), ofB = outermost(b, -n, -start, frame, slack);
  auto shared = line && std::min(ofA.size(), ofB.size()) < 2 ? std::nullopt : middleOfShared(ofA, ofB, slack);
  if (!shared && line) return {(*line)[0], (*line)[1], n, start - end};
  if (!shared) shared = (middleOf(ofA) + middleOf(ofB)) / 2;  // they pass each other by what was rounded
  const Vec3 flat = frame[0] + shared->x() * frame[1] + shared->y() * frame[2];
  const Vec3 base = flat - n.dot(flat) * n;
  return {base + end * n, base + start * n, n, start - end};
}

bool isFinite(const ConvexShape& shape) {
  return std::ranges::all_of(shape.corners(), [](const Vec3& c) { return c.allFinite(); });
}

/// Across the edges of shapes that no axis parts, such as segments on one line.
Vec3 anyAxis(const ConvexShape& a, const ConvexShape& b) {
  for (const auto* shape : {&a, &b})
    for (const Vec3& d : shape->directions())
      if (d.norm() > 0) return d.unitOrthogonal();
  return Vec3::UnitX();
}

}  // namespace

std::optional<Approach> approachOf(const ConvexShape& a, const ConvexShape& b, double reach) {
  if (!isFinite(a) || !isFinite(b)) return std::nullopt;
  const double sizeA = sizeOf(a), sizeB = sizeOf(b), tiny = rounding * std::max(sizeA, sizeB);
  const Separation parted = separationOf(a, b, tiny, reach);
  if (!(parted.gap <= reach)) return std::nullopt;
  Approach approach;
  approach.slack = flatness * (std::min(sizeA, sizeB) > 0 ? std::min(sizeA, sizeB) : std::max(sizeA, sizeB));
  // The axes tell whether shapes overlap if one is a box; two flat ones may pass each other in their plane.
  const bool overlap = a.isBox() || b.isBox() ? parted.gap <= 0 : goesThrough(a, b) || goesThrough(b, a);
  const bool ofA = parted.box == &a;
  approach.overCorner =
      !overlap && parted.box && liesOverFace(*parted.box, ofA ? b : a, ofA ? parted.axis : Vec3(-parted.axis), tiny);
  if (!overlap && !approach.overCorner) {
    approach.line = shortestLine(a, b, parted.axis, tiny);
    const auto& [p, q] = *approach.line;
    const double distance = (q - p).norm();
    if (!(distance <= reach)) return std::nullopt;
    // Where the widest gap is as wide as the shapes are apart, its axis is known better than the direction of the line.
    if (distance > parted.gap + tiny && distance > tiny) {
      approach.normal = (q - p) / distance;
      approach.end = approach.normal.dot(p);
      approach.start = approach.normal.dot(q);
      return approach;
    }
  }
  approach.normal = parted.axis.isZero(0) ? anyAxis(a, b) : parted.axis;
  approach.end = a.reach(approach.normal);
  approach.start = -b.reach(-approach.normal);
  return approach;
}

ShapeContact contactAlong(const ConvexShape& a, const ConvexShape& b, const Approach& approach) {
  if (!approach.overCorner) return middleContact(a, b, approach);
  Approach whole = approach;
  whole.line = shortestLine(a, b, approach.normal, rounding * std::max(sizeOf(a), sizeOf(b)));
  return middleContact(a, b, whole);
}

std::optional<ShapeContact> contactOf(const ConvexShape& a, const ConvexShape& b, double reach) {
  const auto approach = approachOf(a, b, reach);
  return approach ? std::optional(contactAlong(a, b, *approach)) : std::nullopt;
}

}  // namespace sofa::geometry

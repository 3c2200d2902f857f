// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/BodyCentredLattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace sofa::geometry {

using type::Index, type::Vec3;

namespace {

/// Numbers of the first and the last point of the first grid along an axis, counted from the centre of the box.
std::pair<double, double> rangeAlong(const type::BoundingBox& box, double cellSize, int axis) {
  const double centre = (box.min[axis] + box.max[axis]) / 2;
  return {-(std::floor((centre - box.min[axis]) / cellSize) + 2), std::floor((box.max[axis] - centre) / cellSize) + 2};
}

/// Whether a short direction goes up along each axis.
std::array<Index, 3> bits(int e) {
  const Index k = static_cast<Index>(e - 6);
  return {k & 1, ((k >> 1) ^ k) & 1, ((k >> 2) ^ k) & 1};
}

}  // namespace

BodyCentredLattice::BodyCentredLattice(const type::BoundingBox& box, double cellSize) : m_size(cellSize) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto [first, last] = rangeAlong(box, cellSize, axis);
    m_cells[axis] = static_cast<Index>(last - first + 1);
    m_corner[axis] = (box.min[axis] + box.max[axis]) / 2 + first * cellSize;
  }
  m_firstCount = m_cells[0] * m_cells[1] * m_cells[2];
  m_secondCount = (m_cells[0] + 1) * (m_cells[1] + 1) * (m_cells[2] + 1);
}

double BodyCentredLattice::pointCount(const type::BoundingBox& box, double cellSize) {
  double first = 1, second = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [from, to] = rangeAlong(box, cellSize, axis);
    first *= to - from + 1;
    second *= to - from + 2;
  }
  return first + second;
}

std::vector<Vec3> BodyCentredLattice::positions() const {
  std::vector<Vec3> points;
  points.reserve(pointCount());
  for (const bool second : {false, true}) {
    const Vec3 corner = m_corner - (second ? m_size / 2 : 0.0) * Vec3::Ones();
    for (Index z = 0; z < count(second, 2); ++z)
      for (Index y = 0; y < count(second, 1); ++y)
        for (Index x = 0; x < count(second, 0); ++x) points.push_back(corner + m_size * Vec3(x, y, z));
  }
  return points;
}

Index BodyCentredLattice::neighbour(Index p, int e) const {
  bool second = isSecond(p);
  if (second) p -= m_firstCount;
  Place to{p % count(second, 0), p / count(second, 0) % count(second, 1), p / count(second, 0) / count(second, 1)};
  if (isLong(e)) {
    to[e / 2] += e % 2 ? 1 : -1;
  } else {
    const auto up = bits(e);
    for (int axis = 0; axis < 3; ++axis) to[axis] += up[axis] - (second ? 1 : 0);
    second = !second;
  }
  for (int axis = 0; axis < 3; ++axis)  // what went below zero is a large number
    if (to[axis] >= count(second, axis)) return type::invalidIndex;
  return at(second, to);
}

Vec3 BodyCentredLattice::edge(int e) const {
  if (isLong(e)) return Vec3::Unit(e / 2) * (e % 2 ? m_size : -m_size);
  const auto up = bits(e);
  return m_size * Vec3(up[0] - 0.5, up[1] - 0.5, up[2] - 0.5);
}

std::array<Index, 4> BodyCentredLattice::ringBelow(const Place& place, int axis) const {
  std::array<Index, 4> ring;
  constexpr int steps[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (std::size_t i = 0; i < 4; ++i) {
    Place corner = place;
    corner[(axis + 1) % 3] += static_cast<Index>(steps[i][0]);
    corner[(axis + 2) % 3] += static_cast<Index>(steps[i][1]);
    ring[i] = at(true, corner);
  }
  return ring;
}

namespace {

struct Crossing {
  double t;  // lengths of an edge from the start of the line
  int sign;  // +1: out of the surface
};

/// Where start + t direction crosses a triangle, t >= 0. After T. Möller and B. Trumbore, "Fast, minimum storage ray-
/// triangle intersection" (1997).
std::optional<Crossing> crossingOf(const Vec3& start, const Vec3& direction, const std::array<Vec3, 3>& x) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const Vec3 e1 = x[1] - x[0], e2 = x[2] - x[0], p = direction.cross(e2);
  const double determinant = e1.dot(p);
  if (!(std::abs(determinant) > epsilon * direction.norm() * e1.norm() * e2.norm())) return std::nullopt;
  const Vec3 from = start - x[0], q = from.cross(e1);
  const double u = from.dot(p) / determinant, v = direction.dot(q) / determinant, t = e2.dot(q) / determinant;
  if (u < -epsilon || u > 1 + epsilon || v < -epsilon || u + v > 1 + epsilon || t < epsilon) return std::nullopt;
  return Crossing{t, e1.cross(e2).dot(direction) < 0 ? -1 : 1};
}

/// All lines of the lattice along one direction, found by where they lie across it.
class LineBundle {
 public:
  LineBundle(const BodyCentredLattice& lattice, std::span<const Vec3> positions, int e)
      : m_positions(positions), m_direction(lattice.edge(e)) {
    m_direction.cwiseAbs().maxCoeff(&m_axis);
    m_cell = m_direction.cwiseAbs().maxCoeff();
    for (Index p = 0; p < lattice.pointCount(); ++p) {
      if (lattice.neighbour(p, e) == type::invalidIndex || lattice.neighbour(p, e ^ 1) != type::invalidIndex) continue;
      const auto [u, v] = across(positions[p]);
      m_buckets[{cell(u), cell(v)}].push_back(m_starts.size());
      m_starts.push_back(p);
    }
  }

  const std::vector<Index>& starts() const { return m_starts; }

  /// The crossings of each line, in the order of t; of those at one place, in that of the triangles.
  std::vector<std::vector<Crossing>> crossings(std::span<const Vec3> points,
                                               std::span<const type::Triangle> triangles) const {
    std::vector<std::vector<Crossing>> result(m_starts.size());
    for (const auto& t : triangles) {
      const std::array<Vec3, 3> x{points[t[0]], points[t[1]], points[t[2]]};
      forEachLineNear(x, [&](std::size_t line) {
        if (const auto hit = crossingOf(m_positions[m_starts[line]], m_direction, x)) result[line].push_back(*hit);
      });
    }
    for (auto& line : result) std::ranges::stable_sort(line, {}, &Crossing::t);
    return result;
  }

 private:
  /// Coordinates along the two other axes of where the line through p meets the plane at 0 of the main axis.
  std::pair<double, double> across(const Vec3& p) const {
    const Vec3 q = p - p[m_axis] / m_direction[m_axis] * m_direction;
    return {q[(m_axis + 1) % 3], q[(m_axis + 2) % 3]};
  }
  long cell(double coordinate) const { return std::lround(std::floor(coordinate / m_cell)); }

  template <class F>
  void forEachLineNear(const std::array<Vec3, 3>& triangle, const F& f) const {
    const auto [u0, v0] = across(triangle[0]);
    const auto [u1, v1] = across(triangle[1]);
    const auto [u2, v2] = across(triangle[2]);
    const double margin = 1e-6 * m_cell;  // far above rounding
    const auto [uMin, uMax] = std::minmax({u0, u1, u2});
    const auto [vMin, vMax] = std::minmax({v0, v1, v2});
    const long vFirst = cell(vMin - margin), vLast = cell(vMax + margin), uLast = cell(uMax + margin);
    auto bucket = m_buckets.lower_bound({cell(uMin - margin), vFirst});
    while (bucket != m_buckets.end() && bucket->first.first <= uLast) {
      const auto [u, v] = bucket->first;
      if (v > vLast) {
        bucket = m_buckets.lower_bound({u + 1, vFirst});
      } else if (v < vFirst) {
        bucket = m_buckets.lower_bound({u, vFirst});
      } else {
        for (const std::size_t line : bucket->second) f(line);
        ++bucket;
      }
    }
  }

  std::span<const Vec3> m_positions;
  Vec3 m_direction;
  int m_axis = 0;
  double m_cell = 1;
  std::vector<Index> m_starts;
  std::map<std::pair<long, long>, std::vector<std::size_t>> m_buckets;  // lines by what they cross of the plane
};

/// What the crossings of one line tell its points.
void walk(const BodyCentredLattice& lattice, Index start, int e, const std::vector<Crossing>& line,
          LatticeCrossings& result) {
  auto next = line.begin();
  double d = 0;
  for (Index p = start; p != type::invalidIndex; p = lattice.neighbour(p, e), ++d) {
    while (next != line.end() && next->t < d) ++next;
    const bool hasNext = next != line.end(), hasPrevious = next != line.begin();
    const double ahead = hasNext ? next->t - d : 0, behind = hasPrevious ? d - std::prev(next)->t : 0;
    result.cut[p][e] = ahead;
    result.cut[p][e ^ 1] = behind;
    // The nearer crossing is the one less to be trusted.
    const bool askNext = hasNext && (!hasPrevious || behind < ahead);
    result.votes[p] += askNext ? next->sign : -std::prev(next)->sign;
  }
}

}  // namespace

LatticeCrossings cross(const BodyCentredLattice& lattice, std::span<const Vec3> points,
                       std::span<const type::Triangle> triangles) {
  LatticeCrossings result;
  result.cut.resize(lattice.pointCount(), {});
  result.votes.resize(lattice.pointCount(), 0);
  const auto positions = lattice.positions();
  for (int e = 0; e < BodyCentredLattice::directions; e += 2) {
    const LineBundle bundle(lattice, positions, e);
    const auto crossings = bundle.crossings(points, triangles);
    for (std::size_t line = 0; line < crossings.size(); ++line)
      if (!crossings[line].empty()) walk(lattice, bundle.starts()[line], e, crossings[line], result);
  }
  return result;
}

}  // namespace sofa::geometry

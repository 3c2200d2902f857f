// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Geometry/Measure.h"
#include "Sofa/Geometry/RemeshPatch.h"

namespace sofa::geometry::detail {
namespace {

/// By how much a cell has to be better for another one to be put in its place.
constexpr double better = 1.01;

template <class Cell>
Cell with(Cell cell, Index a, Index b) {
  *std::ranges::find(cell, a) = b;
  return cell;
}
double distanceToSegment(const Vec3& q, const Vec3& a, const Vec3& b) {
  return (pointOnLine(a, b, closestOnSegment(q, a, b)) - q).norm();
}

}  // namespace

template <class Cell>
double RemeshSteps<Cell>::tolerance(Index a) const {
  constexpr double rounding = 1e-9;
  double extent = 0;
  for (const Index n : m_patch.neighbours(a)) extent = std::max(extent, (m_patch.rest()[n] - m_patch.rest()[a]).norm());
  return rounding * extent + m_patch.settings().deviation * m_patch.sizeAt(a, a);
}

template <class Cell>
bool RemeshSteps<Cell>::split(Index a, Index b) {
  if (m_patch.isKept(a) && m_patch.isKept(b)) return false;
  if (m_patch.pointCount() >= m_patch.settings().maxPoints) {
    m_report.isFull = true;
    return false;
  }
  const auto old = m_patch.around(a, b);
  const Index middle = m_patch.addPoint({{a, 0.5}, {b, 0.5}});
  std::vector<Cell> halves;
  bool good = !old.empty();
  for (const Index c : old) {
    const double asked = std::min(m_patch.settings().smallestQuality, m_patch.worstQuality(m_patch.nodes(c)));
    for (const Index end : {a, b}) {
      halves.push_back(with(m_patch.nodes(c), end, middle));
      good = good && m_patch.worstQuality(halves.back()) >= asked && m_patch.turnsAs(halves.back(), m_patch.nodes(c));
    }
  }
  if (!good) return m_patch.dropPoint(), false;
  m_patch.replace(old, halves, std::vector<Index>(halves.size(), RemeshPatch<Cell>::none));
  ++m_report.splits;
  return true;
}

template <class Cell>
std::vector<Index> RemeshSteps<Cell>::cellsAround(const Merge& merge) const {
  std::vector<Index> cells = m_patch.around(merge.going[0]);
  if (merge.going.size() > 1)
    for (const Index c : m_patch.around(merge.going[1]))
      if (!namesPoint(m_patch.nodes(c), merge.going[0])) cells.push_back(c);
  return cells;
}

namespace {

/// A cell after a merge; none if it vanishes.
template <class Cell>
std::optional<Cell> afterMerge(Cell cell, const std::vector<Index>& going, Index target) {
  std::size_t corners = 0;
  for (Index& i : cell) {
    if (std::ranges::find(going, i) != going.end()) i = target;
    corners += i == target;
  }
  return corners > 1 ? std::nullopt : std::optional(cell);
}

}  // namespace

/// Mean square of how far edges to a point are from their lengths.
template <class Cell>
double RemeshSteps<Cell>::strainAround(const std::vector<Index>& points, Index at) const {
  double sum = 0;
  for (const Index n : points) sum += std::pow(m_patch.length(at, n) - 1, 2);
  return sum / static_cast<double>(points.size());
}

template <class Cell>
std::optional<typename RemeshSteps<Cell>::Outcome> RemeshSteps<Cell>::outcomeOf(
    const Merge& merge, const std::vector<Triangle>& surface) const {
  const auto& [going, target] = merge;
  std::vector<Index> others;
  for (const Index a : going)
    for (const Index n : m_patch.neighbours(a)) {
      if (n == target || std::ranges::find(going, n) != going.end()) continue;
      if (m_patch.length(target, n) > std::max(m_patch.settings().splitAbove, m_patch.length(a, n)))
        return std::nullopt;
      others.push_back(n);
    }
  Outcome outcome{1, strainAround(others, target)};
  const auto old = cellsAround(merge);
  for (const Index c : old) {
    const Cell& cell = m_patch.nodes(c);
    const auto moved = afterMerge(cell, going, target);
    if (!moved) continue;
    if (!m_patch.turnsAs(*moved, cell)) return std::nullopt;
    outcome.quality = std::min(outcome.quality, m_patch.worstQuality(*moved));
  }
  if (outcome.quality < std::min(m_patch.settings().smallestQuality, m_patch.worstOf(old))) return std::nullopt;
  if (surface.empty()) return outcome;
  std::vector<Triangle> after;
  for (const Triangle& face : surface)
    if (const auto moved = afterMerge(face, going, target)) after.push_back(*moved);
  if (!coverSame(surface, after, m_patch.rest(), tolerance(going[0]))) return std::nullopt;
  return outcome;
}

template <class Cell>
std::optional<typename RemeshSteps<Cell>::Outcome> RemeshSteps<Cell>::endOutcome(Index a, Index b,
                                                                                 const SurfaceAround& surface) const {
  if (m_patch.isKept(a)) return std::nullopt;
  if (!surface.faces.empty()) {
    const auto& allowed = surface.creases.empty() ? surface.neighbours : surface.creases;
    if (!std::ranges::binary_search(allowed, b)) return std::nullopt;
    if (!surface.creases.empty()) {
      if (surface.creases.size() != 2) return std::nullopt;
      const Index other = surface.creases[surface.creases[0] == b ? 1 : 0];
      const auto& x = m_patch.rest();
      if (distanceToSegment(x[a], x[b], x[other]) > tolerance(a)) return std::nullopt;
    }
  }
  return outcomeOf({{a}, b}, surface.faces);
}

/// Whether both may go, for a point between them: both within the volume, the surface or the same straight crease.
template <class Cell>
bool RemeshSteps<Cell>::mayMeet(Index a, Index b, const SurfaceAround& ofA, const SurfaceAround& ofB) const {
  if (m_patch.isKept(a) || m_patch.isKept(b) || ofA.faces.empty() != ofB.faces.empty()) return false;
  if (ofA.faces.empty()) return true;
  if (ofA.creases.empty() && ofB.creases.empty()) return std::ranges::binary_search(ofA.neighbours, b);
  if (ofA.creases.size() != 2 || ofB.creases.size() != 2 || !std::ranges::binary_search(ofA.creases, b)) return false;
  const auto& x = m_patch.rest();
  const Index first = ofA.creases[ofA.creases[0] == b ? 1 : 0], last = ofB.creases[ofB.creases[0] == a ? 1 : 0];
  return first != last && distanceToSegment(x[a], x[first], x[last]) <= tolerance(a) &&
         distanceToSegment(x[b], x[first], x[last]) <= tolerance(b);
}

template <class Cell>
void RemeshSteps<Cell>::doMerge(const Merge& merge) {
  const std::vector<Index> old = cellsAround(merge);
  std::vector<Cell> cells;
  std::vector<Index> continued;
  for (std::size_t k = 0; k < old.size(); ++k)
    if (const auto moved = afterMerge(m_patch.nodes(old[k]), merge.going, merge.target)) {
      cells.push_back(*moved);
      continued.push_back(static_cast<Index>(k));
    }
  m_patch.replace(old, cells, continued);
}

template <class Cell>
bool RemeshSteps<Cell>::collapse(Index a, Index b) {
  if (!m_patch.hasEdge(a, b) || (m_patch.isKept(a) && m_patch.isKept(b))) return false;
  const auto ofA = surfaceAround(m_patch, a), ofB = surfaceAround(m_patch, b);
  if (!ofA.isManifold || !ofB.isManifold || !keepsTopology(m_patch, a, b)) return false;
  const auto intoB = endOutcome(a, b, ofA), intoA = endOutcome(b, a, ofB);
  if (intoA || intoB) {
    if (!intoB || (intoA && intoA->quality > intoB->quality)) std::swap(a, b);
    doMerge({{a}, b});
  } else {
    if (!mayMeet(a, b, ofA, ofB)) return false;
    auto faces = ofA.faces;
    for (const Triangle& face : ofB.faces)
      if (!namesPoint(face, a)) faces.push_back(face);
    const Merge merge{{a, b}, m_patch.addPoint({{a, 0.5}, {b, 0.5}})};
    if (!outcomeOf(merge, faces)) return m_patch.dropPoint(), false;
    doMerge(merge);
  }
  ++m_report.collapses;
  return true;
}

/// Where edges would have their lengths, on the mean.
template <class Cell>
Vec3 RemeshSteps<Cell>::wantedPlace(Index a, const std::vector<Index>& neighbours) const {
  const auto& x = m_patch.rest();
  Vec3 mean = Vec3::Zero();
  for (const Index n : neighbours)
    mean += (x[n] + (x[a] - x[n]) / m_patch.length(a, n)) / static_cast<double>(neighbours.size());
  return mean;
}

template <class Cell>
Mixture RemeshSteps<Cell>::betterPlace(Index a, const SurfaceAround& surface) const {
  const auto& x = m_patch.rest();
  if (surface.creases.size() == 2) {  // in the middle of its neighbours along the crease
    Index b = surface.creases[0], c = surface.creases[1];
    if (distanceToSegment(x[a], x[b], x[c]) > tolerance(a)) return {};
    if ((x[c] - x[a]).norm() > (x[b] - x[a]).norm()) std::swap(b, c);
    const double far = (x[b] - x[a]).norm(), part = (far - (x[c] - x[a]).norm()) / (2 * far);
    return {{a, 1 - part}, {b, part}};
  }
  if (!surface.creases.empty()) return {};
  if (!surface.faces.empty()) {
    const Vec3 wanted = wantedPlace(a, surface.neighbours);
    Mixture best;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Triangle& t : surface.faces) {
      const auto at = closestOnTriangle(wanted, x[t[0]], x[t[1]], x[t[2]]);
      const double distance = (at.at(x[t[0]], x[t[1]], x[t[2]]) - wanted).norm();
      if (distance >= nearest) continue;
      nearest = distance;
      best = {{t[0], 1 - at.v - at.w}, {t[1], at.v}, {t[2], at.w}};
    }
    return best;
  }
  if constexpr (RemeshPatch<Cell>::isVolume) {
    const Vec3 wanted = wantedPlace(a, m_patch.neighbours(a));
    for (const Index c : m_patch.around(a)) {
      const Cell& t = m_patch.nodes(c);
      const double volume = signedTetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
      std::array<Vec3, 4> p{x[t[0]], x[t[1]], x[t[2]], x[t[3]]};
      Mixture weights;
      bool isInside = true;
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec3 corner = std::exchange(p[k], wanted);
        weights.emplace_back(t[k], signedTetrahedronVolume(p[0], p[1], p[2], p[3]) / volume);
        isInside = isInside && weights.back().second >= 0;
        p[k] = corner;
      }
      if (isInside) return weights;
    }
  }
  return {};
}

template <class Cell>
bool RemeshSteps<Cell>::relax(Index a) {
  if (m_patch.isKept(a) || m_patch.around(a).empty()) return false;
  const double worst = m_patch.worstOf(m_patch.around(a));
  const auto surface = surfaceAround(m_patch, a);
  if (!surface.isManifold) return false;
  const Mixture place = betterPlace(a, surface);
  if (place.empty()) return false;
  const Merge merge{{a}, m_patch.addPoint(place)};
  const auto outcome = outcomeOf(merge, surface.faces);
  const double strain = strainAround(m_patch.neighbours(a), a);
  const bool isBetter = outcome && (outcome->strain < strain / better ? outcome->quality > 0.8 * worst
                                                                      : outcome->quality > better * worst);
  if (!isBetter) return m_patch.dropPoint(), false;
  doMerge(merge);
  ++m_report.moves;
  return true;
}

template <class Cell>
bool RemeshSteps<Cell>::mayBeMade(const std::vector<Cell>& cells, const std::vector<Index>& old, double quality) const {
  const Cell& like = m_patch.nodes(old.front());
  return std::ranges::all_of(old, [&](Index c) { return m_patch.turnsAs(m_patch.nodes(c), like); }) &&
         std::ranges::all_of(
             cells, [&](const Cell& c) { return m_patch.turnsAs(c, like) && m_patch.worstQuality(c) >= quality; });
}

namespace {

/// How far the numbers of neighbours of points are from those of a regular mesh: 6, and 4 on the border.
std::size_t excess(const RemeshPatch<Triangle>& patch, Index point, int change) {
  const auto surface = surfaceAround(patch, point);
  const long wanted = surface.creases.empty() ? 6 : 4;
  return static_cast<std::size_t>(std::abs(static_cast<long>(surface.neighbours.size()) + change - wanted));
}

}  // namespace

template <>
bool RemeshSteps<Triangle>::flip(Index a, Index b) {
  const auto old = m_patch.around(a, b);
  if (old.size() != 2) return false;
  const Triangle first = m_patch.nodes(old[0]), second = m_patch.nodes(old[1]);
  const auto opposite = [&](const Triangle& t) {
    return *std::ranges::find_if(t, [&](Index i) { return i != a && i != b; });
  };
  const Index c = opposite(first), d = opposite(second);
  if (c == d || m_patch.hasEdge(c, d)) return false;
  const auto creases = surfaceAround(m_patch, a).creases;
  if (std::ranges::binary_search(creases, b)) return false;
  if (m_patch.length(c, d) > std::max(m_patch.settings().splitAbove, m_patch.length(a, b))) return false;
  const std::vector<Triangle> cells{with(first, a, d), with(first, b, d)};
  const double worst = m_patch.worstOf(old), asked = std::min(m_patch.settings().smallestQuality, worst);
  if (!mayBeMade(cells, old, asked) || !coverSame({first, second}, cells, m_patch.rest(), tolerance(a))) return false;
  const double now = std::min(m_patch.worstQuality(cells[0]), m_patch.worstQuality(cells[1]));
  const std::size_t before =
                        excess(m_patch, a, 0) + excess(m_patch, b, 0) + excess(m_patch, c, 0) + excess(m_patch, d, 0),
                    after =
                        excess(m_patch, a, -1) + excess(m_patch, b, -1) + excess(m_patch, c, 1) + excess(m_patch, d, 1);
  if (after > before || (after == before && now < better * worst) || now < 0.5 * worst) return false;
  m_patch.replace(old, cells, {RemeshPatch<Triangle>::none, RemeshPatch<Triangle>::none});
  ++m_report.flips;
  return true;
}

namespace {

/// The points around an edge in order: of a tetrahedron (a, b, p, q), turned as those of the mesh, q follows p.
struct Ring {
  std::vector<Index> points;
  bool isClosed = false;
};
std::optional<Ring> ringAround(const RemeshPatch<Tetrahedron>& patch, const std::vector<Index>& cells, Index a,
                               Index b) {
  std::vector<std::array<Index, 2>> steps;
  for (const Index c : cells) {
    const Tetrahedron& t = patch.nodes(c);
    const auto at = [&](Index i) { return static_cast<std::size_t>(std::ranges::find(t, i) - t.begin()); };
    std::array<std::size_t, 4> order{at(a), at(b), 4, 4};
    for (std::size_t i = 0; i < 4; ++i)
      if (i != order[0] && i != order[1]) order[order[2] == 4 ? 2 : 3] = i;
    bool isOdd = false;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = i + 1; k < 4; ++k) isOdd ^= order[i] > order[k];
    steps.push_back({t[order[isOdd ? 3 : 2]], t[order[isOdd ? 2 : 3]]});
  }
  std::size_t start = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (std::ranges::none_of(steps, [&](const auto& s) { return s[1] == steps[i][0]; })) start = i;
  Ring ring{{steps[start][0]}};
  for (Index at = steps[start][0]; ring.points.size() <= steps.size();) {
    const auto next = std::ranges::find_if(steps, [&](const auto& s) { return s[0] == at; });
    if (next == steps.end()) break;
    at = (*next)[1];
    ring.isClosed = at == ring.points.front();
    if (ring.isClosed) break;
    ring.points.push_back(at);
  }
  if (ring.points.size() != cells.size() + (ring.isClosed ? 0 : 1)) return std::nullopt;
  return ring;
}

/// The triangles within a ring that the worst of their tetrahedra with the ends of the edge is best of (Klincsek's
/// dynamic programming; Shewchuk, Two discrete optimization algorithms for the topological improvement of tetrahedral
/// meshes, 2002).
template <class Quality>
class RingTriangles {
 public:
  RingTriangles(std::size_t n, const Quality& quality) : m_n(n), m_best(n * n, 1.0), m_third(n * n, 0) {
    for (std::size_t width = 2; width < n; ++width)
      for (std::size_t i = 0; i + width < n; ++i) {
        const std::size_t j = i + width;
        m_best[i * n + j] = -1;
        for (std::size_t k = i + 1; k < j; ++k) {
          const double q = std::min({m_best[i * n + k], m_best[k * n + j], quality(i, k, j)});
          if (q <= m_best[i * n + j]) continue;
          m_best[i * n + j] = q;
          m_third[i * n + j] = k;
        }
      }
  }
  double best() const { return m_best[m_n - 1]; }
  std::vector<std::array<std::size_t, 3>> triangles() const {
    std::vector<std::array<std::size_t, 3>> found;
    std::vector<std::array<std::size_t, 2>> left{{0, m_n - 1}};
    while (!left.empty()) {
      const auto [i, j] = left.back();
      left.pop_back();
      if (j < i + 2) continue;
      const std::size_t k = m_third[i * m_n + j];
      found.push_back({i, k, j});
      left.push_back({i, k});
      left.push_back({k, j});
    }
    return found;
  }

 private:
  std::size_t m_n;
  std::vector<double> m_best;
  std::vector<std::size_t> m_third;
};

}  // namespace

template <>
bool RemeshSteps<Tetrahedron>::flip(Index a, Index b) {
  constexpr std::size_t most = 7;  // longer rings have no good triangles
  const auto old = m_patch.around(a, b);
  if (old.size() < 2 || old.size() > most) return false;
  const auto ring = ringAround(m_patch, old, a, b);
  if (!ring || ring->points.size() < 3) return false;
  const auto& p = ring->points;
  const std::size_t n = p.size();
  if (!ring->isClosed && std::ranges::binary_search(surfaceAround(m_patch, a).creases, b)) return false;
  if (ring->isClosed && n == 3)
    for (const Index c : m_patch.around(p[0], p[1]))
      if (namesPoint(m_patch.nodes(c), p[2])) return false;
  const double longest = std::max(m_patch.settings().splitAbove, m_patch.length(a, b));
  const auto mayJoin = [&](std::size_t i, std::size_t j) {
    if (j == i + 1 || (ring->isClosed && i == 0 && j == n - 1)) return true;
    return !m_patch.hasEdge(p[i], p[j]) && m_patch.length(p[i], p[j]) <= longest;
  };
  const auto cellsOf = [&](std::size_t i, std::size_t k, std::size_t j) {
    return std::array{Tetrahedron(a, p[i], p[k], p[j]), Tetrahedron(p[i], p[k], p[j], b)};
  };
  const Tetrahedron like = m_patch.nodes(old.front());
  const RingTriangles best(n, [&](std::size_t i, std::size_t k, std::size_t j) {
    if (!mayJoin(i, k) || !mayJoin(k, j) || !mayJoin(i, j)) return -1.0;
    double worst = 1;
    for (const Tetrahedron& t : cellsOf(i, k, j))
      worst = std::min(worst, m_patch.turnsAs(t, like) ? m_patch.worstQuality(t) : -1.0);
    return worst;
  });
  const double asked = better * m_patch.worstOf(old);
  if (best.best() < asked) return false;
  std::vector<Tetrahedron> cells;
  for (const auto& [i, k, j] : best.triangles())
    for (const Tetrahedron& t : cellsOf(i, k, j)) cells.push_back(t);
  if (!mayBeMade(cells, old, asked)) return false;
  if (!ring->isClosed && !coverSame({{a, b, p[0]}, {a, b, p[n - 1]}}, {{a, p[0], p[n - 1]}, {b, p[0], p[n - 1]}},
                                    m_patch.rest(), tolerance(a)))
    return false;
  m_patch.replace(old, cells, std::vector<Index>(cells.size(), RemeshPatch<Tetrahedron>::none));
  ++m_report.flips;
  return true;
}

template <>
bool RemeshSteps<Triangle>::flipFace(Index, std::size_t) {
  return false;
}

template <>
bool RemeshSteps<Tetrahedron>::flipFace(Index cell, std::size_t opposite) {
  const Tetrahedron t = m_patch.nodes(cell);
  const Index d = t[opposite];
  const auto face = subElement<Triangle>(t, tetrahedronTriangles[opposite]);
  std::vector<Index> old;
  for (const Index c : m_patch.around(face[0], face[1]))
    if (namesPoint(m_patch.nodes(c), face[2])) old.push_back(c);
  if (old.size() != 2) return false;
  const Tetrahedron& other = m_patch.nodes(old[0] == cell ? old[1] : old[0]);
  const Index e = *std::ranges::find_if(other, [&](Index i) { return !namesPoint(face, i); });
  if (d == e || m_patch.hasEdge(d, e) || m_patch.length(d, e) > m_patch.settings().splitAbove) return false;
  std::vector<Tetrahedron> cells;
  for (const Index corner : face) cells.push_back(with(t, corner, e));
  if (!mayBeMade(cells, old, better * m_patch.worstOf(old))) return false;
  m_patch.replace(old, cells, std::vector<Index>(cells.size(), RemeshPatch<Tetrahedron>::none));
  ++m_report.flips;
  return true;
}

template class RemeshSteps<Triangle>;
template class RemeshSteps<Tetrahedron>;

}  // namespace sofa::geometry::detail

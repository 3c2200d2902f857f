// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshCutParts.h"

#include <numeric>

#include "Sofa/Geometry/Measure.h"

namespace sofa::geometry {

double shapeQuality(const Tetrahedron& t, std::span<const Vec3> points) {
  const auto p = [&](std::size_t i) -> const Vec3& { return points[t[i]]; };
  double squares = 0;
  for (const auto& [a, b] : tetrahedronEdges) squares += (p(b) - p(a)).squaredNorm();
  const double volume = tetrahedronVolume(p(0), p(1), p(2), p(3));
  return squares > 0 ? 12 * std::pow(3 * volume, 2.0 / 3.0) / squares : 0;
}

double shapeQuality(const Triangle& t, std::span<const Vec3> points) {
  const Vec3 &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
  const double squares = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
  return squares > 0 ? 4 * std::sqrt(3.0) * triangleArea(a, b, c) / squares : 0;
}

namespace detail {

template <class Cell>
std::size_t Surgery<Cell>::open(const Facets& facets) {
  std::map<Index, std::vector<std::size_t>> around;
  for (const auto& [facet, sides] : facets)
    for (const Index point : facet) around[point];
  for (std::size_t i = 0; i < m_parts.size(); ++i)
    for (const Index node : m_parts[i].nodes)
      if (const auto at = around.find(node); m_parts[i].isAlive && at != around.end()) at->second.push_back(i);
  // Which parts hang together at each point is asked before any point has a copy.
  std::vector<Cell> before(m_parts.size());
  for (std::size_t i = 0; i < m_parts.size(); ++i) before[i] = m_parts[i].nodes;
  const std::size_t count = m_points.size();
  for (const auto& [point, parts] : around) {
    std::vector<std::size_t> leader(parts.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](std::size_t i) {
      while (leader[i] != i) i = leader[i] = leader[leader[i]];
      return i;
    };
    std::map<Facet, std::size_t> first;
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t k = 0; k < corners<Cell>; ++k) {
        const Facet facet = sortedFacet(before[parts[i]], k);
        if (before[parts[i]][k] == point || facets.contains(facet)) continue;
        const auto [at, isNew] = first.emplace(facet, i);
        if (isNew) continue;
        const auto [low, high] = std::minmax({find(at->second), find(i)});
        leader[high] = low;
      }
    std::map<std::size_t, Index> copies;  // of each group but the first
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t group = find(i);
      if (group == 0) continue;
      const auto [copy, isNew] = copies.emplace(group, Index{});
      if (isNew) copy->second = copyPoint(point);
      *std::ranges::find(m_parts[parts[i]].nodes, point) = copy->second;
      m_parts[parts[i]].isWhole = false;
    }
  }
  for (const auto& [facet, sides] : facets) {
    std::array<Facet, 2> now;
    for (int side = 0; side < 2; ++side) {
      const auto part = static_cast<std::size_t>(sides[side]);
      for (std::size_t k = 0; k < corners<Cell>; ++k)
        if (std::ranges::find(facet, before[part][k]) == facet.end()) now[side] = sortedFacet(m_parts[part].nodes, k);
    }
    if (now[0] == now[1]) m_pending.push_back(now[0]);
  }
  std::ranges::sort(m_pending);
  return m_points.size() - count;
}

template <class Cell>
MeshCut<Cell> Surgery<Cell>::result() const {
  MeshCut<Cell> cut;
  cut.points = m_points;
  cut.stroke.pending = m_pending;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < m_parts.size(); ++i)
    if (m_parts[i].isAlive && !m_parts[i].isWhole) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return m_parts[i].parent; });
  for (const std::size_t i : order) {
    const Part& part = m_parts[i];
    cut.cells.push_back(part.nodes);
    cut.parents.push_back(part.parent);
    if (cut.removed.empty() || cut.removed.back() != part.parent) cut.removed.push_back(part.parent);
    cut.report.smallestQuality = std::min(cut.report.smallestQuality, shapeQuality(part.nodes, m_rest));
  }
  return cut;
}

template class Surgery<Tetrahedron>;
template class Surgery<Triangle>;

}  // namespace detail
}  // namespace sofa::geometry

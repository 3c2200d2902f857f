// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Clusters.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace sofa::component::engine {

using type::Index;

PointDistances::PointDistances(const std::vector<type::Vec3>& points, const std::vector<type::Edge>& edges)
    : m_points(points), m_alongEdges(!edges.empty()), m_neighbours(points.size()) {
  for (const auto& e : edges)
    if (std::max(e[0], e[1]) < points.size()) {
      m_neighbours[e[0]].push_back(e[1]);
      m_neighbours[e[1]].push_back(e[0]);
    }
}

void PointDistances::add(Index seed, Index number, std::vector<double>& distance, std::vector<Index>& owner) const {
  const auto offer = [&](Index i, double d) {
    if (!(d < distance[i])) return false;
    distance[i] = d;
    owner[i] = number;
    return true;
  };
  offer(seed, 0);
  if (!m_alongEdges) {
    for (Index i = 0; i < m_points.size(); ++i) offer(i, (m_points[i] - m_points[seed]).norm());
    return;
  }
  // Dijkstra, only as far as this seed is the nearest.
  std::priority_queue<std::pair<double, Index>, std::vector<std::pair<double, Index>>, std::greater<>> front;
  front.emplace(0, seed);
  while (!front.empty()) {
    const auto [d, i] = front.top();
    front.pop();
    if (d > distance[i]) continue;
    for (const Index j : m_neighbours[i])
      if (const double further = d + (m_points[i] - m_points[j]).norm(); offer(j, further)) front.emplace(further, j);
  }
}

SeededCells cellsOf(const PointDistances& distances, std::size_t pointCount, std::vector<Index> seeds) {
  SeededCells cells{std::move(seeds), std::vector<Index>(pointCount, type::invalidIndex),
                    std::vector<double>(pointCount, std::numeric_limits<double>::max())};
  for (std::size_t k = 0; k < cells.seeds.size(); ++k)
    distances.add(cells.seeds[k], static_cast<Index>(k), cells.distance, cells.owner);
  return cells;
}

SeededCells farthestSeeds(const PointDistances& distances, std::size_t pointCount, std::size_t count) {
  SeededCells cells = cellsOf(distances, pointCount, {});
  for (Index next = 0; cells.seeds.size() < std::min(count, pointCount);) {
    distances.add(next, static_cast<Index>(cells.seeds.size()), cells.distance, cells.owner);
    cells.seeds.push_back(next);
    const auto farthest = std::max_element(cells.distance.begin(), cells.distance.end());
    if (*farthest == 0) break;
    next = static_cast<Index>(farthest - cells.distance.begin());
  }
  return cells;
}

}  // namespace sofa::component::engine

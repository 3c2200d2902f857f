// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Orientation.h"

namespace sofa::geometry {

void orientAlike(std::vector<Triangle>& triangles, const std::vector<type::Vec3>& points,
                 const std::vector<std::array<Index, 3>>& edgesInTriangle, const IndexLists& trianglesAroundEdge,
                 bool flipFirst) {
  if (triangles.empty()) return;
  constexpr double leastCosine = 0.15;
  const auto normal = [&](Index t) -> type::Vec3 {
    const auto& [a, b, c] = static_cast<const std::array<Index, 3>&>(triangles[t]);
    return (points[b] - points[a]).cross(points[c] - points[a]).normalized();
  };
  std::vector<char> reached(triangles.size(), 0);
  std::vector<Index> queue{0};
  queue.reserve(triangles.size());
  reached[0] = 1;
  if (flipFirst) std::swap(triangles[0][1], triangles[0][2]);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const type::Vec3 reference = normal(queue[next]);
    for (const Index edge : edgesInTriangle[queue[next]])
      for (const Index neighbour : trianglesAroundEdge[edge]) {
        if (reached[neighbour]) continue;
        reached[neighbour] = 1;
        if (normal(neighbour).dot(reference) < leastCosine) std::swap(triangles[neighbour][1], triangles[neighbour][2]);
        queue.push_back(neighbour);
      }
  }
}

}  // namespace sofa::geometry

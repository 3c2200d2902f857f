// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshAdjacency.h"

namespace sofa::geometry {

IndexLists::IndexLists(const std::vector<Index>& counts) : m_begin(counts.size() + 1, 0) {
  for (std::size_t i = 0; i < counts.size(); ++i) m_begin[i + 1] = m_begin[i] + counts[i];
  m_items.resize(m_begin.back());
}

IndexLists trianglesAroundEdges(const std::vector<Triangle>& triangles, const std::vector<Edge>& edges,
                                const std::vector<std::array<Index, 3>>& edgesInTriangle) {
  const auto alongEdge = [&](Index t, std::size_t j, Index e) {
    return edges[e][0] == triangles[t][triangleEdges[j][0]];
  };
  std::vector<Index> total(edges.size(), 0), along(edges.size(), 0);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t j = 0; j < 3; ++j)
      if (const Index e = edgesInTriangle[t][j]; e < edges.size()) {
        ++total[e];
        if (alongEdge(static_cast<Index>(t), j, e)) ++along[e];
      }
  IndexLists lists(total);
  std::vector<Index> against(along);  // the others start behind those along the edge
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t j = 0; j < 3; ++j)
      if (const Index e = edgesInTriangle[t][j]; e < edges.size()) {
        const Index triangle = static_cast<Index>(t);
        lists[e][alongEdge(triangle, j, e) ? --along[e] : against[e]++] = triangle;
      }
  return lists;
}

}  // namespace sofa::geometry

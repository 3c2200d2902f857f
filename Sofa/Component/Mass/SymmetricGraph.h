// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::component::mass {

/// Edges sorted by point, so that a symmetric product can be gathered: each point reads its neighbours and writes only
/// itself.
struct SymmetricGraph {
  std::vector<std::size_t> start;      ///< first entry of each point; one more than there are points
  std::vector<type::Index> neighbour;  ///< other end of the edge of each entry
  std::vector<type::Index> edge;       ///< the edge of each entry

  std::span<const type::Index> neighboursOf(std::size_t i) const {
    return {neighbour.data() + start[i], start[i + 1] - start[i]};
  }
  std::size_t points() const { return start.empty() ? 0 : start.size() - 1; }

  void build(const std::vector<type::Edge>& edges, std::size_t points) {
    start.assign(points + 1, 0);
    for (const auto& e : edges)
      for (const auto i : e) ++start[i + 1];
    for (std::size_t i = 0; i < points; ++i) start[i + 1] += start[i];
    neighbour.resize(start.back());
    edge.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::size_t k = 0; k < edges.size(); ++k)
      for (std::size_t end = 0; end < 2; ++end) {
        const std::size_t entry = next[edges[k][end]]++;
        neighbour[entry] = edges[k][1 - end];
        edge[entry] = static_cast<type::Index>(k);
      }
  }

  /// The edge between a and b, invalidIndex if there is none.
  type::Index find(type::Index a, type::Index b) const {
    for (std::size_t entry = start[a]; entry < start[a + 1]; ++entry)
      if (neighbour[entry] == b) return edge[entry];
    return type::invalidIndex;
  }
};

}  // namespace sofa::component::mass

#include "Sofa/LinearAlgebra/NodePairs.h"

#include <algorithm>
#include <utility>

namespace sofa::linearalgebra {

void NodePairs::build(std::span<const int> nodes, int nodesPerElement) {
  m_pairs.clear();
  m_terms.clear();
  const std::size_t n = static_cast<std::size_t>(nodesPerElement);
  const int most = nodes.empty() ? -1 : *std::max_element(nodes.begin(), nodes.end());
  // Where each node occurs, in order.
  std::vector<std::size_t> start(static_cast<std::size_t>(most + 2), 0);
  for (const int node : nodes)
    if (node >= 0) ++start[node + 1];
  for (int i = 0; i <= most; ++i) start[i + 1] += start[i];
  std::vector<std::size_t> places(start.back());
  auto next = start;
  for (std::size_t k = 0; k < nodes.size(); ++k)
    if (nodes[k] >= 0) places[next[nodes[k]]++] = k;

  std::vector<std::pair<int, Term>> ofNode;
  for (int i = 0; i <= most; ++i) {
    ofNode.clear();
    for (std::size_t p = start[i]; p < start[i + 1]; ++p) {
      const std::size_t e = places[p] / n, a = places[p] % n;
      for (std::size_t b = 0; b < n; ++b)
        if (nodes[e * n + b] >= i)
          ofNode.emplace_back(nodes[e * n + b], Term{static_cast<std::uint32_t>(e << 4 | a << 2 | b)});
    }
    std::stable_sort(ofNode.begin(), ofNode.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t k = 0; k < ofNode.size(); ++k) {
      if (k == 0 || ofNode[k].first != ofNode[k - 1].first)
        m_pairs.push_back({i, ofNode[k].first, 0, 0, static_cast<std::uint32_t>(m_terms.size())});
      m_terms.push_back(ofNode[k].second);
    }
  }
}

}  // namespace sofa::linearalgebra

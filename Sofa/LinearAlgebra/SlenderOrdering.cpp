// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SlenderOrdering.h"

#include <algorithm>
#include <ranges>

namespace sofa::linearalgebra {

namespace {

class Layers {
 public:
  explicit Layers(const BlockGraph& graph) : m_graph(graph), m_layer(graph.size(), none) {}

  /// Nodes that are linked with `start`, in the order of Cuthill and McKee from there.
  std::vector<int> from(int start) {
    std::vector<int> nodes{start};
    m_layer[start] = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t before = nodes.size();
      for (const int neighbour : neighboursOf(nodes[i])) {
        if (m_layer[neighbour] != none) continue;
        m_layer[neighbour] = m_layer[nodes[i]] + 1;
        nodes.push_back(neighbour);
      }
      std::ranges::stable_sort(nodes.begin() + static_cast<std::ptrdiff_t>(before), nodes.end(), {},
                               [&](int node) { return neighboursOf(node).size(); });
    }
    return nodes;
  }
  void forget(const std::vector<int>& nodes) {
    for (const int node : nodes) m_layer[node] = none;
  }
  bool knows(int node) const { return m_layer[node] != none; }
  int layer(int node) const { return m_layer[node]; }

  /// Of the last layer, a node with the fewest neighbours.
  int farthest(const std::vector<int>& nodes) const {
    const auto last = std::ranges::find_if(nodes, [&](int node) { return layer(node) == layer(nodes.back()); });
    return *std::ranges::min_element(last, nodes.end(), {}, [&](int node) { return neighboursOf(node).size(); });
  }

 private:
  static constexpr int none = -1;
  std::span<const int> neighboursOf(int node) const {
    return std::span(m_graph.neighbours).subspan(m_graph.start[node], m_graph.start[node + 1] - m_graph.start[node]);
  }

  const BlockGraph& m_graph;
  std::vector<int> m_layer;
};

/// From a node far out: one from which no farther one is found. Leaves its layers.
std::vector<int> fromAnEnd(Layers& layers, int start) {
  std::vector<int> nodes = layers.from(start);
  for (;;) {
    const int height = layers.layer(nodes.back()), end = layers.farthest(nodes);
    layers.forget(nodes);
    std::vector<int> other = layers.from(end);
    if (layers.layer(other.back()) <= height) return other;
    nodes = std::move(other);
  }
}

/// The thinnest layer near the middle, of several the one that halves best.
int middleLayer(const Layers& layers, const std::vector<int>& nodes) {
  std::vector<std::size_t> sizes(layers.layer(nodes.back()) + 1, 0);
  for (const int node : nodes) ++sizes[layers.layer(node)];
  int middle = 0;
  std::size_t before = 0;
  auto least = std::pair(nodes.size() + 1, nodes.size());  // size, and nodes on the larger side
  for (int layer = 0; layer < static_cast<int>(sizes.size()); before += sizes[layer++]) {
    const std::pair at(sizes[layer], std::max(before, nodes.size() - before - sizes[layer]));
    if (at.second > nodes.size() * 6 / 10 || at >= least) continue;
    least = at;
    middle = layer;
  }
  return middle;
}

}  // namespace

std::vector<int> orderFromBothEnds(const BlockGraph& graph) {
  Layers layers(graph), back(graph);
  std::vector<int> order;
  order.reserve(graph.size());
  for (int start = 0; start < graph.size(); ++start) {
    if (layers.knows(start)) continue;
    const std::vector<int> there = fromAnEnd(layers, start);
    const std::vector<int> backAgain = back.from(layers.farthest(there));
    const int middle = middleLayer(layers, there);
    for (const int node : backAgain | std::views::reverse)
      if (layers.layer(node) < middle) order.push_back(node);
    for (const int node : there | std::views::reverse)
      if (layers.layer(node) > middle) order.push_back(node);
    for (const int node : there)
      if (layers.layer(node) == middle) order.push_back(node);
  }
  return order;
}

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/EliminationTree.h"

namespace sofa::linearalgebra {

std::vector<int> eliminationTree(const BlockGraph& graph, const std::vector<int>& order,
                                 const std::vector<int>& position) {
  const int n = graph.size();
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int k = 0; k < n; ++k)
    for (int e = graph.start[order[k]]; e < graph.start[order[k] + 1]; ++e)
      for (int i = position[graph.neighbours[e]]; i >= 0 && i < k;) {
        const int next = ancestor[i];
        ancestor[i] = k;
        if (next < 0) parent[i] = k;
        i = next == k ? -1 : next;
      }
  return parent;
}

namespace {

/// Walks the subtree of every row of L: visit(k, i) for the columns i of row k, until it returns false.
template <class Visit>
void forEachEntry(const BlockGraph& graph, const std::vector<int>& order, const std::vector<int>& position,
                  const std::vector<int>& parent, const Visit& visit) {
  const int n = graph.size();
  std::vector<int> mark(n, -1);
  for (int k = 0; k < n; ++k) {
    mark[k] = k;
    for (int e = graph.start[order[k]]; e < graph.start[order[k] + 1]; ++e)
      for (int i = position[graph.neighbours[e]]; i < k && mark[i] != k; i = parent[i]) {
        mark[i] = k;
        if (!visit(i)) return;
      }
  }
}

}  // namespace

std::vector<int> columnCounts(const BlockGraph& graph, const std::vector<int>& order, const std::vector<int>& position,
                              const std::vector<int>& parent) {
  std::vector<int> counts(graph.size(), 0);
  forEachEntry(graph, order, position, parent, [&](int column) {
    ++counts[column];
    return true;
  });
  return counts;
}

double factorisationWork(const BlockGraph& graph, const std::vector<int>& order, double atMost) {
  const std::vector<int> position = inversePermutation(order);
  std::vector<int> counts(graph.size(), 1);
  double work = graph.size();
  forEachEntry(graph, order, position, eliminationTree(graph, order, position), [&](int column) {
    work += 2 * counts[column]++ + 1;
    return work <= atMost;
  });
  return work <= atMost ? work : std::numeric_limits<double>::infinity();
}

}  // namespace sofa::linearalgebra

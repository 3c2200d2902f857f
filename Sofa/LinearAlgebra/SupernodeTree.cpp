// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SupernodeTree.h"

#include <algorithm>
#include <numeric>

#include "Sofa/LinearAlgebra/EliminationTree.h"

namespace sofa::linearalgebra {

int SupernodeTree::localRow(int s, int i) const {
  if (i < firstColumn[s + 1]) return i - firstColumn[s];
  const auto below = rowsOf(s);
  return columnCount(s) + static_cast<int>(std::lower_bound(below.begin(), below.end(), i) - below.begin());
}

namespace {

/// Children of every node as linked lists, ascending.
struct ChildLists {
  std::vector<int> first, next;
  explicit ChildLists(const std::vector<int>& parent) : first(parent.size(), -1), next(parent.size(), -1) {
    for (int i = static_cast<int>(parent.size()) - 1; i >= 0; --i)
      if (parent[i] >= 0) next[i] = std::exchange(first[parent[i]], i);
  }
};

/// Merges nodes of the elimination tree into supernodes. Every supernode goes by its last node.
class Amalgamation {
 public:
  Amalgamation(const std::vector<int>& parent, std::vector<int> below, int blockSize)
      : m_blockSize(blockSize),
        m_parent(parent),
        m_below(std::move(below)),
        m_width(parent.size(), 1),
        m_zeros(parent.size(), 0),
        m_into(parent.size(), -1) {
    run();
  }
  /// The node that node i was merged into, or -1 where i is a supernode's last one.
  const std::vector<int>& into() const { return m_into; }
  /// Block rows below each supernode's columns.
  const std::vector<int>& below() const { return m_below; }

 private:
  void run() {
    const ChildLists lists(m_parent);
    std::vector<int> children;
    for (int p = 0; p < static_cast<int>(m_parent.size()); ++p) {  // a parent comes after its children
      children.clear();
      for (int c = lists.first[p]; c >= 0; c = lists.next[c]) children.push_back(c);
      std::stable_sort(children.begin(), children.end(), [&](int a, int b) { return m_below[a] > m_below[b]; });
      for (int c : children) tryMerge(c, p);
    }
  }

  void tryMerge(int c, int p) {
    const double width = m_width[c] + m_width[p];
    const double added = double(m_width[c]) * (m_width[p] + m_below[p] - m_below[c]);
    const double zeros = m_zeros[c] + m_zeros[p] + added;
    const double stored = width * (width + 1) / 2 + width * m_below[p];
    const double scalars = width * m_blockSize;
    const double allowed = scalars <= 12 ? 0.7 : scalars <= 32 ? 0.25 : scalars <= 64 ? 0.1 : 0.05;
    if (added > 0 && zeros > allowed * stored) return;
    m_into[c] = p;
    m_width[p] += m_width[c];
    m_zeros[p] = zeros;
  }

  int m_blockSize;
  const std::vector<int>& m_parent;
  std::vector<int> m_below, m_width;
  std::vector<double> m_zeros;
  std::vector<int> m_into;
};

/// Children of each node so ordered that a traversal keeps little in memory at a time: those first whose own subtree
/// needs most beyond the update matrix they leave behind (Liu 1986).
ChildLists orderedChildren(const std::vector<int>& superParent, const std::vector<int>& below) {
  ChildLists lists(superParent);
  const int n = static_cast<int>(superParent.size());
  std::vector<double> peak(n, 0);
  std::vector<int> children;
  const auto update = [&](int i) { return double(below[i]) * below[i]; };
  for (int s = 0; s < n; ++s) {
    children.clear();
    for (int c = lists.first[s]; c >= 0; c = lists.next[c]) children.push_back(c);
    std::stable_sort(children.begin(), children.end(),
                     [&](int a, int b) { return peak[a] - update(a) > peak[b] - update(b); });
    double held = 0;
    int* link = &lists.first[s];
    for (int c : children) {
      peak[s] = std::max(peak[s], held + peak[c]);
      held += update(c);
      *link = c;
      link = &lists.next[c];
    }
    *link = -1;
    peak[s] = std::max(peak[s], held + update(s));
  }
  return lists;
}

/// Numbers supernodes and their columns in postorder and fills all of `tree` but the rows.
void number(SupernodeTree& tree, const std::vector<int>& order, const std::vector<int>& parent,
            const Amalgamation& merged) {
  const std::vector<int>& into = merged.into();
  const int n = static_cast<int>(order.size());
  // Supernode of each node, found from above: a node's target has a higher number.
  std::vector<int> top(n), superParent(n, -1);
  for (int i = n - 1; i >= 0; --i) top[i] = into[i] < 0 ? i : top[into[i]];
  for (int i = 0; i < n; ++i)
    if (top[i] == i && parent[i] >= 0) superParent[i] = top[parent[i]];
  // Members of each supernode, ascending, so that children in the elimination tree stay before parents.
  std::vector<int> memberStart(n + 1, 0), members(n);
  for (int i = 0; i < n; ++i) ++memberStart[top[i] + 1];
  std::partial_sum(memberStart.begin(), memberStart.end(), memberStart.begin());
  std::vector<int> next(memberStart.begin(), memberStart.end() - 1);
  for (int i = 0; i < n; ++i) members[next[top[i]]++] = i;

  const ChildLists lists = orderedChildren(superParent, merged.below());
  std::vector<int> pendingChild = lists.first, stack, numberOf(n, -1);
  tree.firstColumn = {0};
  tree.order.reserve(n);
  for (int root = 0; root < n; ++root) {
    if (top[root] != root || superParent[root] >= 0) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const int s = stack.back();
      if (const int c = pendingChild[s]; c >= 0) {
        pendingChild[s] = lists.next[c];
        stack.push_back(c);
        continue;
      }
      stack.pop_back();
      numberOf[s] = static_cast<int>(tree.parent.size());
      tree.parent.push_back(superParent[s]);
      for (int m = memberStart[s]; m < memberStart[s + 1]; ++m) {
        tree.order.push_back(order[members[m]]);
        tree.supernodeOf.push_back(numberOf[s]);
      }
      tree.firstColumn.push_back(static_cast<int>(tree.order.size()));
    }
  }
  for (int& p : tree.parent) p = p < 0 ? -1 : numberOf[p];
  tree.position = inversePermutation(tree.order);
  tree.childStart.assign(tree.size() + 1, 0);
  for (int p : tree.parent)
    if (p >= 0) ++tree.childStart[p + 1];
  std::partial_sum(tree.childStart.begin(), tree.childStart.end(), tree.childStart.begin());
  tree.children.resize(tree.childStart.back());
  next.assign(tree.childStart.begin(), tree.childStart.end() - 1);
  for (int s = 0; s < tree.size(); ++s)
    if (tree.parent[s] >= 0) tree.children[next[tree.parent[s]]++] = s;
}

/// The rows of a supernode: those of its columns in the matrix and of its children's fronts that lie below it.
void findRows(SupernodeTree& tree, const BlockGraph& graph) {
  std::vector<int> mark(graph.size(), -1);
  tree.rowStart = {0};
  for (int s = 0; s < tree.size(); ++s) {
    const int end = tree.firstColumn[s + 1];
    const auto add = [&](int i) {
      if (i < end || mark[i] == s) return;
      mark[i] = s;
      tree.rows.push_back(i);
    };
    for (int k = tree.firstColumn[s]; k < end; ++k)
      for (int e = graph.start[tree.order[k]]; e < graph.start[tree.order[k] + 1]; ++e)
        add(tree.position[graph.neighbours[e]]);
    for (int c : tree.childrenOf(s))
      for (int r = tree.rowStart[c]; r < tree.rowStart[c + 1]; ++r) add(tree.rows[r]);
    std::sort(tree.rows.begin() + tree.rowStart.back(), tree.rows.end());
    tree.rowStart.push_back(static_cast<int>(tree.rows.size()));
  }
}

}  // namespace

SupernodeTree supernodeTree(const BlockGraph& graph, std::vector<int> order, int blockSize) {
  const std::vector<int> position = inversePermutation(order);
  const std::vector<int> parent = eliminationTree(graph, order, position);
  const Amalgamation merged(parent, columnCounts(graph, order, position, parent), blockSize);
  SupernodeTree tree;
  number(tree, order, parent, merged);
  findRows(tree, graph);
  return tree;
}

}  // namespace sofa::linearalgebra

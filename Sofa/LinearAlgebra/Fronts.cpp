// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/Fronts.h"

#include <algorithm>
#include <numeric>

namespace sofa::linearalgebra {
namespace {

void placePanels(FrontLayout& layout) {
  std::size_t offset = 0;
  for (int s = 0; s < layout.tree.size(); ++s) {
    layout.panel.push_back(offset);
    offset += static_cast<std::size_t>(layout.front(s)) * layout.columns(s);
  }
  layout.panel.push_back(offset);
}

void findRuns(FrontLayout& layout) {
  const SupernodeTree& tree = layout.tree;
  const int b = layout.blockSize;
  layout.runStart = {0};
  for (int s = 0; s < tree.size(); ++s) {
    const int parent = tree.parent[s];
    const auto rows = tree.rowsOf(s);
    if (parent >= 0) {
      const auto parentRows = tree.rowsOf(parent);
      const int first = tree.firstColumn[parent], end = tree.firstColumn[parent + 1];
      std::size_t p = 0;
      for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        int target = rows[i] - first;
        if (rows[i] >= end) {
          while (parentRows[p] != rows[i]) ++p;
          target = end - first + static_cast<int>(p);
        }
        const bool open = static_cast<int>(layout.runs.size()) > layout.runStart.back();
        // A run never crosses from the parent's columns to its rows: those lie in different memory.
        if (open && layout.runs.back().to + layout.runs.back().count == target * b && target != end - first) {
          layout.runs.back().count += b;
        } else {
          layout.runs.push_back({i * b, target * b, b});
        }
      }
    }
    layout.runStart.push_back(static_cast<int>(layout.runs.size()));
  }
}

void findGathers(FrontLayout& layout, const BlockMatrix& a, SparseLDL::Triangle triangle) {
  const SupernodeTree& tree = layout.tree;
  const auto rowStart = a.rowStart();
  const auto columnOf = a.columnIndices();
  const auto visit = [&](auto&& use) {
    for (int i = 0; i < a.blockRows(); ++i)
      for (int k = rowStart[i]; k < rowStart[i + 1]; ++k) {
        const int j = columnOf[k], pi = tree.position[i], pj = tree.position[j];
        if (triangle == SparseLDL::Triangle::laterRow ? pi < pj : i < j) continue;
        use(k, std::max(pi, pj), std::min(pi, pj), pi < pj);
      }
  };
  layout.gatherStart.assign(tree.size() + 1, 0);
  visit([&](int, int, int column, bool) { ++layout.gatherStart[tree.supernodeOf[column] + 1]; });
  std::partial_sum(layout.gatherStart.begin(), layout.gatherStart.end(), layout.gatherStart.begin());
  layout.gathers.resize(layout.gatherStart.back());
  std::vector<std::size_t> next(layout.gatherStart.begin(), layout.gatherStart.end() - 1);
  visit([&](int k, int row, int column, bool transposed) {
    const int s = tree.supernodeOf[column], b = layout.blockSize;
    const std::size_t to = layout.panel[s] +
                           static_cast<std::size_t>(column - tree.firstColumn[s]) * b * layout.front(s) +
                           static_cast<std::size_t>(tree.localRow(s, row)) * b;
    layout.gathers[next[s]++] = {static_cast<std::size_t>(k) * b * b, to, transposed};
  });
}

/// Operations to eliminate a supernode.
double work(const FrontLayout& layout, int s) {
  const double n = layout.columns(s), m = layout.front(s);
  return n * (m * m - n * m + n * n / 3) + 4 * m * m;
}

/// Splits the largest subtrees until no one holds much of the work. The choice rests on the pattern alone.
void findSubtrees(FrontLayout& layout) {
  const SupernodeTree& tree = layout.tree;
  const int n = tree.size();
  std::vector<double> total(n);
  std::vector<int> first(n);  // of each subtree, in postorder
  std::iota(first.begin(), first.end(), 0);
  double all = 0;
  for (int s = 0; s < n; ++s) {
    total[s] += work(layout, s);
    if (tree.parent[s] < 0) {
      all += total[s];
      continue;
    }
    total[tree.parent[s]] += total[s];
    first[tree.parent[s]] = std::min(first[tree.parent[s]], first[s]);
  }
  constexpr double smallWork = 2e6;
  const double limit = std::max(all / 16, smallWork);
  for (int s = 0; s < n; ++s) {
    if (total[s] > limit) {
      layout.above.push_back(s);
    } else if (tree.parent[s] < 0 || total[tree.parent[s]] > limit) {
      const bool join = !layout.subtrees.empty() && layout.subtrees.back().second + 1 == first[s] &&
                        total[layout.subtrees.back().second] + total[s] < limit / 4;
      if (join) {
        total[s] += total[layout.subtrees.back().second];
        layout.subtrees.back().second = s;
      } else {
        layout.subtrees.push_back({first[s], s});
      }
    }
  }
}

/// Hands out stretches of the workspace, first fit.
class WorkspacePlan {
 public:
  explicit WorkspacePlan(std::size_t base) : m_end(base), m_base(base) {}
  std::size_t take(std::size_t size) {
    std::size_t at = m_base;
    auto it = m_used.begin();
    for (; it != m_used.end() && it->first - at < size; ++it) at = it->first + it->second;
    m_used.insert(it, {at, size});
    m_end = std::max(m_end, at + size);
    return at;
  }
  void giveBack(std::size_t at, std::size_t size) {
    const auto it = std::find(m_used.begin(), m_used.end(), std::pair(at, size));
    if (it != m_used.end()) m_used.erase(it);
  }
  std::size_t end() const { return m_end; }

 private:
  std::vector<std::pair<std::size_t, std::size_t>> m_used;
  std::size_t m_end, m_base;
};

}  // namespace

/// An update matrix lives from its supernode's elimination to its parent's.
void placeUpdates(FrontLayout& layout, bool parallel) {
  const SupernodeTree& tree = layout.tree;
  layout.parallel = parallel;
  layout.update.assign(tree.size(), 0);
  const auto size = [&](int s) { return static_cast<std::size_t>(layout.below(s)) * layout.below(s); };
  std::size_t end = 0;
  const auto place = [&](WorkspacePlan& plan, int s) {
    if (size(s) > 0) layout.update[s] = plan.take(size(s));
    for (int c : tree.childrenOf(s))
      if (size(c) > 0) plan.giveBack(layout.update[c], size(c));
    end = plan.end();
  };
  if (parallel)
    for (const auto& [first, last] : layout.subtrees) {
      WorkspacePlan plan(end);
      for (int s = first; s <= last; ++s) place(plan, s);
    }
  WorkspacePlan plan(end);
  if (parallel) {
    for (int s : layout.above) place(plan, s);
  } else {
    for (int s = 0; s < tree.size(); ++s) place(plan, s);
  }
  layout.workspace = end;
}

FrontLayout frontLayout(const BlockMatrix& a, Ordering ordering, SparseLDL::Triangle triangle, bool parallel) {
  FrontLayout layout;
  layout.blockSize = a.blockSize();
  const BlockGraph graph = symmetricGraph(a);
  layout.tree = supernodeTree(graph, eliminationOrder(graph, ordering, a.blockSize()), a.blockSize());
  placePanels(layout);
  findRuns(layout);
  findGathers(layout, a, triangle);
  findSubtrees(layout);
  placeUpdates(layout, parallel);
  return layout;
}

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/InteractionGroups.h"

#include <algorithm>
#include <numeric>

namespace sofa::mechanics {

int InteractionGroups::first(int block) {
  while (m_parent[block] != block) block = m_parent[block] = m_parent[m_parent[block]];
  return block;
}

void InteractionGroups::begin(std::size_t blocks) {
  m_parent.resize(blocks);
  std::iota(m_parent.begin(), m_parent.end(), 0);
}

void InteractionGroups::join(int block, int other) {
  const auto [early, late] = std::minmax({first(block), first(other)});
  m_parent[late] = early;
}

void InteractionGroups::find(std::span<const ConstraintBlock> blocks, const ComplianceMatrix& w) {
  begin(blocks.size());
  m_blockOf.clear();
  for (std::size_t b = 0; b < blocks.size(); ++b)
    m_blockOf.insert(m_blockOf.end(), static_cast<std::size_t>(blocks[b].rows), static_cast<int>(b));
  for (int column = 0; column < w.size(); ++column) {
    const int mine = m_blockOf[column];
    int last = mine;
    w.forEachOfColumn(column, [&](int row, double) {
      const int other = m_blockOf[row];
      if (row > column || other == last) return;
      last = other;
      join(mine, other);
    });
  }
  list();
}

void InteractionGroups::find(const SweepSchedule::Uses& uses) {
  constexpr int none = -1;
  begin(uses.blockCount());
  m_blockOf.assign(uses.pointCount, none);
  for (std::size_t b = 0; b < uses.blockCount(); ++b)
    for (const int point : uses.of(b)) {
      int& first = m_blockOf[point];
      if (first == none)
        first = static_cast<int>(b);
      else
        join(static_cast<int>(b), first);
    }
  list();
}

void InteractionGroups::list() {
  const std::size_t blocks = m_parent.size();
  m_groupOfFirst.resize(blocks);
  m_begins.assign(1, 0);
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto head = static_cast<std::size_t>(first(static_cast<int>(b)));
    if (head == b) {
      m_groupOfFirst[b] = size();
      m_begins.push_back(0);
    }
    ++m_begins[m_groupOfFirst[head] + 1];
  }
  std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
  m_blocks.resize(blocks);
  m_next.assign(m_begins.begin(), m_begins.end() - 1);
  for (int b = 0; b < static_cast<int>(blocks); ++b) m_blocks[m_next[m_groupOfFirst[first(b)]]++] = b;
}

}  // namespace sofa::mechanics

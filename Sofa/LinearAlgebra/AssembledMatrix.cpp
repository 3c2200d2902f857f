// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

#include <algorithm>

namespace sofa::linearalgebra {

void AssembledMatrix::reset(int blockSize, int rows, int columns, bool symmetricPattern) {
  m_symmetric = symmetricPattern;
  m_blockSize = blockSize;
  m_rows = rows;
  m_columns = columns;
  m_contributions.clear();
  m_fixed.clear();
  m_planned = false;
  m_matrix.setPattern(blockSize, std::vector<int>(rows / blockSize + 1, 0), {}, columns / blockSize);
}

Contribution& AssembledMatrix::add(int rowOffset, int columnOffset, int rows, int columns) {
  m_contributions.push_back(std::make_unique<Contribution>(rowOffset, columnOffset, rows, columns));
  return *m_contributions.back();
}

void AssembledMatrix::setFixedPattern(std::vector<std::pair<int, int>> blocks) {
  m_fixed = std::move(blocks);
  m_planned = false;
}

void AssembledMatrix::begin() {
  m_isBlank = true;  // not cleared before it is known what is stored first
  for (auto& contribution : m_contributions) contribution->begin(m_matrix, m_isBlank);
}

bool AssembledMatrix::complete() {
  const bool missing = std::any_of(m_contributions.begin(), m_contributions.end(),
                                   [](const auto& contribution) { return contribution->isMissing(); });
  const bool isBlank = std::exchange(m_isBlank, false);
  if (m_planned && !missing) {
    if (isBlank) m_matrix.setZero();
    return true;
  }
  if (!m_planned) {  // by what was added now, and not by what a longer sequence before had at its end
    for (auto& contribution : m_contributions) {
      Contribution& c = *contribution;
      if (c.m_cursor < c.m_items.size()) c.m_positions.resize(c.m_items[c.m_cursor].first);
      c.m_items.resize(c.m_cursor);
      c.m_groups.resize(c.m_groupCursor, Contribution::Group{0, 0, {}});
    }
  }
  plan();
  return false;
}

template <class Visit>
void Contribution::visitBlocks(int b, const Visit& visit) const {
  for (const Item& item : m_items) {
    const int r0 = m_rowOffset + item.row, c0 = m_columnOffset + item.column;
    for (int r = r0 / b; r <= (r0 + item.rows - 1) / b; ++r)
      for (int c = c0 / b; c <= (c0 + item.columns - 1) / b; ++c) visit(r, c);
  }
  for (const Group& group : m_groups) {
    const int n = group.nodesPerElement, d = group.dofs;
    const auto inside = [&](int node, int size) { return node >= 0 && (node + 1) * d <= size; };
    for (std::size_t first = 0; first < group.nodes.size(); first += static_cast<std::size_t>(n))
      for (int a = 0; a < n; ++a)
        for (int c = 0; c < n; ++c) {
          const int i = group.nodes[first + a], j = group.nodes[first + c];
          if (!inside(i, m_rows) || !inside(j, m_columns)) continue;
          const int r0 = m_rowOffset + i * d, c0 = m_columnOffset + j * d;
          for (int r = r0 / b; r <= (r0 + d - 1) / b; ++r)
            for (int s = c0 / b; s <= (c0 + d - 1) / b; ++s) visit(r, s);
        }
  }
}

void AssembledMatrix::plan() {
  const int rows = m_rows / m_blockSize;
  const auto visitAll = [&](const auto& visit) {
    const auto both = [&](int row, int column) {
      visit(row, column);
      if (m_symmetric && row != column) visit(column, row);
    };
    for (const auto& [row, column] : m_fixed) both(row, column);
    for (const auto& contribution : m_contributions) contribution->visitBlocks(m_blockSize, both);
  };
  // Columns gathered row by row, then sorted and made unique.
  std::vector<std::size_t> start(rows + 1, 0);
  visitAll([&](int row, int) { ++start[row + 1]; });
  for (int i = 0; i < rows; ++i) start[i + 1] += start[i];
  std::vector<int> all(start.back());
  auto next = start;
  visitAll([&](int row, int column) { all[next[row]++] = column; });
  std::vector<int> rowStart(rows + 1, 0);
  helper::parallelChunks(rows, 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto first = all.begin() + start[i], last = all.begin() + start[i + 1];
      std::sort(first, last);
      rowStart[i + 1] = static_cast<int>(std::unique(first, last) - first);
    }
  });
  for (int i = 0; i < rows; ++i) rowStart[i + 1] += rowStart[i];
  std::vector<int> columns(rowStart.back());
  for (int i = 0; i < rows; ++i)
    std::copy_n(all.begin() + start[i], rowStart[i + 1] - rowStart[i], columns.begin() + rowStart[i]);
  const auto before = m_matrix.patternVersion();
  m_matrix.setPattern(m_blockSize, std::move(rowStart), std::move(columns), m_columns / m_blockSize);
  m_planned = true;
  if (m_matrix.patternVersion() == before) return;  // every position holds
  for (auto& contribution : m_contributions) contribution->place(m_matrix);
}

}  // namespace sofa::linearalgebra

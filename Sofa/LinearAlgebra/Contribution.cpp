// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/Contribution.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace sofa::linearalgebra {

void Contribution::begin(BlockMatrix& matrix, bool& isBlank) {
  m_matrix = &matrix;
  m_isBlank = &isBlank;
  m_values = matrix.values().data();
  m_blockSize = matrix.blockSize();
  m_cursor = m_groupCursor = 0;
  m_outOfRange = {};
}

void Contribution::clearBlank() {
  m_matrix->setZero();
  *m_isBlank = false;
}

bool Contribution::clearOthers(const Group& group) {
  if (!std::exchange(*m_isBlank, false)) return false;
  group.sums.clearOthers(m_values);
  return true;
}

void Contribution::note(const OutOfRange& some) {
  if (m_outOfRange.count == 0)
    m_outOfRange = some;
  else
    m_outOfRange.count += some.count;
}

const Contribution::Item* Contribution::append(int row, int column, int rows, int columns) {
  if (row < 0 || column < 0 || row + rows > m_rows || column + columns > m_columns) {
    note({1, row, column});
    return nullptr;
  }
  if (m_cursor < m_items.size()) m_positions.resize(m_items[m_cursor].first);
  m_items.resize(m_cursor);
  const std::size_t first = m_positions.size();
  const int b = m_blockSize;
  const bool aligned =
      (m_rowOffset + row) % b == 0 && (m_columnOffset + column) % b == 0 && rows % b == 0 && columns % b == 0;
  m_items.push_back(
      {row, column, static_cast<short>(rows), static_cast<short>(columns), aligned, static_cast<std::uint32_t>(first)});
  ++m_cursor;
  placeItem(*m_matrix, m_items.back());
  return m_missing ? nullptr : &m_items.back();
}

const Contribution::Group* Contribution::appendGroup(Group group) {
  m_groups.resize(m_groupCursor, Group{0, 0, {}});
  const int b = m_blockSize;
  group.aligned = m_rowOffset % b == 0 && m_columnOffset % b == 0 && group.dofs % b == 0;
  if (group.inPacks(b))
    group.sums.plan(group.nodesPerElement, group.nodes, padding, group.withDiagonal, group.chunkStart);
  colour(group);
  m_groups.push_back(std::move(group));
  ++m_groupCursor;
  placeGroup(*m_matrix, m_groups.back());
  note(m_groups.back().outside);
  return m_groups.back().missing ? nullptr : &m_groups.back();
}

void Contribution::colour(Group& group) {
  const std::size_t n = static_cast<std::size_t>(group.nodesPerElement), chunkCount = group.chunkStart.size() - 1;
  const int most = group.nodes.empty() ? 0 : *std::max_element(group.nodes.begin(), group.nodes.end());
  // Bit c of a node: a chunk of colour c uses it. Chunks beyond the last colour run one after the other.
  std::vector<std::uint64_t> used(static_cast<std::size_t>(std::max(most, 0)) + 1, 0);
  std::vector<std::vector<std::uint32_t>> byColour;
  std::vector<std::uint32_t> alone;
  for (std::size_t c = 0; c < chunkCount; ++c) {
    const std::size_t begin = group.chunkStart[c] * n, end = group.chunkStart[c + 1] * n;
    std::uint64_t taken = 0;
    for (std::size_t i = begin; i < end; ++i)
      if (group.nodes[i] >= 0) taken |= used[group.nodes[i]];
    const int colour = std::countr_one(taken);
    if (colour == 64) {
      alone.push_back(static_cast<std::uint32_t>(c));
      continue;
    }
    for (std::size_t i = begin; i < end; ++i)
      if (group.nodes[i] >= 0) used[group.nodes[i]] |= std::uint64_t{1} << colour;
    if (static_cast<std::size_t>(colour) >= byColour.size()) byColour.resize(colour + 1);
    byColour[colour].push_back(static_cast<std::uint32_t>(c));
  }
  for (const std::uint32_t c : alone) byColour.push_back({c});
  group.colourStart = {0};
  for (const auto& chunks : byColour) {
    group.chunks.insert(group.chunks.end(), chunks.begin(), chunks.end());
    group.colourStart.push_back(static_cast<std::uint32_t>(group.chunks.size()));
  }
}

namespace {

/// Index of the real (row, column) among the values.
std::size_t valueIndex(const BlockMatrix& matrix, int row, int column) {
  const int b = matrix.blockSize();
  const std::size_t k = matrix.find(row / b, column / b);
  return k == BlockMatrix::notStored ? k : k * matrix.blockLength() + (column % b) * b + row % b;
}

std::uint32_t narrow(std::size_t index) {
  if (index >= ~std::uint32_t{0}) throw std::length_error("a sparse matrix of more than 2^32 values is not supported");
  return static_cast<std::uint32_t>(index);
}

}  // namespace

void Contribution::placeItem(const BlockMatrix& matrix, const Item& item) {
  const int step = item.aligned ? matrix.blockSize() : 1;
  for (int c = 0; c < item.columns; c += step)
    for (int r = 0; r < item.rows; r += step) {
      const std::size_t k = valueIndex(matrix, m_rowOffset + item.row + r, m_columnOffset + item.column + c);
      m_missing |= k == BlockMatrix::notStored;
      m_positions.push_back(k == BlockMatrix::notStored ? nowhere : narrow(k));
    }
}

std::uint32_t Contribution::positionOf(const BlockMatrix& matrix, Group& group, int row, int column) {
  if (row < 0 || column < 0 || row >= m_rows || column >= m_columns) {
    if (group.outside.count++ == 0) group.outside.row = row, group.outside.column = column;
    return nowhere;
  }
  const std::size_t k = valueIndex(matrix, m_rowOffset + row, m_columnOffset + column);
  m_missing |= k == BlockMatrix::notStored;
  return k == BlockMatrix::notStored ? nowhere : narrow(k);
}

void Contribution::placeGroup(const BlockMatrix& matrix, Group& group) {
  const bool missingBefore = std::exchange(m_missing, false);
  group.positions.clear();
  group.outside = {};
  if (group.inPacks(matrix.blockSize()))
    placePacks(matrix, group);
  else
    placeElements(matrix, group);
  group.missing = m_missing;
  m_missing |= missingBefore;
}

void Contribution::placeElements(const BlockMatrix& matrix, Group& group) {
  const int n = group.nodesPerElement, step = group.aligned ? matrix.blockSize() : 1, size = n * group.dofs;
  for (std::size_t first = 0; first < group.nodes.size(); first += static_cast<std::size_t>(n)) {
    const int* nodes = group.nodes.data() + first;
    for (int c = 0; c < size; c += step)
      for (int r = 0; r < size; r += step)
        group.positions.push_back(nodes[0] == padding
                                      ? nowhere
                                      : positionOf(matrix, group, nodes[r / group.dofs] * group.dofs + r % group.dofs,
                                                   nodes[c / group.dofs] * group.dofs + c % group.dofs));
  }
}

void Contribution::placePacks(const BlockMatrix& matrix, Group& group) {
  countOutside(matrix, group);
  group.sums.clearPlaces(matrix.values().size());
  const auto find = [&](int row, int column) {
    if (3 * column >= m_columns) return nowhere;
    const std::size_t k = valueIndex(matrix, m_rowOffset + 3 * row, m_columnOffset + 3 * column);
    m_missing |= k == BlockMatrix::notStored;
    return k == BlockMatrix::notStored ? nowhere : narrow(k);
  };
  constexpr int none = -1;
  std::vector<int> nodes, rowOf(static_cast<std::size_t>((m_rows + 2) / 3), none);
  std::vector<PackSums::Row> rows;
  for (const std::uint32_t chunk : group.chunks) {
    const auto pairs = group.sums.pairs(chunk);
    nodes.clear();
    for (const auto& [first, second] : pairs)
      for (const int node : {first, std::max(first, second)})
        if (3 * node < m_rows && std::exchange(rowOf[node], 0) == none) nodes.push_back(node);
    std::ranges::sort(nodes);
    rows.resize(std::max(rows.size(), nodes.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      rowOf[nodes[i]] = static_cast<int>(i);
      rows[i].diagonal = group.withDiagonal ? nowhere : find(nodes[i], nodes[i]);
      rows[i].blocks.clear();
    }
    std::uint32_t sum = 0;
    const auto add = [&](int row, int column, bool isTransposed) {
      if (3 * row < m_rows) rows[rowOf[row]].blocks.push_back({find(row, column), 2 * sum + isTransposed});
    };
    for (const auto& [first, second] : pairs) {
      ++sum;
      const int column = second == PackSums::namedTwice ? first : second;
      add(first, column, false);
      if (first != second) add(column, first, true);
      if (m_missing) return;  // the pattern is made anew
    }
    group.sums.place(chunk, std::span(rows).first(nodes.size()));
    for (const int node : nodes) rowOf[node] = none;
  }
  group.sums.finishPlaces();
}

/// Notes the nodes of packs that lie outside of the rectangle.
void Contribution::countOutside(const BlockMatrix& matrix, Group& group) {
  const auto isOutside = [&](int node) {
    return node != padding && (node < 0 || 3 * node >= std::min(m_rows, m_columns));
  };
  if (std::ranges::none_of(group.nodes, isOutside)) return;
  const std::size_t n = static_cast<std::size_t>(group.nodesPerElement);
  for (std::size_t first = 0; first < group.nodes.size(); first += n)
    for (std::size_t a = 0; a < n && group.nodes[first] != padding; ++a)
      for (std::size_t b = 0; b < n; ++b)
        positionOf(matrix, group, 3 * group.nodes[first + a], 3 * group.nodes[first + b]);
}

void Contribution::place(const BlockMatrix& matrix) {
  m_missing = false;
  m_positions.clear();
  for (Item& item : m_items) {
    item.first = narrow(m_positions.size());
    placeItem(matrix, item);
  }
  for (Group& group : m_groups) placeGroup(matrix, group);
}

}  // namespace sofa::linearalgebra

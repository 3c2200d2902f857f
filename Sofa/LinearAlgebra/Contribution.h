#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// What one source adds to a rectangle of a BlockMatrix: recorded the first time, afterwards written straight into
/// place.
///
/// The sequence of insertions is remembered with the position of each in the matrix. While a source repeats its
/// sequence no entry is searched; where it differs, the rest of the sequence is looked up once and remembered anew. An
/// insertion for which the pattern has no place makes the matrix plan a new one (AssembledMatrix).
class Contribution {
 public:
  Contribution(int rowOffset, int columnOffset, int rows, int columns)
      : m_rowOffset(rowOffset), m_columnOffset(columnOffset), m_rows(rows), m_columns(columns) {}

  /// Multiplies whatever is added.
  double factor = 1;
  int rows() const { return m_rows; }
  int columns() const { return m_columns; }

  /// matrix(row.., column..) += factor block.
  template <class Block>
  void add(int row, int column, const Eigen::MatrixBase<Block>& block) {
    const Item* item = next(row, column, static_cast<int>(block.rows()), static_cast<int>(block.cols()));
    if (item) scatter(*item, block.derived());
  }
  void add(int row, int column, double value) { add(row, column, Eigen::Matrix<double, 1, 1>(value)); }

  /// Adds the matrix of every element: compute(e, k) sets k, N x N blocks of D x D reals; elements[e][a] is the node of
  /// its a-th row and column of blocks. Elements run in parallel, in an order that depends on the mesh alone.
  template <int N, int D, class Elements, class Compute>
  void addElements(const Elements& elements, const Compute& compute) {
    const Group* group =
        nextGroup(N, D, elements.size(), [&](std::size_t e, int a) { return static_cast<int>(elements[e][a]); });
    if (!group) return;
    for (std::size_t colour = 0; colour + 1 < group->colourStart.size(); ++colour) {
      const unsigned first = group->colourStart[colour], last = group->colourStart[colour + 1];
      helper::parallelChunks(last - first, 1, [&](std::size_t c, std::size_t) {
        const std::size_t begin = std::size_t(group->chunks[first + c]) * chunkSize;
        const std::size_t end = std::min(begin + chunkSize, elements.size());
        Eigen::Matrix<double, N * D, N * D> k;
        for (std::size_t e = begin; e < end; ++e) {
          compute(e, k);
          scatterElement<N, D>(*group, e, k);
        }
      });
    }
  }

  /// Insertions outside of the rectangle are left out; how many there were since begin(), and the first of them.
  struct OutOfRange {
    std::size_t count = 0;
    int row = 0, column = 0;
  };
  const OutOfRange& outOfRange() const { return m_outOfRange; }

 private:
  friend class AssembledMatrix;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr std::size_t chunkSize = 128;

  struct Item {
    int row, column;
    short rows, columns;
    bool aligned;         ///< made of whole blocks; otherwise every real has a position
    std::uint32_t first;  ///< of its positions
  };
  struct Group {
    int nodesPerElement, dofs;
    std::vector<int> nodes;
    std::vector<std::uint32_t> positions;  ///< element by element; blocks row by row, or reals
    std::vector<std::uint32_t> chunks;     ///< chunks of elements by colour; those of one colour share no node
    std::vector<std::uint32_t> colourStart;
    bool aligned = true;
    bool missing = true;  ///< no positions yet
  };

  void begin(BlockMatrix& matrix);
  bool isMissing() const { return m_missing; }
  /// Calls visit(block row, block column) for whatever the sequence holds.
  template <class Visit>
  void visitBlocks(int blockSize, const Visit& visit) const;
  /// Finds every position anew in the pattern of `matrix`.
  void place(const BlockMatrix& matrix);

  const Item* next(int row, int column, int rows, int columns) {
    if (m_cursor < m_items.size()) {
      const Item& item = m_items[m_cursor];
      if (item.row == row && item.column == column && item.rows == rows && item.columns == columns) {
        ++m_cursor;
        return m_missing ? nullptr : &item;
      }
    }
    return append(row, column, rows, columns);
  }
  const Item* append(int row, int column, int rows, int columns);
  void placeItem(const BlockMatrix& matrix, const Item& item);
  void placeGroup(const BlockMatrix& matrix, Group& group);

  template <class Nodes>
  const Group* nextGroup(int nodesPerElement, int dofs, std::size_t count, const Nodes& nodeOf) {
    const std::size_t length = count * static_cast<std::size_t>(nodesPerElement);
    if (m_groupCursor < m_groups.size()) {
      const Group& group = m_groups[m_groupCursor];
      bool same = group.nodesPerElement == nodesPerElement && group.dofs == dofs && group.nodes.size() == length;
      for (std::size_t i = 0; same && i < length; ++i)
        same = group.nodes[i] == nodeOf(i / nodesPerElement, static_cast<int>(i % nodesPerElement));
      if (same) {
        ++m_groupCursor;
        return group.missing ? nullptr : &group;
      }
    }
    std::vector<int> nodes(length);
    for (std::size_t i = 0; i < length; ++i)
      nodes[i] = nodeOf(i / nodesPerElement, static_cast<int>(i % nodesPerElement));
    return appendGroup(nodesPerElement, dofs, std::move(nodes));
  }
  const Group* appendGroup(int nodesPerElement, int dofs, std::vector<int> nodes);
  static void colour(Group& group);

  template <class Block>
  void scatter(const Item& item, const Block& block) {
    const std::uint32_t* position = m_positions.data() + item.first;
    if (!item.aligned) {
      for (int c = 0; c < item.columns; ++c)
        for (int r = 0; r < item.rows; ++r, ++position)
          if (*position != nowhere) m_values[*position] += factor * block(r, c);
      return;
    }
    constexpr int L = Block::RowsAtCompileTime, C = Block::ColsAtCompileTime;
    if constexpr (L == C && (L == 1 || L == 2 || L == 3 || L == 6)) {
      if (m_blockSize == L) {
        if (*position != nowhere) Eigen::Map<Eigen::Matrix<double, L, L>>(m_values + *position) += factor * block;
        return;
      }
    }
    const int b = m_blockSize;
    for (int c = 0; c < item.columns; c += b)
      for (int r = 0; r < item.rows; r += b, ++position)
        if (*position != nowhere)
          Eigen::Map<Eigen::MatrixXd>(m_values + *position, b, b) += factor * block.block(r, c, b, b);
  }

  template <int N, int D>
  void scatterElement(const Group& group, std::size_t e, const Eigen::Matrix<double, N * D, N * D>& k) {
    if (group.aligned && m_blockSize == D) {
      const std::uint32_t* position = group.positions.data() + e * (N * N);
      for (int b = 0; b < N; ++b)
        for (int a = 0; a < N; ++a, ++position)
          if (*position != nowhere)
            Eigen::Map<Eigen::Matrix<double, D, D>>(m_values + *position) +=
                factor * k.template block<D, D>(a * D, b * D);
      return;
    }
    const int size = group.aligned ? m_blockSize : 1, count = N * D / size;
    const std::uint32_t* position = group.positions.data() + e * std::size_t(count * count);
    for (int c = 0; c < count; ++c)
      for (int r = 0; r < count; ++r, ++position)
        if (*position != nowhere)
          Eigen::Map<Eigen::MatrixXd>(m_values + *position, size, size) +=
              factor * k.block(r * size, c * size, size, size);
  }

  int m_rowOffset, m_columnOffset, m_rows, m_columns;
  int m_blockSize = 1;
  double* m_values = nullptr;
  BlockMatrix* m_matrix = nullptr;
  std::vector<Item> m_items;
  std::vector<std::uint32_t> m_positions;
  std::vector<Group> m_groups;
  std::size_t m_cursor = 0, m_groupCursor = 0;
  bool m_missing = false;
  OutOfRange m_outOfRange;
};

/// A BlockMatrix that is the sum of contributions, assembled again and again.
///
/// Use: begin(), let every source add, then complete(); where that is false the pattern was planned anew and the
/// sources must add once more.
class AssembledMatrix {
 public:
  /// Scalar rows and columns, multiples of the block size. Forgets all contributions. A symmetric pattern holds the
  /// mirror image of every block.
  void reset(int blockSize, int rows, int columns, bool symmetricPattern = false);
  /// Adds a source for the rectangle; the reference stays valid until reset().
  Contribution& add(int rowOffset, int columnOffset, int rows, int columns);
  /// Blocks (row, column) the pattern must hold whatever is added; the next complete() plans anew.
  void setFixedPattern(std::vector<std::pair<int, int>> blocks);

  void begin();
  bool complete();

  BlockMatrix& matrix() { return m_matrix; }
  const BlockMatrix& matrix() const { return m_matrix; }
  bool hasContributions() const { return !m_contributions.empty(); }

 private:
  void plan();

  int m_blockSize = 1, m_rows = 0, m_columns = 0;
  bool m_planned = false, m_symmetric = false;
  BlockMatrix m_matrix;
  std::vector<std::unique_ptr<Contribution>> m_contributions;
  std::vector<std::pair<int, int>> m_fixed;
};

}  // namespace sofa::linearalgebra

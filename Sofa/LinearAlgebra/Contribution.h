// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"
#include "Sofa/LinearAlgebra/PackSums.h"
#include "Sofa/Type/Mat.h"

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
  template <int R, int C>
  void add(int row, int column, const type::Mat<R, C>& block) {
    const Item* item = next(row, column, R, C);
    if (!item) return;
    if (*m_isBlank) clearBlank();
    scatter(*item, block);
  }
  void add(int row, int column, double value) { add(row, column, type::Mat<1>(value)); }

  /// Adds the matrix of every element: compute(e, k) sets k, N x N blocks of D x D reals; elements[e][a] is the node of
  /// its a-th row and column of blocks. Elements run in parallel, in an order that depends on the mesh alone.
  template <int N, int D, class Elements, class Compute>
  void addElements(const Elements& elements, const Compute& compute) {
    const Group* group = nextGroup<N>(D, elements);
    if (!group) return;
    if (*m_isBlank) clearBlank();
    forEachChunk(*group, [&](std::size_t chunk) {
      type::Mat<N * D> k;
      for (std::size_t e = group->chunkStart[chunk]; e < group->chunkStart[chunk + 1]; ++e) {
        compute(e, k);
        scatterElement<N, D>(*group, e, k);
      }
    });
  }

  /// Blocks of a node with itself need not be computed for addElementPacks().
  static constexpr bool leavesOutDiagonal = true;
  /// The same for symmetric matrices of a pack of elements at a time, three reals per node. `blocks` (see
  /// fem::ElementBlocks) says which element lies in which lane, and has a version that no other arrangement has.
  /// compute(block, k) sets k[pair][3 c + r], the entry (r, c) of the 3x3 block of nodes (a, b), for the pairs a <= b
  /// in the order (0,0), (0,1), ... (1,1), ... Rows sum to zero, as nothing comes of a translation, and pairs (a, a)
  /// are not looked at, unless there is a compute.withDiagonal() that says otherwise. Where there is a compute.ratio()
  /// with a value, all blocks are -(ratio P + P^T + tr(P) 1), P = g_a g_b^T, of vectors compute.vectors(block).g.
  template <int N, class Elements, class Blocks, class Compute>
  void addElementPacks(const Elements& elements, const Blocks& blocks, const Compute& compute) {
    constexpr int pairs = N * (N + 1) / 2;
    bool withDiagonal = false;
    if constexpr (requires { compute.withDiagonal(); }) withDiagonal = compute.withDiagonal();
    const Group* group = nextPacks<N>(elements, blocks, withDiagonal);
    if (!group) return;
    const auto forEachPack = [&](std::size_t chunk, const auto& add) {
      Pack k[pairs][9];
      for (std::size_t b = group->chunkStart[chunk] / simdWidth; b < group->chunkStart[chunk + 1] / simdWidth; ++b) {
        compute(b, k);
        add(b, k);
      }
    };
    if (!group->inPacks(m_blockSize)) {
      if (*m_isBlank) clearBlank();
      return forEachChunk(*group, [&](std::size_t chunk) {
        forEachPack(chunk, [&](std::size_t b, const auto& k) { scatterLanes<N>(*group, b, k); });
      });
    }
    const bool isFirst = clearOthers(*group);
    forEachChunk(*group, [&](std::size_t chunk) {
      const PackSums::Sums sums = group->sums.start(chunk);
      if constexpr (requires { compute.ratio(); })
        if (const auto ratio = compute.ratio()) {
          for (std::size_t b = group->chunkStart[chunk] / simdWidth; b < group->chunkStart[chunk + 1] / simdWidth; ++b)
            group->sums.addOuterProducts(b, compute.vectors(b).g, sums);
          return group->sums.writeIsotropic(chunk, sums, *ratio, factor, isFirst, m_values);
        }
      forEachPack(chunk, [&](std::size_t b, auto& k) { group->sums.add(b, N, k, sums); });
      group->sums.write(chunk, sums, factor, isFirst, m_values);
    });
  }

  /// Insertions outside of the rectangle are left out; how many there were since begin(), and the first of them.
  struct OutOfRange {
    std::size_t count = 0;
    int row = 0, column = 0;
  };
  const OutOfRange& outOfRange() const { return m_outOfRange; }

 private:
  friend class AssembledMatrix;
  static constexpr std::size_t chunkSize = 128;
  static constexpr std::uint32_t nowhere = PackSums::nowhere;
  static constexpr int padding = INT_MIN;  ///< node of a lane without element

  struct Item {
    int row, column;
    short rows, columns;
    bool aligned;         ///< made of whole blocks; otherwise every real has a position
    std::uint32_t first;  ///< of its positions
  };
  struct Group {
    int nodesPerElement, dofs;
    std::vector<int> nodes;
    std::size_t version = 0;                     ///< of the packs; 0: a plain list of elements
    bool withDiagonal = false;                   ///< rows of the packs do not sum to zero
    std::vector<std::uint32_t> chunkStart = {};  ///< first element, or lane, of each chunk; and the end
    std::vector<std::uint32_t> positions = {};   ///< element by element; blocks column by column, or reals
    PackSums sums = {};                          ///< instead of positions, of packs of 3x3 blocks
    std::vector<std::uint32_t> chunks = {};      ///< by colour; those of one colour share no node
    std::vector<std::uint32_t> colourStart = {};
    bool aligned = true;
    bool missing = true;      ///< no positions yet
    OutOfRange outside = {};  ///< what it lists outside of the rectangle
    /// Blocks are summed before they are written.
    bool inPacks(int blockSize) const { return version != 0 && aligned && blockSize == 3; }
  };

  /// isBlank: whether the matrix is still to be cleared before anything is added to it.
  void begin(BlockMatrix& matrix, bool& isBlank);
  bool isMissing() const { return m_missing; }
  /// Calls visit(block row, block column) for whatever the sequence holds.
  template <class Visit>
  void visitBlocks(int blockSize, const Visit& visit) const;
  /// Finds every position anew in the pattern of `matrix`.
  void place(const BlockMatrix& matrix);

  void clearBlank();
  /// Whether the group is the first to add: what it does not write is then cleared.
  bool clearOthers(const Group& group);

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
  void placeElements(const BlockMatrix& matrix, Group& group);
  void placePacks(const BlockMatrix& matrix, Group& group);
  void countOutside(const BlockMatrix& matrix, Group& group);
  std::uint32_t positionOf(const BlockMatrix& matrix, Group& group, int row, int column);

  template <int N, class Elements>
  const Group* nextGroup(int dofs, const Elements& elements) {
    const std::size_t count = elements.size();
    if (m_groupCursor < m_groups.size()) {
      const Group& group = m_groups[m_groupCursor];
      if (group.version == 0 && group.nodesPerElement == N && group.dofs == dofs && group.nodes.size() == count * N &&
          sameNodes<N>(group.nodes.data(), elements)) {
        ++m_groupCursor;
        note(group.outside);
        return group.missing ? nullptr : &group;
      }
    }
    Group group{N, dofs, std::vector<int>(count * N)};
    for (std::size_t e = 0; e < count; ++e) copyNodes<N>(elements[e], &group.nodes[e * N]);
    for (std::size_t e = 0; e < count; e += chunkSize) group.chunkStart.push_back(static_cast<std::uint32_t>(e));
    group.chunkStart.push_back(static_cast<std::uint32_t>(count));
    return appendGroup(std::move(group));
  }
  template <int N, class Nodes>
  static void copyNodes(const Nodes& nodes, int* to) {
    for (int a = 0; a < N; ++a) to[a] = static_cast<int>(nodes[a]);
  }
  template <int N, class Elements>
  static bool sameNodes(const int* nodes, const Elements& elements) {
    bool same = true;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      int mine[N];
      copyNodes<N>(elements[e], mine);
      same &= std::memcmp(mine, nodes + e * N, sizeof mine) == 0;
    }
    return same;
  }

  template <int N, class Elements, class Blocks>
  const Group* nextPacks(const Elements& elements, const Blocks& blocks, bool withDiagonal) {
    if (blocks.version() != 0 && m_groupCursor < m_groups.size() &&
        m_groups[m_groupCursor].version == blocks.version() && m_groups[m_groupCursor].withDiagonal == withDiagonal) {
      const Group& group = m_groups[m_groupCursor++];
      note(group.outside);
      return group.missing ? nullptr : &group;
    }
    Group group{N, 3, std::vector<int>(blocks.blockCount() * simdWidth * N, padding), blocks.version(), withDiagonal};
    for (std::size_t slot = 0; slot < blocks.blockCount() * simdWidth; ++slot) {
      const unsigned e = blocks.element(slot / simdWidth, static_cast<int>(slot % simdWidth));
      if (e != Blocks::noElement) copyNodes<N>(elements[e], &group.nodes[slot * N]);
    }
    for (std::size_t p = 0; p < blocks.partCount(); ++p)
      group.chunkStart.push_back(static_cast<std::uint32_t>(blocks.firstBlock(p) * simdWidth));
    group.chunkStart.push_back(static_cast<std::uint32_t>(blocks.blockCount() * simdWidth));
    return appendGroup(std::move(group));
  }
  const Group* appendGroup(Group group);
  static void colour(Group& group);
  void note(const OutOfRange& some);

  /// Calls body(chunk) for every chunk; those of one colour in parallel.
  template <class Body>
  static void forEachChunk(const Group& group, const Body& body) {
    for (std::size_t colour = 0; colour + 1 < group.colourStart.size(); ++colour) {
      const unsigned first = group.colourStart[colour], last = group.colourStart[colour + 1];
      helper::parallelChunks(last - first, 1, [&](std::size_t c, std::size_t) { body(group.chunks[first + c]); });
    }
  }

  template <int L, int C>
  void scatter(const Item& item, const type::Mat<L, C>& block) {
    const std::uint32_t* position = m_positions.data() + item.first;
    if (!item.aligned) {
      for (int c = 0; c < item.columns; ++c)
        for (int r = 0; r < item.rows; ++r, ++position)
          if (*position != nowhere) m_values[*position] += factor * block(r, c);
      return;
    }
    if constexpr (L == C && (L == 1 || L == 2 || L == 3 || L == 6)) {
      if (m_blockSize == L) {
        if (*position != nowhere) type::ViewOf<type::Mat<L>>(m_values + *position) += factor * block;
        return;
      }
    }
    const int b = m_blockSize;
    for (int c = 0; c < item.columns; c += b)
      for (int r = 0; r < item.rows; r += b, ++position)
        if (*position != nowhere) addPart(m_values + *position, b, block, r, c);
  }
  /// Adds the square of `size` rows and columns from (row, column) on to one that is stored by itself.
  template <int R, int C>
  void addPart(double* to, int size, const type::Mat<R, C>& block, int row, int column) {
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r) *to++ += factor * block(row + r, column + c);
  }

  template <int N, int D>
  void scatterElement(const Group& group, std::size_t e, const type::Mat<N * D>& k) {
    if (group.aligned && m_blockSize == D) {
      const std::uint32_t* position = group.positions.data() + e * (N * N);
      for (int b = 0; b < N; ++b)
        for (int a = 0; a < N; ++a, ++position)
          if (*position != nowhere)
            type::ViewOf<type::Mat<D>>(m_values + *position) += factor * k.template block<D, D>(a * D, b * D);
      return;
    }
    const int size = group.aligned ? m_blockSize : 1, count = N * D / size;
    const std::uint32_t* position = group.positions.data() + e * std::size_t(count * count);
    for (int c = 0; c < count; ++c)
      for (int r = 0; r < count; ++r, ++position)
        if (*position != nowhere) addPart(m_values + *position, size, k, r * size, c * size);
  }

  /// Lane by lane, where the matrix is not made of 3x3 blocks.
  template <int N>
  [[gnu::noinline]] void scatterLanes(const Group& group, std::size_t block, const Pack (&k)[N * (N + 1) / 2][9]) {
    type::Mat<3 * N> matrix;
    for (int lane = 0; lane < simdWidth; ++lane) {
      for (int a = 0, pair = 0; a < N; ++a)
        for (int b = a; b < N; ++b, ++pair)
          for (int c = 0; c < 9; ++c) {
            matrix(3 * a + c % 3, 3 * b + c / 3) = k[pair][c][lane];
            matrix(3 * b + c / 3, 3 * a + c % 3) = k[pair][c][lane];
          }
      for (int a = 0; a < N && !group.withDiagonal; ++a) {
        auto diagonal = matrix.template block<3, 3>(3 * a, 3 * a);
        diagonal.setZero();
        for (int b = 0; b < N; ++b)
          if (b != a) diagonal -= matrix.template block<3, 3>(3 * a, 3 * b);
      }
      scatterElement<N, 3>(group, block * simdWidth + lane, matrix);
    }
  }

  int m_rowOffset, m_columnOffset, m_rows, m_columns;
  int m_blockSize = 1;
  double* m_values = nullptr;
  BlockMatrix* m_matrix = nullptr;
  bool* m_isBlank = nullptr;
  std::vector<Item> m_items;
  std::vector<std::uint32_t> m_positions;
  std::vector<Group> m_groups;
  std::size_t m_cursor = 0, m_groupCursor = 0;
  bool m_missing = false;
  OutOfRange m_outOfRange;
};

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/FiniteElement/PartedPoints.h"

namespace sofa::fem {

/// The tangent of a mesh by pairs of points, for many products with one tangent: df_a = sum_b K_ab (dx_b - dx_a), where
/// K_ab is the sum over the elements that hold both points, and K_ba its transpose. Points that move together raise no
/// force, which makes blocks on the diagonal superfluous. A pair is nine doubles, whatever element, strain and material
/// are: less to read and to compute than the elements themselves, but the sums have to be made anew for each tangent.
///
/// Elements are taken in parts, in order; pairs on the border of parts lie in each of them. Sums are the same to the
/// last bit for any number of threads. Only another arrangement of elements allocates.
class PairStiffness {
 public:
  /// Blocks of a node with itself need not be computed for addElementPacks().
  static constexpr bool leavesOutDiagonal = true;

  /// What a kernel's addStiffness() calls with its elements, their arrangement (fem::ElementBlocks), and what computes
  /// df/dx of a block in the form of Contribution::addElementPacks. Replaces the values and, of another arrangement,
  /// the pattern.
  template <int N, class Elements, class Blocks, class Compute>
  void addElementPacks(const Elements& elements, const Blocks& blocks, const Compute& compute) {
    if (std::exchange(m_version, blocks.version()) != blocks.version()) build<N>(elements, blocks);
    helper::parallelChunks(m_parts.size(), 1, [&](std::size_t p, std::size_t) {
      thread_local RowBuffer scratch;
      const Part& part = m_parts[p];
      // The first pair is that of lanes without element, which nothing reads; one that stays zero comes last.
      const BlockSums sums = {scratch, part.pairs + 2};
      Pack k[N * (N + 1) / 2][9];
      for (unsigned b = part.firstBlock; b < part.lastBlock; ++b) {
        compute(b, k);
        addBlock<N>(m_placed.data() + static_cast<std::size_t>(b) * N * (N - 1) / 2, k, sums);
      }
      takeSums(part, sums);
    });
  }

  /// df += factor (df/dx) dx.
  void addProduct(std::span<const Vec3> dx, std::span<Vec3> df, double factor) const;

 private:
  /// Of two nodes of the elements of a block.
  struct PlacedPair {
    std::uint32_t sum[simdWidth];  ///< number of the pair in each lane among those of the part
    std::int64_t transposed;       ///< lanes (bits) whose first node has the higher number
  };
  /// Points side by side, each with its neighbours of higher numbers in the packs [firstPack, lastPack).
  struct Slice {
    std::uint16_t point[simdWidth];  ///< where its row starts
    unsigned firstPack, lastPack;
  };
  struct alignas(16) Neighbours {
    std::uint16_t point[simdWidth];
  };
  struct alignas(64) Values {
    Pack k[9];  ///< k[3 c + r]: entry (r, c) of K_ab
  };
  struct Part {
    unsigned firstBlock, lastBlock, firstSlice, lastSlice, pairs;
  };
  class PartBuilder;
  /// Sums of blocks, the first eight doubles of each a cache line: so each is added to with few instructions.
  class BlockSums {
   public:
    BlockSums(RowBuffer& scratch, std::size_t count);
    template <class Numbers>
    void add(const Numbers& numbers, Pack (&k)[9]) const;
    template <class Numbers>
    void take(const Numbers& numbers, Pack (&k)[9]) const;

   private:
    static constexpr int lineSize = 8;
    double *m_lines, *m_last;
  };

  template <int N, class Elements, class Blocks>
  void build(const Elements& elements, const Blocks& blocks);
  template <int N>
  static void addBlock(const PlacedPair* placed, const Pack (&k)[N * (N + 1) / 2][9], const BlockSums& sums);
  void takeSums(const Part& part, const BlockSums& sums);
  void clear(std::size_t pointCount);
  void finish();

  std::size_t m_version = 0;
  PartedPoints m_points;
  std::vector<Part> m_parts;
  helper::LargeVector<PlacedPair> m_placed;  ///< pair after pair of each block
  std::vector<Slice> m_slices;
  std::vector<Neighbours> m_neighbours;                      ///< of each pack
  std::vector<std::array<std::uint32_t, simdWidth>> m_sums;  ///< of each pack: the sums of its pairs
  helper::LargeVector<Values> m_values;                      ///< of each pack
};

/// Collects the pairs of a part.
class PairStiffness::PartBuilder {
 public:
  PartBuilder(PairStiffness& to, std::vector<Index> points, unsigned firstBlock);
  /// Place of the pair of two of its points among those of the part.
  std::uint32_t place(Index first, Index second);
  void finish(unsigned lastBlock);

 private:
  struct Neighbour {
    std::uint16_t point;
    std::uint32_t pair;
  };
  void addSlice(std::span<const std::uint16_t> points);

  PairStiffness& m_to;
  std::vector<Index> m_points;
  std::vector<std::vector<Neighbour>> m_neighbours;  ///< of higher numbers, of each point
  Part m_part{};
};

template <int N, class Elements, class Blocks>
void PairStiffness::build(const Elements& elements, const Blocks& blocks) {
  // Parts of neither so many pairs that their sums leave the second-level cache, nor so few parts that threads wait
  // for each other. More points than 16 bits can address rows of do not fit either.
  constexpr std::size_t most = 98304 / (N * (N - 1) / 2), parts = 8, mostPoints = (1 << 16) / rowStride;
  const std::size_t wanted = std::min(most, blocks.elementCount() / parts);
  clear(blocks.pointCount());
  m_placed.resize(blocks.blockCount() * (N * (N - 1) / 2));
  for (std::size_t p = 0; p < blocks.partCount();) {
    const std::size_t first = p;
    std::vector<Index> points, joined;
    do {
      joined.clear();
      std::ranges::set_union(points, blocks.points(p), std::back_inserter(joined));
      if (p > first && joined.size() > mostPoints) break;
      points.swap(joined);
      ++p;
    } while (p < blocks.partCount() && (blocks.lastBlock(p - 1) - blocks.firstBlock(first)) * simdWidth < wanted);
    PartBuilder part(*this, std::move(points), static_cast<unsigned>(blocks.firstBlock(first)));
    PlacedPair* placed = m_placed.data() + blocks.firstBlock(first) * (N * (N - 1) / 2);
    for (std::size_t b = blocks.firstBlock(first); b < blocks.lastBlock(p - 1); ++b)
      for (int i = 0; i < N; ++i)
        for (int j = i + 1; j < N; ++j, ++placed) {
          *placed = {};
          for (int lane = 0; lane < simdWidth; ++lane)
            if (const unsigned e = blocks.element(b, lane); e != blocks.noElement) {
              const Index a = elements[e][i], c = elements[e][j];
              placed->sum[lane] = part.place(std::min(a, c), std::max(a, c));
              placed->transposed |= static_cast<std::int64_t>(a > c) << lane;
            }
        }
    part.finish(static_cast<unsigned>(blocks.lastBlock(p - 1)));
  }
  finish();
}

inline PairStiffness::BlockSums::BlockSums(RowBuffer& scratch, std::size_t count)
    : m_lines(scratch.reserve(count * (lineSize + 1) / rowStride + 1)), m_last(m_lines + lineSize * count) {
  std::memset(m_lines, 0, sizeof(double) * (lineSize + 1) * count);
}

/// Adds the block in each lane, lanes in order, and leaves others in k.
template <class Numbers>
SOFA_INLINE void PairStiffness::BlockSums::add(const Numbers& numbers, Pack (&k)[9]) const {
  for (int first = 0; first < lineSize; first += simdWidth) {
    auto& part = *reinterpret_cast<Pack(*)[simdWidth]>(k + first);
    helper::transpose(part);
    for (int lane = 0; lane < simdWidth; ++lane)
      *reinterpret_cast<Pack*>(m_lines + std::size_t{lineSize} * numbers[lane] + first) += part[lane];
  }
  for (int lane = 0; lane < simdWidth; ++lane) m_last[numbers[lane]] += k[lineSize][lane];
}

template <class Numbers>
SOFA_INLINE void PairStiffness::BlockSums::take(const Numbers& numbers, Pack (&k)[9]) const {
  for (int first = 0; first < lineSize; first += simdWidth) {
    Pack part[simdWidth];
    for (int lane = 0; lane < simdWidth; ++lane)
      part[lane] = *reinterpret_cast<const Pack*>(m_lines + std::size_t{lineSize} * numbers[lane] + first);
    helper::transpose(part);
    for (int i = 0; i < simdWidth; ++i) k[first + i] = part[i];
  }
  for (int lane = 0; lane < simdWidth; ++lane) k[lineSize][lane] = m_last[numbers[lane]];
}

template <int N>
SOFA_INLINE void PairStiffness::addBlock(const PlacedPair* placed, const Pack (&k)[N * (N + 1) / 2][9],
                                         const BlockSums& sums) {
  Mask lanes;
  for (int lane = 0; lane < simdWidth; ++lane) lanes[lane] = std::int64_t{1} << lane;
  for (int a = 0, pair = 0; a < N; ++a, ++pair)  // leaves out (a, a)
    for (int b = a + 1; b < N; ++b, ++placed) {
      const Pack(&from)[9] = k[++pair];
      const Mask isTransposed = ((lanes - lanes + placed->transposed) & lanes) != 0;
      Pack turned[9];
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) turned[3 * c + r] = isTransposed ? from[3 * r + c] : from[3 * c + r];
      sums.add(placed->sum, turned);
    }
}

}  // namespace sofa::fem

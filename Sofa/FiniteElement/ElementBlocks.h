// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/PartedPoints.h"
#include "Sofa/FiniteElement/ReferenceElement.h"

namespace sofa::fem {

inline constexpr std::size_t largeParts = 8192;

/// How many of `count` elements each lane takes: a multiple of the period, if any, where that leaves few lanes empty.
constexpr std::size_t stretch(std::size_t count, std::size_t period) {
  const std::size_t least = (count + simdWidth - 1) / simdWidth;
  const std::size_t whole = period > 0 ? (least + period - 1) / period * period : least;
  return 20 * whole <= 21 * least ? whole : least;
}

/// The elements of a mesh arranged for fast loops: cut, in element order, into parts whose nodes fit the first-level
/// caches, each part into blocks of simdWidth elements. Inside a part the values of nodes are copied to padded rows
/// that 16 bits can address, so a block reads its nodes by whole registers. The cut depends on the mesh only: sums come
/// out the same to the last bit for any number of threads.
///
/// Each lane walks along elements that follow each other. Where all lanes share the same nodes with the block before,
/// as in grids, these stay at hand: they are neither read nor added to memory again. So that lanes are in step, their
/// stretches are multiples of the period with which the numbering of the mesh repeats. A mesh of one part stays in the
/// first-level cache: its blocks share nothing.
///
/// PartNodes: nodes of all elements of a part; smaller parts spread small meshes over more threads.
template <class Element, std::size_t PartNodes = largeParts>
class ElementBlocks {
 public:
  static constexpr int nodesPerElement = ReferenceElement<Element>::nodeCount;
  static constexpr unsigned noElement = ~0u;
  static constexpr std::size_t partSize = PartNodes / nodesPerElement;
  static_assert(PartNodes * rowStride <= 1 << 16, "rows are addressed with 16 bits");

  using Nodes = Pack[nodesPerElement][3];  ///< value of every node of simdWidth elements; zero beyond its dimension

  /// elements: node indices below pointCount. group (empty or one per element): a block only holds elements of one
  /// group; inside a part elements are then reordered by group.
  void build(std::span<const Element> elements, std::size_t pointCount, std::span<const Index> group = {});

  /// The same for elements of a list that was built without groups, of which those that are `changed` have other nodes
  /// and some came or went at the end: parts without such elements stay, unless the numbering repeats otherwise now.
  /// Returns the first element from which on all may lie elsewhere.
  std::size_t rebuild(std::span<const Element> elements, std::size_t pointCount, std::span<const Index> changed);

  std::size_t elementCount() const { return m_slots.size(); }
  std::size_t blockCount() const { return m_local.size(); }
  std::size_t pointCount() const { return m_points.pointCount(); }
  /// Changes with every build(); never 0 for blocks that were built, and never the same for two of them.
  std::size_t version() const { return m_version; }
  std::size_t partCount() const { return m_parts.size(); }
  std::size_t firstBlock(std::size_t part) const { return m_parts[part].firstBlock; }
  std::size_t lastBlock(std::size_t part) const { return m_parts[part].lastBlock; }
  /// The nodes of a part, ascending.
  std::span<const Index> points(std::size_t part) const { return m_points.points(part); }
  /// Element in a lane of a block; noElement in the padding.
  unsigned element(std::size_t block, int lane) const { return m_elements[block * simdWidth + lane]; }
  /// Where an element lies: block * simdWidth + lane.
  std::size_t slot(std::size_t element) const { return m_slots[element]; }

  /// How many nodes of all blocks are at hand from the block before.
  std::size_t sharedCount() const {
    std::size_t count = 0;
    for (const Shared& shared : m_shared) count += static_cast<std::size_t>(std::popcount(shared.isKept));
    return count;
  }

  /// Adds to `out` the nodal values body(block, in, out) computes for every block; it must set every entry of its
  /// `out`. Padding lanes see the nodes of the element before them and must come out as zero.
  template <class Point, class Body>
  void accumulate(std::span<const Point> in, std::span<Point> out, const Body& body) const {
    m_points.accumulate(in, out, [&](std::size_t p, double* rows, double* sums) {
      const Part& part = m_parts[p];
      // The nodes of a block are read before the block ahead of it is computed: what both wait for then overlaps.
      Nodes nodes[2], values[2];
      gather(rows, part.firstBlock, nodes[0]);
      for (unsigned b = part.firstBlock, turn = 0; b < part.lastBlock; ++b, turn ^= 1) {
        prefetch(&m_local[b]);
        Nodes &x = nodes[turn], &f = values[turn];
        if (b + 1 < part.lastBlock) gatherNext(rows, b + 1, x, nodes[turn ^ 1]);
        body(b, x, f);
        const Shared& shared = m_shared[b];
        for (int n = 0; n < nodesPerElement; ++n)
          if (shared.before[n] < nodesPerElement)
            for (int c = 0; c < 3; ++c) f[n][c] += values[turn ^ 1][shared.before[n]][c];
        for (int n = 0; n < nodesPerElement; ++n)
          if (!(shared.isKept >> n & 1)) scatterRows(sums, m_local[b].node[n], f[n]);
      }
    });
  }

  /// Calls body(block, in) for every block with the values of its nodes; parts run in parallel.
  template <class Point, class Body>
  void forEach(std::span<const Point> in, const Body& body) const {
    forEachPart(in, [&](std::size_t, unsigned block, const Nodes& x) { body(block, x); });
  }

  /// Sum over all blocks of the pack body(block, in) returns: lanes, blocks and parts added in order.
  template <class Point, class Body>
  double sum(std::span<const Point> in, const Body& body) const {
    thread_local std::vector<PartSum> kept;
    std::vector<PartSum>& sums = kept;  // the workers add to those of the calling thread
    sums.assign(m_parts.size(), PartSum{});
    forEachPart(in, [&](std::size_t p, unsigned block, const Nodes& x) { sums[p].lanes += body(block, x); });
    double total = 0;
    for (const PartSum& part : sums) total += sumLanes(part.lanes);
    return total;
  }

 private:
  struct Part {
    unsigned firstBlock, lastBlock;
  };
  struct alignas(64) PartSum {
    Pack lanes;
  };
  struct alignas(16) Local {
    std::uint16_t node[nodesPerElement][simdWidth];  ///< where the row of a node starts
  };
  /// The nodes that all lanes of a block share with the block before it in the part.
  struct Shared {
    std::uint8_t before[nodesPerElement];  ///< the node there; nodesPerElement for none
    std::uint32_t isKept = 0;              ///< bits of its own nodes that the next block shares
  };

  void addPart(std::span<const Element> elements, std::span<const Index> order, std::span<const Index> group,
               std::vector<Index>& localOf);
  /// Adds the nodes of some elements, those of the next part, to m_points and gives them local numbers.
  void addNodes(std::span<const Element> elements, std::span<const Index> order, std::vector<Index>& localOf);
  void addBlocks(std::span<const Element> elements, std::span<const Index> order, const std::vector<Index>& localOf);
  /// Writes blocks that are there, from the first one on.
  void setBlocks(std::size_t first, std::span<const Element> elements, std::span<const Index> order,
                 const std::vector<Index>& localOf);
  /// Finds what blocks share, from the first to before the last.
  void setShared(std::size_t first, std::size_t last);
  void startVersion(std::size_t pointCount);
  static std::size_t period(std::span<const Element> elements);
  /// How many elements of `count` each lane takes.
  std::size_t stretch(std::size_t count) const { return fem::stretch(count, m_period); }

  SOFA_INLINE void gather(const double* rows, unsigned block, Nodes& x) const {
    for (int n = 0; n < nodesPerElement; ++n) gatherRows(rows, m_local[block].node[n], x[n]);
  }

  /// The nodes of a block that follows the one of nodes x.
  SOFA_INLINE void gatherNext(const double* rows, unsigned block, const Nodes& x, Nodes& next) const {
    for (int n = 0; n < nodesPerElement; ++n)
      if (const unsigned same = m_shared[block].before[n]; same < nodesPerElement)
        for (int c = 0; c < 3; ++c) next[n][c] = x[same][c];
      else
        gatherRows(rows, m_local[block].node[n], next[n]);
  }

  template <class Point, class Body>
  void forEachPart(std::span<const Point> in, const Body& body) const {
    helper::parallelChunks(m_parts.size(), 1, [&](std::size_t p, std::size_t) {
      thread_local RowBuffer scratch;
      const Part& part = m_parts[p];
      double* rows = scratch.reserve(m_points.points(p).size());
      m_points.copyRows(p, in, rows);
      for (unsigned b = part.firstBlock; b < part.lastBlock; ++b) {
        Nodes x;
        gather(rows, b, x);
        body(p, b, x);
      }
    });
  }

  std::size_t m_version = 0;
  std::size_t m_period = 0;  ///< none: blocks share nothing
  PartedPoints m_points;
  std::vector<Part> m_parts;
  helper::LargeVector<Local> m_local;  ///< per block; padding lanes repeat the last element
  std::vector<Shared> m_shared;        ///< per block
  std::vector<unsigned> m_elements;    ///< element of every lane
  std::vector<std::size_t> m_slots;    ///< lane of every element
};

extern template class ElementBlocks<type::Tetrahedron>;
extern template class ElementBlocks<type::Hexahedron>;

/// Blocks for kernels that take any element: part by part small enough for two threads to share a mesh of some 10 000
/// lines or triangles evenly.
inline constexpr std::size_t smallParts = 2048;
template <class Element>
using SmallPartBlocks = ElementBlocks<Element, smallParts>;
extern template class ElementBlocks<type::Edge, 2048>;
extern template class ElementBlocks<type::Triangle, 2048>;
extern template class ElementBlocks<type::Quad, 2048>;
extern template class ElementBlocks<type::Tetrahedron, 2048>;
extern template class ElementBlocks<type::Hexahedron, 2048>;
extern template class ElementBlocks<type::Prism, 2048>;
extern template class ElementBlocks<type::Pyramid, 2048>;

}  // namespace sofa::fem

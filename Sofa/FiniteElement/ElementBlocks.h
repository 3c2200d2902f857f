#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <vector>

#include "Sofa/FiniteElement/PartedPoints.h"
#include "Sofa/FiniteElement/ReferenceElement.h"

namespace sofa::fem {

inline constexpr std::size_t largeParts = 8192;

/// The elements of a mesh arranged for fast loops: cut, in element order, into parts whose nodes fit the first-level
/// caches, each part into blocks of simdWidth elements. Inside a part the values of nodes are copied to padded rows
/// that 16 bits can address, so a block reads its nodes by whole registers. The cut depends on the mesh only: sums come
/// out the same to the last bit for any number of threads.
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
  /// and some came or went at the end: parts without such elements stay. Returns the first element from which on all
  /// may lie elsewhere.
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

  /// Adds to `out` the nodal values body(block, in, out) computes for every block; it must set every entry of its
  /// `out`. Padding lanes see the nodes of the element before them and must come out as zero.
  template <class Point, class Body>
  void accumulate(std::span<const Point> in, std::span<Point> out, const Body& body) const {
    m_points.accumulate(in, out, [&](std::size_t p, double* rows, double* sums) {
      const Part& part = m_parts[p];
      // The nodes of a block are read before the block ahead of it is computed: what both wait for then overlaps.
      Nodes x, next, f;
      gather(rows, part.firstBlock, next);
      for (unsigned b = part.firstBlock; b < part.lastBlock; ++b) {
        prefetch(&m_local[b]);
        std::memcpy(&x, &next, sizeof(Nodes));
        gather(rows, std::min(b + 1, part.lastBlock - 1), next);
        body(b, x, f);
        for (int n = 0; n < nodesPerElement; ++n) scatterRows(sums, m_local[b].node[n], f[n]);
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

  void addPart(std::span<const Element> elements, std::span<const Index> order, std::span<const Index> group,
               std::vector<Index>& localOf);
  /// Adds the nodes of some elements, those of the next part, to m_points and gives them local numbers.
  void addNodes(std::span<const Element> elements, std::span<const Index> order, std::vector<Index>& localOf);
  void addBlocks(std::span<const Element> elements, std::span<const Index> order, const std::vector<Index>& localOf);
  /// Writes blocks that are there, from the first one on.
  void setBlocks(std::size_t first, std::span<const Element> elements, std::span<const Index> order,
                 const std::vector<Index>& localOf);
  void startVersion(std::size_t pointCount);

  SOFA_INLINE void gather(const double* rows, unsigned block, Nodes& x) const {
    for (int n = 0; n < nodesPerElement; ++n) gatherRows(rows, m_local[block].node[n], x[n]);
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
  PartedPoints m_points;
  std::vector<Part> m_parts;
  helper::LargeVector<Local> m_local;  ///< per block; padding lanes repeat the last element
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

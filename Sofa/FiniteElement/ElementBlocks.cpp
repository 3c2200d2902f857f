// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ElementBlocks.h"

#include <atomic>
#include <numeric>

#include "Sofa/FiniteElement/QuadraticElements.h"

namespace sofa::fem {

namespace {

/// For each node of an element four bits: one more than its place among those of the element before, 0 if it is none.
template <class Element>
std::uint64_t sharedNodes(const Element& before, const Element& now) {
  std::uint64_t shared = 0;
  for (std::size_t n = 0; n < now.size(); ++n)
    for (std::size_t m = 0; m < before.size(); ++m)
      if (now[n] == before[m]) shared |= std::uint64_t{m + 1} << (4 * n);
  return shared;
}

/// How many elements it takes until elements that follow each other share nodes in the same way again: the period by
/// which the blocks of a part of these elements share most. 1 for meshes without order, 0 for elements of many nodes.
template <class Element>
std::size_t findPeriod(std::span<const Element> elements) {
  constexpr std::size_t longest = 64;
  if constexpr (ReferenceElement<Element>::nodeCount > 8) return 0;
  const std::size_t count = elements.size();
  std::vector<std::uint64_t> shared(count, 0);
  for (std::size_t e = 1; e < count; ++e) shared[e] = sharedNodes(elements[e - 1], elements[e]);
  std::size_t best = 1;
  double most = 0;
  for (std::size_t period = 1; period <= longest; ++period) {
    const std::size_t blocks = stretch(count, period);
    if (blocks % period != 0) continue;
    std::size_t sum = 0;
    for (std::size_t b = 1; b < blocks; ++b) {
      std::uint64_t differs = 0;
      for (std::size_t e = b + blocks; e < count; e += blocks) differs |= shared[e] ^ shared[b];
      for (std::size_t n = 0; n < ReferenceElement<Element>::nodeCount; ++n)
        sum += (shared[b] >> 4 * n & 15) != 0 && (differs >> 4 * n & 15) == 0;
    }
    if (static_cast<double>(sum) / blocks <= most) continue;
    most = static_cast<double>(sum) / blocks;
    best = period;
  }
  return best;
}

}  // namespace

template <class Element, std::size_t PartNodes>
std::size_t ElementBlocks<Element, PartNodes>::period(std::span<const Element> elements) {
  return elements.size() > partSize ? findPeriod(elements.first(partSize)) : 0;
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::startVersion(std::size_t pointCount) {
  static std::atomic<std::size_t> versions = 0;
  m_version = ++versions;
  m_points.clear(pointCount);
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::build(std::span<const Element> elements, std::size_t pointCount,
                                              std::span<const Index> group) {
  startVersion(pointCount);
  m_period = period(elements);
  m_parts.clear();
  m_local.clear();
  m_elements.clear();
  m_slots.assign(elements.size(), 0);

  std::vector<Index> order(elements.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<Index> localOf(pointCount, type::invalidIndex);
  for (std::size_t begin = 0; begin < elements.size(); begin += partSize) {
    const std::span<Index> part(order.data() + begin, std::min(partSize, elements.size() - begin));
    if (!group.empty()) std::ranges::stable_sort(part, {}, [&](Index e) { return group[e]; });
    addPart(elements, part, group, localOf);
  }
  for (std::size_t i = 0; i < m_elements.size(); ++i)
    if (m_elements[i] != noElement) m_slots[m_elements[i]] = i;
  m_points.finish();
  m_shared.resize(m_local.size());
  for (const Part& part : m_parts) setShared(part.firstBlock, part.lastBlock);
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::addPart(std::span<const Element> elements, std::span<const Index> order,
                                                std::span<const Index> group, std::vector<Index>& localOf) {
  Part part{static_cast<unsigned>(m_local.size()), 0};
  addNodes(elements, order, localOf);
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    end = begin + 1;
    while (end < order.size() && (group.empty() || group[order[end]] == group[order[begin]])) ++end;
    addBlocks(elements, order.subspan(begin, end - begin), localOf);
  }
  part.lastBlock = static_cast<unsigned>(m_local.size());
  for (Index n : m_points.points(m_parts.size())) localOf[n] = type::invalidIndex;
  m_parts.push_back(part);
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::addNodes(std::span<const Element> elements, std::span<const Index> order,
                                                 std::vector<Index>& localOf) {
  std::vector<Index> nodes;
  Index first = type::invalidIndex, last = 0;
  for (Index e : order)
    for (Index n : elements[e])
      if (localOf[n] == type::invalidIndex) {
        localOf[n] = 0;
        nodes.push_back(n);
        first = std::min(first, n);
        last = std::max(last, n);
      }
  // Sorted; by one pass over all between them where there are not many more.
  if (nodes.empty() || last - first > 16 * nodes.size()) {
    std::ranges::sort(nodes);
  } else {
    nodes.clear();
    for (Index n = first; n <= last; ++n)
      if (localOf[n] != type::invalidIndex) nodes.push_back(n);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) localOf[nodes[i]] = static_cast<Index>(i);
  m_points.addPart(nodes);
}

template <class Element, std::size_t PartNodes>
std::size_t ElementBlocks<Element, PartNodes>::rebuild(std::span<const Element> elements, std::size_t pointCount,
                                                       std::span<const Index> changed) {
  // The first part tells the period.
  const bool mayRepeatOtherwise = (m_slots.size() > partSize) != (elements.size() > partSize) ||
                                  std::ranges::any_of(changed, [](Index e) { return e < partSize; });
  if (mayRepeatOtherwise && period(elements) != m_period) {
    build(elements, pointCount);
    return 0;
  }
  const PartedPoints pointsBefore = std::exchange(m_points, {});
  startVersion(pointCount);
  const std::size_t before = m_slots.size(), count = elements.size();
  const std::size_t sizeChange = std::min(before, count) / partSize;  // the first part that has another size
  const auto parts = (count + partSize - 1) / partSize;
  const std::size_t partBlocks = stretch(partSize);
  const auto blocks = count / partSize * partBlocks + stretch(count % partSize);
  std::vector<char> anew(parts, 0);
  for (const Index e : changed) anew[e / partSize] = 1;
  for (std::size_t p = sizeChange; p < parts && before != count; ++p) anew[p] = 1;

  m_parts.resize(parts);
  m_local.resize(blocks);
  m_shared.resize(blocks);
  m_elements.resize(blocks * simdWidth);
  m_slots.resize(count);
  std::vector<Index> localOf(pointCount, type::invalidIndex), order;
  for (std::size_t p = 0; p < parts; ++p) {
    if (!anew[p]) {
      m_points.addPart(pointsBefore.points(p));
      continue;
    }
    Part& part = m_parts[p];
    order.resize(std::min(partSize, count - p * partSize));
    std::iota(order.begin(), order.end(), static_cast<Index>(p * partSize));
    part.firstBlock = static_cast<unsigned>(p * partBlocks);
    part.lastBlock = static_cast<unsigned>(part.firstBlock + stretch(order.size()));
    addNodes(elements, order, localOf);
    setBlocks(part.firstBlock, elements, order, localOf);
    setShared(part.firstBlock, part.lastBlock);
    for (Index n : m_points.points(p)) localOf[n] = type::invalidIndex;
    for (std::size_t i = part.firstBlock * simdWidth; i < part.lastBlock * simdWidth; ++i)
      if (m_elements[i] != noElement) m_slots[m_elements[i]] = i;
  }
  m_points.finish();
  return before == count ? count : std::min(count, sizeChange * partSize);
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::addBlocks(std::span<const Element> elements, std::span<const Index> order,
                                                  const std::vector<Index>& localOf) {
  const std::size_t first = m_local.size(), blocks = stretch(order.size());
  m_local.resize(first + blocks);
  m_elements.resize(m_local.size() * simdWidth);
  setBlocks(first, elements, order, localOf);
}

/// Lane l takes the l-th stretch of the elements. Neighbours, which share nodes, thus come in different blocks: sums
/// into a node within one block would wait for each other.
template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::setBlocks(std::size_t first, std::span<const Element> elements,
                                                  std::span<const Index> order, const std::vector<Index>& localOf) {
  const std::size_t blocks = stretch(order.size());
  for (std::size_t b = 0; b < blocks; ++b) {
    Local& local = m_local[first + b];
    for (std::size_t lane = 0, last = b; lane < simdWidth; ++lane) {
      const std::size_t i = lane * blocks + b;
      const bool exists = i < order.size();
      if (exists) last = i;
      for (int n = 0; n < nodesPerElement; ++n)
        local.node[n][lane] = static_cast<std::uint16_t>(rowStride * localOf[elements[order[last]][n]]);
      m_elements[(first + b) * simdWidth + lane] = exists ? order[i] : noElement;
    }
  }
}

template <class Element, std::size_t PartNodes>
void ElementBlocks<Element, PartNodes>::setShared(std::size_t first, std::size_t last) {
  for (std::size_t b = first; b < last; ++b) {
    Shared& shared = m_shared[b];
    shared.isKept = 0;
    for (int n = 0; n < nodesPerElement; ++n) {
      shared.before[n] = nodesPerElement;
      for (int m = 0; m < nodesPerElement && b > first && m_period > 0; ++m)
        // Of nodes that an element names twice, one: what is kept is added once.
        if (!(m_shared[b - 1].isKept >> m & 1) && std::ranges::equal(m_local[b].node[n], m_local[b - 1].node[m])) {
          shared.before[n] = static_cast<std::uint8_t>(m);
          m_shared[b - 1].isKept |= 1u << m;
          break;
        }
    }
  }
}

template class ElementBlocks<type::Tetrahedron>;
template class ElementBlocks<type::Hexahedron>;
template class ElementBlocks<type::Edge, 2048>;
template class ElementBlocks<type::Triangle, 2048>;
template class ElementBlocks<type::Quad, 2048>;
template class ElementBlocks<type::Tetrahedron, 2048>;
template class ElementBlocks<type::Hexahedron, 2048>;
template class ElementBlocks<type::Prism, 2048>;
template class ElementBlocks<type::Pyramid, 2048>;
template class ElementBlocks<type::Triangle6, 2048>;
template class ElementBlocks<type::Quad8, 2048>;
template class ElementBlocks<type::Quad9, 2048>;
template class ElementBlocks<type::Tetrahedron10, 2048>;
template class ElementBlocks<type::Hexahedron20, 2048>;
template class ElementBlocks<type::Hexahedron27, 2048>;

}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Geometry/MeshElements.h"

namespace sofa::geometry {

/// One list of indices per key, stored one after another.
class IndexLists {
 public:
  IndexLists() = default;
  /// Room for counts[i] indices in list i.
  explicit IndexLists(const std::vector<Index>& counts);

  std::size_t size() const { return m_begin.size() - 1; }
  /// Empty beyond the last list.
  std::span<const Index> operator[](std::size_t i) const {
    return i < size() ? std::span(m_items.data() + m_begin[i], m_begin[i + 1] - m_begin[i]) : std::span<const Index>();
  }
  std::span<Index> operator[](std::size_t i) { return {m_items.data() + m_begin[i], m_begin[i + 1] - m_begin[i]}; }

 private:
  std::vector<std::size_t> m_begin{0};
  std::vector<Index> m_items;
};

/// Inverts "keys of each element": for each key the elements that name it, ascending. Keys >= keyCount are left out. E
/// is any array of indices: an element (elements around each point) or sub-element indices (elements around each
/// sub-element).
template <class E>
IndexLists elementsAround(const std::vector<E>& elements, std::size_t keyCount) {
  std::vector<Index> counts(keyCount, 0);
  for (const E& element : elements)
    for (const Index key : element)
      if (key < keyCount) ++counts[key];
  IndexLists lists(counts);
  std::fill(counts.begin(), counts.end(), 0);
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const Index key : elements[i])
      if (key < keyCount) lists[key][counts[key]++] = static_cast<Index>(i);
  return lists;
}

/// Index of each sub-element of each element by the rows of `table`; invalidIndex where the list has none.
template <class Sub, class Element, std::size_t M, std::size_t N>
std::vector<std::array<Index, M>> subElementsIn(const std::vector<Element>& elements,
                                                const std::array<Corners<N>, M>& table, const ElementMap<Sub>& map) {
  std::vector<std::array<Index, M>> result(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (std::size_t j = 0; j < M; ++j) result[i][j] = map.find(subElement<Sub>(elements[i], table[j]));
  return result;
}

/// Triangles around each edge. Those that run along it in its direction come first, the last one met at the very front;
/// the others follow in ascending order.
IndexLists trianglesAroundEdges(const std::vector<Triangle>& triangles, const std::vector<Edge>& edges,
                                const std::vector<std::array<Index, 3>>& edgesInTriangle);

}  // namespace sofa::geometry

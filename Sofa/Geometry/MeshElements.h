// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "Sofa/Type/Vec.h"

/// Sub-elements of mesh elements: numbering tables, lookup by corners and derivation of missing lists
/// (docs/manual/topology.md, "Elements and their parts").
namespace sofa::geometry {

using type::Edge;
using type::Hexahedron;
using type::Index;
using type::Quad;
using type::Tetrahedron;
using type::Triangle;

/// More points than this are taken for a mistake.
inline constexpr std::size_t maxPoints = 100'000'000;

template <std::size_t N>
using Corners = std::array<std::uint8_t, N>;

/// Corners of the sub-elements of each element. Edge j of a triangle is opposite its corner j, as is face j of a
/// tetrahedron; the normals of faces point outwards.
inline constexpr std::array<Corners<2>, 3> triangleEdges{{{1, 2}, {2, 0}, {0, 1}}};
inline constexpr std::array<Corners<2>, 4> quadEdges{{{1, 2}, {2, 3}, {3, 0}, {0, 1}}};
inline constexpr std::array<Corners<2>, 6> tetrahedronEdges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
inline constexpr std::array<Corners<3>, 4> tetrahedronTriangles{{{1, 2, 3}, {0, 3, 2}, {1, 3, 0}, {0, 2, 1}}};
inline constexpr std::array<Corners<2>, 12> hexahedronEdges{
    {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}}};
inline constexpr std::array<Corners<4>, 6> hexahedronQuads{
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

/// The sub-element of `element` that a row of one of the tables above names.
template <class Sub, class Element, std::size_t N>
constexpr Sub subElement(const Element& element, const Corners<N>& corners) {
  Sub sub;
  for (std::size_t i = 0; i < N; ++i) sub[i] = element[corners[i]];
  return sub;
}

/// The same cycle of corners, starting with the smallest one.
template <class Face>
constexpr Face smallestFirst(Face face) {
  std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  return face;
}

/// One representative of all the ways to list the corners of an element: any start, either direction.
constexpr Edge canonical(const Edge& e) { return e[1] < e[0] ? Edge(e[1], e[0]) : e; }
template <class Face>
constexpr Face canonical(const Face& face) {
  Face result = smallestFirst(face);
  if (result.back() < result[1]) std::reverse(result.begin() + 1, result.end());
  return result;
}

/// Finds edges, triangles or quads by their corners, whatever corner comes first and whichever way round. A hash table
/// with open addressing, filled once.
template <class E>
class ElementMap {
 public:
  explicit ElementMap(std::size_t expectedCount = 0) { rehash(2 * expectedCount); }
  /// Maps each element to its place in the list; of equal elements the first counts.
  explicit ElementMap(const std::vector<E>& elements) : ElementMap(elements.size()) {
    for (std::size_t i = 0; i < elements.size(); ++i) insert(elements[i], static_cast<Index>(i));
  }

  /// invalidIndex if there is none.
  Index find(const E& element) const { return m_slots[slotOf(canonical(element))].index; }
  /// The index of an equal element if there is one; else remembers `index` and returns it.
  Index insert(const E& element, Index index) {
    const E key = canonical(element);
    Slot& slot = m_slots[slotOf(key)];
    if (slot.index != type::invalidIndex) return slot.index;
    slot = {key, index};
    if (2 * ++m_count > m_slots.size()) rehash(2 * m_slots.size());
    return index;
  }

 private:
  struct Slot {
    E key;
    Index index = type::invalidIndex;
  };

  std::size_t slotOf(const E& key) const {
    std::uint64_t hash = 0;
    for (const Index i : key) hash = (hash ^ i) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    std::size_t slot = hash & (m_slots.size() - 1);
    while (m_slots[slot].index != type::invalidIndex && m_slots[slot].key != key)
      slot = (slot + 1) & (m_slots.size() - 1);
    return slot;
  }
  void rehash(std::size_t wanted) {
    std::size_t size = 16;
    while (size < wanted) size *= 2;
    std::vector<Slot> old(size);
    old.swap(m_slots);
    for (const Slot& slot : old)
      if (slot.index != type::invalidIndex) m_slots[slotOf(slot.key)] = slot;
  }

  std::vector<Slot> m_slots;
  std::size_t m_count = 0;
};

/// Edges of all elements in element and table order, each at its first occurrence, stored (min, max).
std::vector<Edge> edgesOfVolumes(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Hexahedron>& hexahedra);
/// Edges of triangles in the direction in which they are first met, then those only quads have, stored (min, max).
std::vector<Edge> edgesOfSurface(const std::vector<Triangle>& triangles, const std::vector<Quad>& quads);

/// What becomes of a face that occurs again with the same orientation, which only overlapping or inverted elements
/// cause.
enum class Repeated { keep, drop };
/// Faces in element and table order, smallest corner first; one met before the other way round is shared. `repeated`,
/// if given, counts the faces met again with the same orientation.
std::vector<Triangle> trianglesOfTetrahedra(const std::vector<Tetrahedron>& tetrahedra, Repeated treatment,
                                            std::size_t* repeated = nullptr);
/// Faces in element and table order, smallest corner first, each once.
std::vector<Quad> quadsOfHexahedra(const std::vector<Hexahedron>& hexahedra);

/// 1 + the largest corner index, 0 for no elements.
template <class E>
std::size_t pointCountOf(const std::vector<E>& elements) {
  std::size_t count = 0;
  for (const E& element : elements)
    for (const Index i : element) count = std::max<std::size_t>(count, std::size_t{i} + 1);
  return count;
}

}  // namespace sofa::geometry

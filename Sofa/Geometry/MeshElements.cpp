// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshElements.h"

#include <utility>

namespace sofa::geometry {
namespace {

/// An ElementMap of sub-elements that are met element by element. They hang on their lowest corner: neighbours have
/// numbers close together in most meshes, and what is looked at lies close together then, unlike in a hash table. That
/// takes what the list of a corner has no room for, such as the tip of a large cone, and corners of numbers far beyond.
template <class Sub>
class SubElements {
 public:
  explicit SubElements(std::size_t expectedCount) : m_cornerLimit(expectedCount + 64) {
    m_entries.reserve(expectedCount);
  }

  /// The index of an equal sub-element if there is one; else remembers `index` and returns it.
  Index insert(const Sub& sub, Index index) {
    const Sub key = canonical(sub);
    if (key[0] >= m_cornerLimit) return m_others.insert(sub, index);
    if (key[0] >= m_corners.size())
      m_corners.resize(std::max<std::size_t>(key[0] + std::size_t{1}, 2 * m_corners.size()));
    Corner& corner = m_corners[key[0]];
    for (Index e = corner.last; e != type::invalidIndex; e = m_entries[e].before)
      if (areEqual(m_entries[e].key, key)) return m_entries[e].index;
    if (corner.count == longestList) return m_others.insert(sub, index);
    ++corner.count;
    m_entries.push_back({key, index, std::exchange(corner.last, static_cast<Index>(m_entries.size()))});
    return index;
  }

 private:
  static constexpr unsigned longestList = 64;
  struct Corner {
    Index last = type::invalidIndex;
    unsigned count = 0;
  };
  struct Entry {
    Sub key;
    Index index, before;
  };
  static bool areEqual(const Sub& a, const Sub& b) {  // of the same lowest corner
    for (std::size_t i = 1; i < a.size(); ++i)
      if (a[i] != b[i]) return false;
    return true;
  }

  std::size_t m_cornerLimit;
  std::vector<Corner> m_corners;
  std::vector<Entry> m_entries;
  ElementMap<Sub> m_others;
};

/// Appends sub-elements that were not met before.
template <class Sub>
class Collector {
 public:
  explicit Collector(std::size_t expectedCount) : m_map(expectedCount) { m_list.reserve(expectedCount); }

  /// Index in the list; `added` tells whether it is new.
  Index add(const Sub& sub, bool& added) {
    const Index next = static_cast<Index>(m_list.size());
    const Index index = m_map.insert(sub, next);
    added = index == next;
    if (added) m_list.push_back(sub);
    return index;
  }
  void add(const Sub& sub) {
    bool added = false;
    add(sub, added);
  }
  std::vector<Sub>& list() { return m_list; }
  std::vector<Sub> take() {
    m_list.shrink_to_fit();
    return std::move(m_list);
  }

 private:
  SubElements<Sub> m_map;
  std::vector<Sub> m_list;
};

template <class Element, class Table>
void addSortedEdges(Collector<Edge>& edges, const std::vector<Element>& elements, const Table& table) {
  for (const Element& element : elements)
    for (const auto& corners : table) edges.add(canonical(subElement<Edge>(element, corners)));
}

}  // namespace

// Guesses of the counts: a large tetrahedral mesh has about 1.2 edges per element, a hexahedral one 3, a surface 1.5
// or 2.
std::vector<Edge> edgesOfVolumes(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Hexahedron>& hexahedra) {
  Collector<Edge> edges(tetrahedra.size() * 3 / 2 + 3 * hexahedra.size());
  addSortedEdges(edges, tetrahedra, tetrahedronEdges);
  addSortedEdges(edges, hexahedra, hexahedronEdges);
  return edges.take();
}

std::vector<Edge> edgesOfSurface(const std::vector<Triangle>& triangles, const std::vector<Quad>& quads) {
  Collector<Edge> edges(triangles.size() * 3 / 2 + 2 * quads.size());
  for (const Triangle& t : triangles)
    for (const auto& corners : triangleEdges) edges.add(subElement<Edge>(t, corners));
  addSortedEdges(edges, quads, quadEdges);
  return edges.take();
}

std::vector<Triangle> trianglesOfTetrahedra(const std::vector<Tetrahedron>& tetrahedra, Repeated treatment,
                                            std::size_t* repeated) {
  SubElements<Triangle> map(tetrahedra.size() * 5 / 2);
  std::vector<Triangle> triangles;
  triangles.reserve(tetrahedra.size() * 5 / 2);
  std::size_t count = 0;
  for (const Tetrahedron& t : tetrahedra)
    for (const auto& corners : tetrahedronTriangles) {
      const auto face = smallestFirst(subElement<Triangle>(t, corners));
      const Index next = static_cast<Index>(triangles.size());
      const Index index = map.insert(face, next);
      const bool again = index != next && triangles[index] == face;
      if (again) ++count;
      if (index == next || (again && treatment == Repeated::keep)) triangles.push_back(face);
    }
  if (repeated) *repeated = count;
  triangles.shrink_to_fit();
  return triangles;
}

std::vector<Quad> quadsOfHexahedra(const std::vector<Hexahedron>& hexahedra) {
  Collector<Quad> quads(hexahedra.size() * 7 / 2);
  for (const Hexahedron& h : hexahedra)
    for (const auto& corners : hexahedronQuads) quads.add(smallestFirst(subElement<Quad>(h, corners)));
  return quads.take();
}

}  // namespace sofa::geometry

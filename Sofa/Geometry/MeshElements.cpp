#include "Sofa/Geometry/MeshElements.h"

namespace sofa::geometry {
namespace {

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
  ElementMap<Sub> m_map;
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
  ElementMap<Triangle> map(tetrahedra.size() * 5 / 2);
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

#include "Sofa/Component/Topology/MeshSurgery.h"

namespace sofa::component::topology {
namespace {

using core::ElementKind;
using geometry::subElement;

template <class E>
void markNodes(std::vector<char>& marked, const E& element) {
  for (const Index i : element) {
    if (i >= marked.size()) marked.resize(i + std::size_t{1}, 0);
    marked[i] = 1;
  }
}
template <class E>
bool areMarked(const std::vector<char>& marked, const E& element) {
  return std::ranges::all_of(element, [&](Index i) { return i < marked.size() && marked[i] != 0; });
}

/// Elements of a list that have marked points only: a change looks for its sides among these, without the
/// neighbourhoods of the whole mesh.
template <class E>
geometry::ElementMap<E> elementsBetween(const std::vector<E>& list, const std::vector<char>& marked) {
  geometry::ElementMap<E> found;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (areMarked(marked, list[i])) found.insert(list[i], static_cast<Index>(i));
  return found;
}

/// Sides of the removed elements around which no other element is.
template <class Side, class E, std::size_t M, std::size_t N>
std::vector<Index> leftOver(const std::vector<Side>& sides, const std::vector<E>& elements,
                            const std::array<geometry::Corners<N>, M>& table, const core::ElementChange& change,
                            const std::vector<char>& isRemoved) {
  std::vector<char> marked;
  for (const Index e : change.removed()) markNodes(marked, elements[e]);
  geometry::ElementMap<Side> held;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (isRemoved[e]) continue;
    const auto count = std::ranges::count_if(elements[e], [&](Index i) { return i < marked.size() && marked[i]; });
    if (static_cast<std::size_t>(count) < N) continue;
    for (const auto& corners : table)
      if (const auto side = subElement<Side>(elements[e], corners); areMarked(marked, side)) held.insert(side, 0);
  }
  const auto here = elementsBetween(sides, marked);
  std::vector<Index> result;
  for (const Index e : change.removed())
    for (const auto& corners : table) {
      const auto side = subElement<Side>(elements[e], corners);
      const Index index = here.find(side);
      if (index != type::invalidIndex && held.find(side) == type::invalidIndex) result.push_back(index);
    }
  return result;
}

template <class E>
constexpr bool isVolume = std::is_same_v<E, Tetrahedron> || std::is_same_v<E, Hexahedron>;

/// Points of the removed elements that no element names once the edit is done; of volumes, no volume.
template <class E>
std::vector<Index> isolatedPoints(const MeshEdit& edit) {
  const ListTopology& mesh = edit.mesh();
  std::vector<char> used(mesh.nbPoints(), 0);
  const auto mark = [&]<class F>(const std::vector<F>& elements) {
    const auto& change = edit.of(core::kindOf<F>());
    std::vector<char> gone(elements.size(), 0);
    for (const Index i : change.removed()) gone[i] = 1;
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (!gone[i])
        for (const Index p : elements[i]) used[p] = 1;
  };
  if constexpr (!isVolume<E>) mark(mesh.edges()), mark(mesh.triangles()), mark(mesh.quads());
  mark(mesh.tetrahedra()), mark(mesh.hexahedra());
  std::vector<Index> points;
  const auto& elements = mesh.list<E>()->value();
  for (const Index e : edit.of(core::kindOf<E>()).removed())
    for (const Index p : elements[e])
      if (!used[p]) points.push_back(p);
  return points;
}

/// Elements that name one of the points go with it: a mesh may list edges and faces that are no sides of its volumes,
/// such as the diagonals of a grid.
template <class F>
void removeWithPoints(MeshEdit& edit, const std::vector<F>& elements, const std::vector<Index>& points) {
  std::vector<char> gone(edit.mesh().nbPoints(), 0);
  for (const Index p : points) gone[p] = 1;
  std::vector<Index> named;
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (std::ranges::any_of(elements[e], [&](Index p) { return gone[p] != 0; })) named.push_back(static_cast<Index>(e));
  edit.remove<F>(std::move(named));
}

}  // namespace

void removePoints(MeshEdit& edit, const std::vector<Index>& points) {
  if (points.empty()) return;
  const ListTopology& mesh = edit.mesh();
  removeWithPoints(edit, mesh.edges(), points);
  removeWithPoints(edit, mesh.triangles(), points);
  removeWithPoints(edit, mesh.quads(), points);
  removeWithPoints(edit, mesh.tetrahedra(), points);
  removeWithPoints(edit, mesh.hexahedra(), points);
  edit.removePoints(points);
}

template <class E>
void removeElements(ListTopology& mesh, std::vector<Index> numbers, bool alsoPoints) {
  MeshEdit edit(mesh);
  edit.remove<E>(std::move(numbers));
  const auto& change = edit.of(core::kindOf<E>());
  if (change.isNothing()) return;
  std::vector<char> gone(change.before(), 0);
  for (const Index i : change.removed()) gone[i] = 1;
  const auto& elements = mesh.list<E>()->value();
  const auto removeSides = [&]<class Side>(const std::vector<Side>& sides, const auto& table) {
    edit.remove<Side>(leftOver(sides, elements, table, change, gone));
  };
  if constexpr (std::is_same_v<E, Tetrahedron>) {
    removeSides(mesh.triangles(), geometry::tetrahedronTriangles);
    removeSides(mesh.edges(), geometry::tetrahedronEdges);
  } else if constexpr (std::is_same_v<E, Hexahedron>) {
    removeSides(mesh.quads(), geometry::hexahedronQuads);
    removeSides(mesh.edges(), geometry::hexahedronEdges);
  } else if constexpr (std::is_same_v<E, Triangle>) {
    removeSides(mesh.edges(), geometry::triangleEdges);
  } else if constexpr (std::is_same_v<E, Quad>) {
    removeSides(mesh.edges(), geometry::quadEdges);
  }
  if (alsoPoints) {
    auto points = isolatedPoints<E>(edit);
    if (isVolume<E> && !points.empty()) {
      removeWithPoints(edit, mesh.edges(), points);
      removeWithPoints(edit, mesh.triangles(), points);
      removeWithPoints(edit, mesh.quads(), points);
    }
    edit.removePoints(std::move(points));
  }
  edit.finish();
}

namespace {

/// Knows which edges and faces the mesh has or gets between the points of some elements, and adds those it lacks.
class Sides {
 public:
  template <class E>
  Sides(MeshEdit& edit, const std::vector<E>& elements) : m_edit(edit) {
    std::vector<char> marked;
    for (const E& element : elements) markNodes(marked, element);
    const ListTopology& mesh = edit.mesh();
    m_edges = elementsBetween(mesh.edges(), marked);
    if constexpr (std::is_same_v<E, Tetrahedron>) m_triangles = elementsBetween(mesh.triangles(), marked);
    if constexpr (std::is_same_v<E, Hexahedron>) m_quads = elementsBetween(mesh.quads(), marked);
  }

  void add(const Edge& edge) {
    if (m_edit.mesh().list<Edge>() && isNew(m_edges, edge)) m_edit.add(edge);
  }
  void add(const Triangle& triangle) {
    if (!m_edit.mesh().list<Triangle>() || !isNew(m_triangles, triangle)) return;
    addSides<Edge>(triangle, geometry::triangleEdges);
    m_edit.add(triangle);
  }
  void add(const Quad& quad) {
    if (!m_edit.mesh().list<Quad>() || !isNew(m_quads, quad)) return;
    addSides<Edge>(quad, geometry::quadEdges);
    m_edit.add(quad);
  }
  template <class Sub, class E, std::size_t M, std::size_t N>
  void addSides(const E& element, const std::array<geometry::Corners<N>, M>& table) {
    for (const auto& corners : table) add(subElement<Sub>(element, corners));
  }

 private:
  template <class E>
  bool isNew(geometry::ElementMap<E>& known, const E& element) {
    if (known.find(element) != type::invalidIndex) return false;
    known.insert(element, 0);
    return true;
  }

  MeshEdit& m_edit;
  geometry::ElementMap<Edge> m_edges;
  geometry::ElementMap<Triangle> m_triangles;
  geometry::ElementMap<Quad> m_quads;
};

template <class E>
void addElements(MeshEdit& edit, const std::vector<E>& elements, const std::vector<core::Ancestors>& ancestors) {
  Sides sides(edit, elements);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const E& element = elements[i];
    if constexpr (std::is_same_v<E, Triangle>) {
      sides.template addSides<Edge>(element, geometry::triangleEdges);
    } else if constexpr (std::is_same_v<E, Quad>) {
      sides.template addSides<Edge>(element, geometry::quadEdges);
    } else if constexpr (std::is_same_v<E, Tetrahedron>) {
      sides.template addSides<Triangle>(element, geometry::tetrahedronTriangles);
      sides.template addSides<Edge>(element, geometry::tetrahedronEdges);
    } else if constexpr (std::is_same_v<E, Hexahedron>) {
      sides.template addSides<Quad>(element, geometry::hexahedronQuads);
      sides.template addSides<Edge>(element, geometry::hexahedronEdges);
    }
    edit.add(element, i < ancestors.size() ? ancestors[i] : core::Ancestors{});
  }
}

}  // namespace

template <class E>
void addElements(ListTopology& mesh, const std::vector<E>& elements, const std::vector<core::Ancestors>& ancestors) {
  MeshEdit edit(mesh);
  addElements(edit, elements, ancestors);
  edit.finish();
}

template <class E>
void replaceElements(ListTopology& mesh, const Replacement<E>& r) {
  MeshEdit edit(mesh);
  edit.addPoints(r.points);
  addElements(edit, r.elements, r.made);
  edit.finish();
  removeElements<E>(mesh, r.removed, r.isolatedPoints);
}

bool isUsed(const ListTopology& mesh, ElementType type, Index element) {
  const auto& near = mesh.adjacency();
  switch (type) {
    case ElementType::point:
      return !near.edgesAroundVertex()[element].empty() || !near.trianglesAroundVertex()[element].empty() ||
             !near.quadsAroundVertex()[element].empty() || !near.tetrahedraAroundVertex()[element].empty() ||
             !near.hexahedraAroundVertex()[element].empty();
    case ElementType::edge:
      return !near.trianglesAroundEdge()[element].empty() || !near.quadsAroundEdge()[element].empty() ||
             !near.tetrahedraAroundEdge()[element].empty() || !near.hexahedraAroundEdge()[element].empty();
    case ElementType::triangle:
      return !near.tetrahedraAroundTriangle()[element].empty();
    case ElementType::quad:
      return !near.hexahedraAroundQuad()[element].empty();
    default:
      return false;
  }
}

template void removeElements<Edge>(ListTopology&, std::vector<Index>, bool);
template void removeElements<Triangle>(ListTopology&, std::vector<Index>, bool);
template void removeElements<Quad>(ListTopology&, std::vector<Index>, bool);
template void removeElements<Tetrahedron>(ListTopology&, std::vector<Index>, bool);
template void removeElements<Hexahedron>(ListTopology&, std::vector<Index>, bool);
template void addElements<Edge>(ListTopology&, const std::vector<Edge>&, const std::vector<core::Ancestors>&);
template void addElements<Triangle>(ListTopology&, const std::vector<Triangle>&, const std::vector<core::Ancestors>&);
template void addElements<Quad>(ListTopology&, const std::vector<Quad>&, const std::vector<core::Ancestors>&);
template void addElements<Tetrahedron>(ListTopology&, const std::vector<Tetrahedron>&,
                                       const std::vector<core::Ancestors>&);
template void addElements<Hexahedron>(ListTopology&, const std::vector<Hexahedron>&,
                                      const std::vector<core::Ancestors>&);
template void replaceElements<Triangle>(ListTopology&, const Replacement<Triangle>&);
template void replaceElements<Tetrahedron>(ListTopology&, const Replacement<Tetrahedron>&);

}  // namespace sofa::component::topology

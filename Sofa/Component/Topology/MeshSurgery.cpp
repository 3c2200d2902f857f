// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshSurgery.h"

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/Contract/NumberSet.h"

namespace sofa::component::topology {
namespace {

using core::ElementKind;
using geometry::subElement;

template <class E>
void appendNodes(std::vector<Index>& points, const E& element) {
  points.insert(points.end(), element.begin(), element.end());
}

/// Points of the removed elements, ascending.
template <class E>
std::vector<Index> nodesOfRemoved(const ListTopology& mesh, const core::ElementChange& change) {
  const auto& elements = mesh.list<E>()->value();
  std::vector<Index> points;
  for (const Index e : change.removed()) appendNodes(points, elements[e]);
  core::sortOnce(points, mesh.nbPoints());
  return points;
}

/// Elements of the mesh that have no other points than these, which ascend: a change looks for its sides among them.
template <class E>
geometry::ElementMap<E> elementsBetween(const ListTopology& mesh, const std::vector<Index>& points) {
  geometry::ElementMap<E> found;
  if (!mesh.list<E>()) return found;
  const auto& list = mesh.list<E>()->value();
  const core::NumberSet here(points, mesh.nbPoints());
  for (const Index i : mesh.stars().around<E>(points))
    if (std::ranges::all_of(list[i], [&](Index p) { return here.contains(p); })) found.insert(list[i], i);
  return found;
}

template <class E>
bool haveSamePoints(const E& a, const E& b) {
  return geometry::canonical(a) == geometry::canonical(b);
}

/// Whether some E that counts has these points as a side.
template <class E, class Side, std::size_t M, std::size_t N, class Counts>
bool isSideOf(const ListTopology& mesh, const Side& side, const std::array<geometry::Corners<N>, M>& table,
              const Counts& counts) {
  const auto& elements = core::elementsOf<E>(mesh);
  return std::ranges::any_of(mesh.stars().around<E>(std::ranges::max(side)), [&](Index e) {
    const E& element = elements[e];
    const auto isHere = [&](Index p) { return std::ranges::find(element, p) != element.end(); };
    return std::ranges::all_of(side, isHere) && counts(e) && std::ranges::any_of(table, [&](const auto& corners) {
             return haveSamePoints(subElement<Side>(element, corners), side);
           });
  });
}

/// Sides of the removed elements around which no other element is.
template <class Side, class E, std::size_t M, std::size_t N>
std::vector<Index> leftOver(const ListTopology& mesh, const std::array<geometry::Corners<N>, M>& table,
                            const core::ElementChange& change) {
  const auto& elements = mesh.list<E>()->value();
  const auto& sides = mesh.list<Side>()->value();
  const core::NumberSet gone(change.removed(), elements.size());
  std::vector<Index> result;
  for (const Index e : change.removed())
    for (const auto& corners : table) {
      const auto side = subElement<Side>(elements[e], corners);
      const auto& around = mesh.stars().around<Side>(std::ranges::max(side));
      const auto same = std::ranges::find_if(around, [&](Index i) { return haveSamePoints(sides[i], side); });
      if (same == around.end()) continue;
      if (!isSideOf<E>(mesh, side, table, [&](Index other) { return !gone.contains(other); })) result.push_back(*same);
    }
  return result;
}

template <class E>
constexpr bool isVolume = std::is_same_v<E, Tetrahedron> || std::is_same_v<E, Hexahedron>;

/// Points of the removed elements that no element of their kind names once the edit is done, nor one of a larger kind.
/// Smaller ones do not keep a point: it goes with the last triangle although edges name it.
template <class E>
std::vector<Index> isolatedPoints(const MeshEdit& edit) {
  auto points = nodesOfRemoved<E>(edit.mesh(), edit.of(core::kindOf<E>()));
  const auto leaveOutNamed = [&]<class F>() {
    const auto& change = edit.of(core::kindOf<F>());
    const auto& stars = edit.mesh().stars();
    const core::NumberSet gone(change.removed(), change.before());
    std::erase_if(points, [&](Index p) {
      return std::ranges::any_of(stars.around<F>(p), [&](Index i) { return !gone.contains(i); });
    });
  };
  leaveOutNamed.template operator()<Tetrahedron>();
  leaveOutNamed.template operator()<Hexahedron>();
  if (isVolume<E>) return points;
  leaveOutNamed.template operator()<Quad>();
  if (std::is_same_v<E, Quad>) return points;
  leaveOutNamed.template operator()<Triangle>();
  if (std::is_same_v<E, Edge>) leaveOutNamed.template operator()<Edge>();
  return points;
}

/// Elements that name one of the points go with it: a mesh may list edges and faces that are no sides of what it loses,
/// such as the diagonals of a grid.
void removeSidesWith(MeshEdit& edit, const std::vector<Index>& points) {
  const auto& stars = edit.mesh().stars();
  edit.remove<Edge>(stars.around<Edge>(points));
  edit.remove<Triangle>(stars.around<Triangle>(points));
  edit.remove<Quad>(stars.around<Quad>(points));
}

}  // namespace

void removePoints(MeshEdit& edit, const std::vector<Index>& points) {
  if (points.empty()) return;
  const auto& stars = edit.mesh().stars();
  removeSidesWith(edit, points);
  edit.remove<Tetrahedron>(stars.around<Tetrahedron>(points));
  edit.remove<Hexahedron>(stars.around<Hexahedron>(points));
  edit.removePoints(points);
}

template <class E>
void removeElements(ListTopology& mesh, std::vector<Index> numbers, bool alsoPoints) {
  MeshEdit edit(mesh);
  edit.remove<E>(std::move(numbers));
  const auto& change = edit.of(core::kindOf<E>());
  if (change.isNothing()) return;
  const auto removeSides = [&]<class Side>(const ListData<Side>* sides, const auto& table) {
    if (sides) edit.remove<Side>(leftOver<Side, E>(mesh, table, change));
  };
  if constexpr (std::is_same_v<E, Tetrahedron>) {
    removeSides(mesh.list<Triangle>(), geometry::tetrahedronTriangles);
    removeSides(mesh.list<Edge>(), geometry::tetrahedronEdges);
  } else if constexpr (std::is_same_v<E, Hexahedron>) {
    removeSides(mesh.list<Quad>(), geometry::hexahedronQuads);
    removeSides(mesh.list<Edge>(), geometry::hexahedronEdges);
  } else if constexpr (std::is_same_v<E, Triangle>) {
    removeSides(mesh.list<Edge>(), geometry::triangleEdges);
  } else if constexpr (std::is_same_v<E, Quad>) {
    removeSides(mesh.list<Edge>(), geometry::quadEdges);
  }
  if (alsoPoints) {
    auto points = isolatedPoints<E>(edit);
    if (!points.empty()) removeSidesWith(edit, points);
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
    std::vector<Index> points;
    for (const E& element : elements) appendNodes(points, element);
    const ListTopology& mesh = edit.mesh();
    core::sortOnce(points, mesh.nbPoints());
    m_edges = elementsBetween<Edge>(mesh, points);
    if constexpr (std::is_same_v<E, Tetrahedron>) m_triangles = elementsBetween<Triangle>(mesh, points);
    if constexpr (std::is_same_v<E, Hexahedron>) m_quads = elementsBetween<Quad>(mesh, points);
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

namespace {

template <class E, class Side, std::size_t M, std::size_t N>
bool isSideOf(const ListTopology& mesh, const Side& side, const std::array<geometry::Corners<N>, M>& table) {
  return isSideOf<E>(mesh, side, table, [](Index) { return true; });
}

}  // namespace

bool isUsed(const ListTopology& mesh, ElementType type, Index element) {
  const auto& stars = mesh.stars();
  switch (type) {
    case ElementType::point:
      return !stars.around<Edge>(element).empty() || !stars.around<Triangle>(element).empty() ||
             !stars.around<Quad>(element).empty() || !stars.around<Tetrahedron>(element).empty() ||
             !stars.around<Hexahedron>(element).empty();
    case ElementType::edge: {
      const Edge& edge = mesh.edges()[element];
      return isSideOf<Triangle>(mesh, edge, geometry::triangleEdges) ||
             isSideOf<Quad>(mesh, edge, geometry::quadEdges) ||
             isSideOf<Tetrahedron>(mesh, edge, geometry::tetrahedronEdges) ||
             isSideOf<Hexahedron>(mesh, edge, geometry::hexahedronEdges);
    }
    case ElementType::triangle:
      return isSideOf<Tetrahedron>(mesh, mesh.triangles()[element], geometry::tetrahedronTriangles);
    case ElementType::quad:
      return isSideOf<Hexahedron>(mesh, mesh.quads()[element], geometry::hexahedronQuads);
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

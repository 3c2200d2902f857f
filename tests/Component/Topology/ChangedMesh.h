// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gmock/gmock.h>

#include <numeric>
#include <random>
#include <regex>
#include <set>

#include "Component/Topology/NamedMesh.h"
#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/Contract/State.h"

/// Random changes of a mesh and of what is made of it. After each one all lists are found anew from the main elements
/// alone, by points that are told by name, and compared; and so is what goes with points and elements: Data, states,
/// masses.
namespace sofa::component::topology::changes {

using named::Corners;
using named::List;
using named::Names;
using named::Side;
using type::Vec3;
using Points = core::State<type::Vec3Types>;

constexpr double density = 0.7;

/// docs/manual/topology.md, "Measures".
template <class E>
double measureOf(const E& e, const std::vector<Vec3>& x) {
  const auto area = [&](Index a, Index b, Index c) { return (x[b] - x[a]).cross(x[c] - x[a]).norm() / 2; };
  const auto volume = [&](Index a, Index b, Index c, Index d) {
    return std::abs((x[b] - x[a]).cross(x[c] - x[a]).dot(x[d] - x[a])) / 6;
  };
  if constexpr (std::is_same_v<E, Edge>) return (x[e[1]] - x[e[0]]).norm();
  if constexpr (std::is_same_v<E, Triangle>) return area(e[0], e[1], e[2]);
  if constexpr (std::is_same_v<E, Quad>) return area(e[0], e[1], e[2]) + area(e[0], e[2], e[3]);
  if constexpr (std::is_same_v<E, Tetrahedron>) return volume(e[0], e[1], e[2], e[3]);
  if constexpr (std::is_same_v<E, Hexahedron>)
    return volume(e[0], e[5], e[1], e[6]) + volume(e[0], e[1], e[3], e[6]) + volume(e[1], e[3], e[6], e[2]) +
           volume(e[6], e[3], e[0], e[7]) + volume(e[6], e[7], e[0], e[5]) + volume(e[7], e[5], e[4], e[0]);
}

/// Elements of one kind with the number each of them was given.
struct Numbered {
  std::map<Corners, double> numbers;

  /// Compares with what is there now: elements that stayed have their numbers, others have new ones.
  void follow(const List& elements, const std::vector<double>& now, double firstNew) {
    ASSERT_EQ(elements.size(), now.size());
    std::map<Corners, double> next;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto known = numbers.find(elements[i]);
      if (known != numbers.end())
        ASSERT_EQ(now[i], known->second) << "of an element that stayed";
      else
        ASSERT_GE(now[i], firstNew) << "of an element that came";
      ASSERT_TRUE(next.emplace(elements[i], now[i]).second) << "an element is there twice";
    }
    numbers = std::move(next);
  }
};

/// A mesh whose main elements are of the kind E, with its names and what has to become of it.
template <class E>
class ChangedMesh {
 public:
  ChangedMesh(const std::string& content, unsigned seed) : m_scene(content), m_random(seed) {
    auto* node = m_scene.get<ListTopology>("topo").context();
    m_names = std::make_shared<Names>();
    node->addComponent(m_names);
    m_names->start(mesh());
    for (Index i = 0; i < mesh().nbPoints(); ++i) note(i);
    listPoints();
    for (const Corners& place : m_names->list(core::elementsOf<E>(mesh()))) m_order.push_back(place);
    for (const E& element : core::elementsOf<E>(mesh())) m_templates.push_back(element);
    m_family.insert(m_order.begin(), m_order.begin() + static_cast<std::ptrdiff_t>(m_order.size() / 2));
    m_places.resize(mesh().nbPoints());
    std::iota(m_places.begin(), m_places.end(), 0);
    check();
  }

  TopologyScene& scene() { return m_scene; }
  const ListTopology& mesh() { return m_scene.get<ListTopology>("topo"); }
  const Names& names() const { return *m_names; }
  std::size_t operations() const { return m_operations; }
  const std::set<Corners>& family() const { return m_family; }
  std::vector<std::vector<int>> byNames() {
    std::vector<std::vector<int>> all;
    for (const E& element : core::elementsOf<E>(mesh())) {
      all.emplace_back();
      for (const Index i : element) all.back().push_back(m_names->point(i));
    }
    return all;
  }

  /// One operation, and the comparison.
  void change() {
    const std::size_t count = m_order.size(), most = m_templates.size();
    m_firstNew = m_names->next;
    if (count > most / 2 || (m_random() % 2 && count > 2))
      remove(1 + upTo(3));
    else
      add();
    if (!testing::Test::HasFatalFailure()) check();
  }

 private:
  std::size_t upTo(std::size_t n) { return m_random() % n; }
  TopologyModifier& modifier() { return m_scene.get<TopologyModifier>("modifier"); }
  const Points& state() { return m_scene.get<Points>("state"); }

  void note(Index i) {
    m_rest[m_names->point(i)] = state().restPositions()[i];
    m_velocity[m_names->point(i)] = state().velocities()[i];
  }

  void listPoints() {
    std::vector<Index> some;
    m_listed.clear();
    for (Index i = 0; i < mesh().nbPoints(); i += 2) {
      some.push_back(i);
      m_listed.push_back(m_names->point(i));
    }
    m_names->d_some.set(some);
  }

  void remove(std::size_t howMany) {
    std::set<Index> gone;
    for (; howMany > 0; --howMany) gone.insert(static_cast<Index>(upTo(m_order.size())));
    for (auto it = gone.rbegin(); it != gone.rend(); ++it) {
      m_family.erase(m_order[*it]);
      m_order[*it] = m_order.back();
      m_order.pop_back();
    }
    ASSERT_TRUE(modifier().remove({gone.begin(), gone.end()}));
    ++m_operations;
  }

  /// The number of the point in a place of the first mesh; where it is gone a new one takes the place.
  Index pointAt(Index place) {
    const auto& names = m_names->d_points.value();
    const auto it = std::ranges::find(names, m_places[place]);
    if (it != names.end()) return static_cast<Index>(it - names.begin());
    const auto added = static_cast<Index>(names.size());
    core::Ancestors ancestors;
    Vec3 mean = Vec3::Zero();
    if (added > 1) {
      const auto a = static_cast<Index>(upTo(added - 1));
      ancestors = {{a, a + 1}, {0.3, 0.7}};
      mean = 0.3 * state().restPositions()[a] + 0.7 * state().restPositions()[a + 1];
    }
    EXPECT_TRUE(modifier().addPoints({ancestors}));
    ++m_operations;
    EXPECT_LT((state().restPositions()[added] - mean).norm(), 1e-14);
    note(added);
    m_places[place] = m_names->point(added);
    return added;
  }

  void add() {
    const auto corners = m_templates[upTo(m_templates.size())];
    E element;
    for (std::size_t i = 0; i < element.size(); ++i) element[i] = pointAt(corners[i]);
    const Corners added = m_names->list(std::vector<E>{element})[0];
    if (std::ranges::find(m_order, added) != m_order.end()) return;
    std::vector<core::Ancestors> ancestors(1);
    if (!m_order.empty()) {
      const auto parent = static_cast<Index>(upTo(m_order.size()));
      ancestors[0].elements = {parent};
      if (m_family.contains(m_order[parent])) m_family.insert(added);
    }
    ASSERT_TRUE(modifier().add(std::vector<E>{element}, ancestors));
    ++m_operations;
    m_order.push_back(added);
  }

  void check() {
    ASSERT_EQ(m_names->list(core::elementsOf<E>(mesh())), m_order) << "the main elements, in order";
    const auto elements = byNames();
    if constexpr (std::is_same_v<E, Tetrahedron>) {
      ASSERT_EQ(named::sorted(m_names->list(mesh().triangles())), named::once(named::sidesOf<E>(elements, Side::face)));
    }
    if constexpr (std::is_same_v<E, Hexahedron>) {
      ASSERT_EQ(named::sorted(m_names->list(mesh().quads())), named::once(named::sidesOf<E>(elements, Side::face)));
    }
    if constexpr (!std::is_same_v<E, Edge>) {
      ASSERT_EQ(named::sorted(m_names->list(mesh().edges())), named::once(named::sidesOf<E>(elements, Side::edge)));
    }
    checkData();
    checkPoints(elements);
    if (m_operations % 50 == 0) checkNeighbours();
  }

  void checkData() {
    m_edges.follow(m_names->list(mesh().edges()), *m_names->d_edges, m_firstNew);
    m_triangles.follow(m_names->list(mesh().triangles()), *m_names->d_triangles, m_firstNew);
    m_quads.follow(m_names->list(mesh().quads()), *m_names->d_quads, m_firstNew);
    m_tetrahedra.follow(m_names->list(mesh().tetrahedra()), *m_names->d_tetrahedra, m_firstNew);
    m_hexahedra.follow(m_names->list(mesh().hexahedra()), *m_names->d_hexahedra, m_firstNew);
  }

  /// Exactly the points that elements name are there, where and as fast as they were; masses and momentum are those of
  /// the elements that are there.
  void checkPoints(const std::vector<std::vector<int>>& elements) {
    std::set<int> used;
    for (const auto& element : elements) used.insert(element.begin(), element.end());
    ASSERT_EQ(mesh().nbPoints(), used.size());
    ASSERT_EQ(state().size(), used.size());
    std::vector<double> masses(used.size(), 0.0);
    for (const E& element : core::elementsOf<E>(mesh()))
      for (const Index i : element)
        masses[i] += density * measureOf(element, state().restPositions()) / static_cast<double>(element.size());
    const auto& known = *static_cast<const std::vector<double>*>(
        m_scene.get<core::Component>("mass").findData("vertexMass")->rawValue());
    ASSERT_EQ(known.size(), masses.size());
    Vec3 momentum = Vec3::Zero(), expected = Vec3::Zero();
    for (Index i = 0; i < masses.size(); ++i) {
      const int name = m_names->point(i);
      ASSERT_TRUE(used.contains(name));
      ASSERT_LT((state().restPositions()[i] - m_rest.at(name)).norm(), 1e-12);
      ASSERT_LT((mesh().position(i) - m_rest.at(name)).norm(), 1e-12);
      ASSERT_LT((state().velocities()[i] - m_velocity.at(name)).norm(), 1e-12);
      ASSERT_NEAR(known[i], masses[i], 1e-12);
      momentum += known[i] * state().velocities()[i];
      expected += masses[i] * m_velocity.at(name);
    }
    ASSERT_LT((momentum - expected).norm(), 1e-11);
    checkListedPoints(used);
  }

  /// Numbers of points in a list are those of the same points, in the same order.
  void checkListedPoints(const std::set<int>& used) {
    std::vector<int> listed;
    for (const Index i : *m_names->d_some) listed.push_back(m_names->point(i));
    std::erase_if(m_listed, [&](int name) { return !used.contains(name); });
    ASSERT_EQ(listed, m_listed);
    if (listed.size() < 2) listPoints();
  }

  /// The elements around points, which followed the changes, are those found from nothing.
  template <class Around>
  void expectSameStars() {
    const core::MeshStars fresh(mesh());
    for (Index i = 0; i < mesh().nbPoints(); ++i)
      ASSERT_EQ(mesh().stars().template around<Around>(i), fresh.template around<Around>(i));
  }

  void checkNeighbours() {
    const auto& edges = mesh().edges();
    const auto& around = mesh().adjacency().edgesAroundVertex();
    for (Index e = 0; e < edges.size(); ++e) {
      ASSERT_EQ(mesh().adjacency().edgeIndex(edges[e][0], edges[e][1]), e);
      for (const Index end : edges[e]) ASSERT_THAT(around[end], testing::Contains(e));
    }
    expectSameStars<Edge>();
    expectSameStars<Triangle>();
    expectSameStars<Quad>();
    expectSameStars<Tetrahedron>();
    expectSameStars<Hexahedron>();
    std::size_t ends = 0;
    for (Index i = 0; i < mesh().nbPoints(); ++i) ends += around[i].size();
    ASSERT_EQ(ends, 2 * edges.size());
  }

  TopologyScene m_scene;
  std::shared_ptr<Names> m_names;
  std::mt19937 m_random;
  std::size_t m_operations = 0;
  double m_firstNew = 0;
  std::set<Corners> m_family;  ///< the first half of the first elements that is left, and what descends from it
  List m_order;                ///< the main elements as they have to stand
  std::vector<E> m_templates;  ///< those of the first mesh, by places
  std::vector<int> m_places;   ///< the name of the point that is in a place of the first mesh
  std::map<int, Vec3> m_rest, m_velocity;
  std::vector<int> m_listed;
  Numbered m_edges, m_triangles, m_quads, m_tetrahedra, m_hexahedra;
};

/// A mesh of the lattice of n points with a state whose points all move, and masses. Of what stands below HALF is
/// replaced by the first half of the elements.
template <class E>
std::string body(const std::string& kind, const std::string& list, const std::string& n, const std::string& more = {}) {
  TopologyScene lattice("<RegularGridTopology name='grid' n='" + n +
                        "' min='0 0 0' max='3 2 1'/><Node><TetrahedronSetTopologyContainer name='topo'/>"
                        "<Hexa2TetraTopologicalMapping/></Node>");
  const auto& grid = lattice.get("grid");
  std::vector<Vec3> x, v;
  for (Index i = 0; i < grid.nbPoints(); ++i) {
    const Vec3 p = grid.position(i);
    x.push_back(p + 0.1 * Vec3(std::sin(3 * p.y()), p.x() * p.z(), std::cos(2 * p.x())));
    v.emplace_back(std::cos(p.x()), p.y() * p.z(), 1 + p.z());
  }
  const auto& elements = core::elementsOf<E>(std::is_same_v<E, Tetrahedron> ? lattice.get("topo") : grid);
  const std::vector<E> first(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(elements.size() / 2));
  const std::string children = std::regex_replace(more, std::regex("HALF"), type::toText(first, 0));
  return "<Node name='body'><" + kind + "SetTopologyContainer name='topo' position='" + type::toText(x, 0) + "' " +
         list + "='" + type::toText(elements, 0) + "'/><" + kind +
         "SetTopologyModifier name='modifier'/><MechanicalObject name='state' position='@topo.position' velocity='" +
         type::toText(v, 0) + "'/><DiagonalMass name='mass' massDensity='" + type::toText(density, 0) + "'/>" +
         children + "</Node>";
}

/// A mesh below that a mapping makes of the one above.
inline std::string below(const std::string& kind, const std::string& mapping, const std::string& more = {}) {
  return "<Node><" + kind + "SetTopologyContainer name='of" + mapping + "'/><" + kind + "SetTopologyModifier/><" +
         mapping + "TopologicalMapping/>" + more + "</Node>";
}

/// What a mapping made, by the names of the points of its input.
template <class E, class Of>
List made(ChangedMesh<Of>& changed, const std::string& mapping) {
  return changed.names().list(core::elementsOf<E>(changed.scene().template get<ListTopology>("of" + mapping)));
}

template <class E, class Compare>
void run(ChangedMesh<E>& changed, std::size_t operations, const Compare& compare) {
  for (std::size_t i = 0; changed.operations() < operations; ++i) {
    SCOPED_TRACE(i);
    changed.change();
    if (!testing::Test::HasFatalFailure()) compare();
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_THAT(changed.scene().errors, testing::IsEmpty());
}

}  // namespace sofa::component::topology::changes

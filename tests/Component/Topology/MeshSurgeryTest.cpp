// SPDX-License-Identifier: Apache-2.0
// Thousands of random changes of a mesh against a slow reference that searches everything anew each time.
#include "Sofa/Component/Topology/MeshSurgery.h"

#include <random>
#include <set>

#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {
namespace {

template <class E>
std::set<Index> corners(const E& element) {
  return {element.begin(), element.end()};
}

/// Lists of a tetrahedral mesh, changed step by step as the rules say, with every search done over all elements.
struct SlowMesh {
  std::size_t points = 0;
  std::vector<Edge> edges;
  std::vector<Triangle> triangles;
  std::vector<Tetrahedron> tetrahedra;

  template <class E, class Side>
  static bool hasSide(const E& element, const Side& side) {
    const auto all = corners(element);
    return std::ranges::all_of(side, [&](Index i) { return all.contains(i); });
  }
  template <class Side>
  bool isSide(const Side& side) const {
    return std::ranges::any_of(tetrahedra, [&](const auto& t) { return hasSide(t, side); });
  }
  template <class E>
  static std::vector<E> takeOut(std::vector<E>& list, std::vector<Index> gone) {
    std::sort(gone.rbegin(), gone.rend());
    std::vector<E> taken;
    for (const Index i : gone) {
      taken.push_back(list[i]);
      list[i] = list.back();
      list.pop_back();
    }
    return taken;
  }
  template <class Side>
  void takeOutSides(std::vector<Side>& list, const std::vector<Tetrahedron>& of) {
    std::vector<Index> gone;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (!isSide(list[i]) && std::ranges::any_of(of, [&](const auto& t) { return hasSide(t, list[i]); }))
        gone.push_back(static_cast<Index>(i));
    takeOut(list, gone);
  }
  void rename(Index from, Index to) {
    const auto in = [&](auto& list) {
      for (auto& element : list) std::ranges::replace(element, from, to);
    };
    in(edges), in(triangles), in(tetrahedra);
  }
  void remove(const std::vector<Index>& gone) {
    const auto taken = takeOut(tetrahedra, gone);
    takeOutSides(triangles, taken);
    takeOutSides(edges, taken);
    std::set<Index, std::greater<>> isolated;
    for (const auto& t : taken)
      for (const Index p : t)
        if (!std::ranges::any_of(edges, [&](const Edge& e) { return e[0] == p || e[1] == p; })) isolated.insert(p);
    for (const Index p : isolated) rename(static_cast<Index>(--points), p);
  }
  template <class Side>
  static bool contains(const std::vector<Side>& list, const Side& side) {
    return std::ranges::any_of(list, [&](const Side& s) { return corners(s) == corners(side); });
  }
  void add(const Edge& edge) {
    if (!contains(edges, edge)) edges.push_back(edge);
  }
  void add(const Tetrahedron& t) {
    constexpr int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {1, 3, 0}, {0, 2, 1}};
    constexpr int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (const auto& f : faces) {
      const Triangle face(t[f[0]], t[f[1]], t[f[2]]);
      if (contains(triangles, face)) continue;
      for (int j = 0; j < 3; ++j) add(Edge(face[(j + 1) % 3], face[(j + 2) % 3]));
      triangles.push_back(face);
    }
    for (const auto& p : pairs) add(Edge(t[p[0]], t[p[1]]));
    tetrahedra.push_back(t);
  }
};

/// Reads the log now and then, and carries marks of the tetrahedra along by it.
struct LazyReader {
  std::size_t revision;
  std::vector<int> marks;
  int newStarts = 0, readings = 0;

  void read(const ListTopology& mesh, const std::vector<int>& truth) {
    const auto changes = mesh.changesSince(revision);
    revision = mesh.revision();
    ++readings;
    if (!changes.known) {
      marks = truth;
      ++newStarts;
      return;
    }
    std::size_t added = 0;
    for (const auto& step : changes.steps) {
      core::carryValues(marks, step->of<Tetrahedron>(), [&](std::size_t i, const core::Ancestors*) { marks[i] = -1; });
      added += step->of<Tetrahedron>().added();
    }
    ASSERT_EQ(marks.size(), truth.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (marks[i] == -1) {
        ASSERT_GT(added, 0u);
        marks[i] = truth[i];
      }
      ASSERT_EQ(marks[i], truth[i]);
    }
  }
};

const std::string boxOfTetrahedra =
    "<Node name='grid'><RegularGridTopology name='cells' n='4 3 3'/></Node>"
    "<Node name='body'><TetrahedronSetTopologyContainer name='topo'/><TetrahedronSetTopologyModifier name='modifier'/>"
    "<Hexa2TetraTopologicalMapping input='@../grid/cells' output='@topo'/></Node>";

TEST(MeshSurgery, agreesWithASlowReferenceForThousandsOfChanges) {
  TopologyScene scene(boxOfTetrahedra);
  auto& mesh = scene.get<ListTopology>("topo");
  auto& modifier = scene.get<TopologyModifier>("modifier");
  SlowMesh slow{mesh.nbPoints(), mesh.edges(), mesh.triangles(), mesh.tetrahedra()};
  ASSERT_EQ(slow.tetrahedra.size(), 72u);
  std::mt19937 random(20);
  const auto upTo = [&](std::size_t n) { return static_cast<Index>(random() % n); };
  std::vector<int> marks(slow.tetrahedra.size());
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = static_cast<int>(i);
  int nextMark = 1000;
  LazyReader often{mesh.revision(), marks}, seldom{mesh.revision(), marks};
  int removals = 0, additions = 0;
  for (int step = 0; step < 4000; ++step) {
    if (slow.tetrahedra.size() > 40 || (random() % 2 && slow.tetrahedra.size() > 8)) {
      std::set<Index> gone;
      for (Index k = 1 + upTo(4); k > 0; --k) gone.insert(upTo(slow.tetrahedra.size()));
      const std::vector<Index> list(gone.begin(), gone.end());
      slow.remove(list);
      SlowMesh::takeOut(marks, list);
      ASSERT_TRUE(modifier.remove(list));
      ++removals;
    } else {
      if (random() % 4 == 0 || slow.points < 8) {
        ++slow.points;
        ASSERT_TRUE(modifier.addPoints({core::Ancestors{{0, 1}, {}}}));
      }
      std::set<Index> nodes;
      while (nodes.size() < 4) nodes.insert(upTo(slow.points));
      std::vector<Index> order(nodes.begin(), nodes.end());
      std::ranges::shuffle(order, random);
      const Tetrahedron t(order[0], order[1], order[2], order[3]);
      if (SlowMesh::contains(slow.tetrahedra, t)) continue;
      slow.add(t);
      marks.push_back(nextMark++);
      ASSERT_TRUE(modifier.add(std::vector<Tetrahedron>{t}));
      ++additions;
    }
    ASSERT_EQ(mesh.nbPoints(), slow.points) << step;
    ASSERT_EQ(mesh.tetrahedra(), slow.tetrahedra) << step;
    ASSERT_EQ(mesh.triangles(), slow.triangles) << step;
    ASSERT_EQ(mesh.edges(), slow.edges) << step;
    if (random() % 3 == 0) often.read(mesh, marks);
    if (random() % 200 == 0) seldom.read(mesh, marks);
  }
  EXPECT_GT(removals, 1000);
  EXPECT_GT(additions, 1000);
  EXPECT_EQ(often.newStarts, 0) << "of " << often.readings;
  EXPECT_GT(seldom.newStarts, 0) << "of " << seldom.readings;
  EXPECT_THAT(scene.errors, testing::IsEmpty());
}

TEST(MeshSurgery, removesSidesAndPointsOfHexahedra) {
  TopologyScene scene(
      "<HexahedronSetTopologyContainer name='topo' position='0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1  2 "
      "0 "
      "0  2 1 0  2 0 1  2 1 1' hexahedra='0 1 2 3 4 5 6 7  1 8 9 2 5 10 11 6'/>"
      "<HexahedronSetTopologyModifier name='modifier'/>");
  auto& mesh = scene.get<ListTopology>("topo");
  ASSERT_EQ(mesh.quads().size(), 11u);
  ASSERT_TRUE(scene.get<TopologyModifier>("modifier").remove({0}));
  EXPECT_EQ(mesh.hexahedra().size(), 1u);
  EXPECT_EQ(mesh.quads().size(), 6u);
  EXPECT_EQ(mesh.edges().size(), 12u);
  EXPECT_EQ(mesh.nbPoints(), 8u);
  for (const auto& h : mesh.hexahedra())
    for (const Index p : h) EXPECT_LT(p, 8u);
  ASSERT_TRUE(scene.get<TopologyModifier>("modifier").add(mesh.hexahedra()));
  EXPECT_EQ(mesh.quads().size(), 6u) << "it has all sides already";
}

TEST(MeshSurgery, pointsWithoutAVolumeTakeWhatElseNamesThem) {
  // Diagonals of its faces are among the edges of a grid, sides of no hexahedron.
  TopologyScene scene(
      "<RegularGridTopology name='grid' n='3 2 2'/><Node><HexahedronSetTopologyContainer name='topo' src='@../grid'/>"
      "<HexahedronSetTopologyModifier name='modifier'/></Node>");
  auto& mesh = scene.get<ListTopology>("topo");
  ASSERT_EQ(mesh.edges().size(), 20u + 11u);
  ASSERT_TRUE(scene.get<TopologyModifier>("modifier").remove({0}));
  EXPECT_EQ(mesh.nbPoints(), 8u);
  EXPECT_EQ(mesh.edges().size(), 12u + 6u);
  for (const Edge& e : mesh.edges()) EXPECT_LT(std::max(e[0], e[1]), 8u);
}

TEST(MeshSurgery, pointsWithoutATriangleOrQuadTakeEdgesThatNameThem) {
  TopologyScene triangles(
      "<TriangleSetTopologyContainer name='topo' position='0 0 0  1 0 0  0 1 0  1 1 0  2 0 0' edges='0 1  1 2  2 0  "
      "1 3  3 2  1 4  4 3  0 3' triangles='0 1 2  1 3 2  1 4 3'/><TriangleSetTopologyModifier name='modifier'/>");
  ASSERT_TRUE(triangles.get<TopologyModifier>("modifier").remove({0}));
  const auto& mesh = triangles.get("topo");
  EXPECT_EQ(mesh.nbPoints(), 4u);
  EXPECT_EQ(mesh.triangles(), (std::vector<Triangle>{{1, 0, 3}, {1, 3, 2}})) << "4 is 0 now";
  EXPECT_EQ(mesh.edges().size(), 5u) << "0 1, 2 0 and 0 3 are gone";
  // A row of two quads whose diagonals are edges as well; and triangles, which do not keep a point of quads either.
  TopologyScene quads(
      "<RegularGridTopology name='grid' n='3 2 1'/><Node><QuadSetTopologyContainer name='topo' src='@../grid'/>"
      "<QuadSetTopologyModifier name='modifier'/></Node>");
  ASSERT_EQ(quads.get("topo").quads().size(), 2u);
  ASSERT_TRUE(quads.get<TopologyModifier>("modifier").remove({0}));
  EXPECT_EQ(quads.get("topo").nbPoints(), 4u);
  for (const Edge& e : quads.get("topo").edges()) EXPECT_LT(std::max(e[0], e[1]), 4u);
}

TEST(MeshSurgery, keepsIsolatedPointsOnRequest) {
  TopologyScene scene(
      "<TetrahedronSetTopologyContainer name='topo' position='0 0 0  1 0 0  0 1 0  0 0 1' tetrahedra='0 1 2 3'/>"
      "<TetrahedronSetTopologyModifier name='modifier' removeIsolated='0'/>");
  ASSERT_TRUE(scene.get<TopologyModifier>("modifier").remove({0}));
  EXPECT_EQ(scene.get("topo").nbPoints(), 4u);
  EXPECT_TRUE(scene.get("topo").triangles().empty());
  EXPECT_TRUE(scene.get("topo").edges().empty());
}

TEST(TopologyModifier, refusesWhatCannotBe) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='topo' position='0 0 0  1 0 0  0 1 0  1 1 0' triangles='0 1 2  1 3 2'/>"
      "<TriangleSetTopologyModifier name='modifier'/>");
  auto& mesh = scene.get<ListTopology>("topo");
  auto& modifier = scene.get<TopologyModifier>("modifier");
  const auto revision = mesh.revision();
  using testing::Contains;
  using testing::HasSubstr;
  EXPECT_FALSE(modifier.remove({7}));
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("triangle 7 cannot be removed")));
  EXPECT_FALSE(modifier.remove(ElementType::point, {1}));
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("other elements are made of it")));
  EXPECT_FALSE(modifier.add(std::vector<Triangle>{{0, 1, 9}}));
  EXPECT_THAT(scene.errors, Contains(HasSubstr("the points 0 1 9 cannot be added")));
  EXPECT_FALSE(modifier.add(std::vector<Triangle>{{0, 1, 1}}));
  EXPECT_THAT(scene.errors, Contains(HasSubstr("names one of them twice")));
  EXPECT_FALSE(modifier.add(std::vector<Tetrahedron>{{0, 1, 2, 3}}));
  EXPECT_FALSE(modifier.addPoints({core::Ancestors{{0, 5}, {}}}));
  EXPECT_THAT(scene.errors, Contains(HasSubstr("Ancestor 5 does not exist")));
  EXPECT_EQ(mesh.revision(), revision);
  EXPECT_TRUE(modifier.remove({0, 1}));
  EXPECT_EQ(mesh.nbPoints(), 0u);
}

TEST(TopologyModifier, removesWhatTouchesListedPoints) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='topo' position='0 0 0  1 0 0  0 1 0  1 1 0' triangles='0 1 2  1 3 2'/>"
      "<TriangleSetTopologyModifier name='modifier' list_Out='0'/>");
  scene.get<TopologyModifier>("modifier").reinit();
  EXPECT_EQ(scene.get("topo").triangles().size(), 1u);
  EXPECT_EQ(scene.get("topo").nbPoints(), 3u);
}

}  // namespace
}  // namespace sofa::component::topology

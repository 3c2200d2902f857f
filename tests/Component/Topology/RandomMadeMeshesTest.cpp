// SPDX-License-Identifier: Apache-2.0
// Random changes of meshes, and of meshes with points of their own that mappings make of them, with the states on
// these; and of what has no elements, or elements with places of their own.
#include "Component/Topology/ChangedMesh.h"
#include "Sofa/Component/Topology/DynamicSparseGridTopologyContainer.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::component::topology::changes {
namespace {

/// A mesh whose points a mapping makes, with the state that follows the one above.
std::string pointsBelow(const std::string& container, const std::string& mapping, const std::string& attributes,
                        const std::string& stateMapping) {
  return "<Node><" + container + " name='of" + mapping + "'/><" + mapping + "TopologicalMapping " + attributes +
         "/><MechanicalObject name='on" + mapping + "'/>" + stateMapping + "</Node>";
}

template <class Of>
const std::vector<Vec3>& stateOn(ChangedMesh<Of>& changed, const std::string& mapping) {
  return changed.scene().template get<Points>("on" + mapping).positions();
}

/// The mean of the points of an element, of what was made of one.
template <class E>
Vec3 middle(const E& element, const std::vector<Vec3>& x) {
  Vec3 sum = Vec3::Zero();
  for (const Index i : element) sum += x[i];
  return sum / static_cast<double>(element.size());
}

/// Compares lists of points, whatever their order.
void expectSamePoints(std::vector<Vec3> made, std::vector<Vec3> wanted) {
  ASSERT_EQ(made.size(), wanted.size());
  for (auto* points : {&made, &wanted})
    std::ranges::sort(*points, {}, [](const Vec3& p) {
      // Rounded, so that points that differ by rounding are sorted alike.
      return std::array{std::round(p.x() * 1e7), std::round(p.y() * 1e7), std::round(p.z() * 1e7)};
    });
  for (std::size_t i = 0; i < made.size(); ++i) ASSERT_LT((made[i] - wanted[i]).norm(), 1e-6);
}

/// The same edges with bodies at their points, and a tube around them.
const std::string tubeBelow =
    "<Node><EdgeSetTopologyContainer name='ofIdentity'/><EdgeSetTopologyModifier/><IdentityTopologicalMapping "
    "input='@../topo'/><MechanicalObject name='bodies' template='Rigid3' position='BODIES'/>"
    "<Node><QuadSetTopologyContainer name='ofEdge2Quad'/><QuadSetTopologyModifier/><Edge2QuadTopologicalMapping "
    "nbPointsOnEachCircle='3' radius='0.2' LIST/><MechanicalObject name='onEdge2Quad'/>"
    "<TubularMapping nbPointsOnEachCircle='3' radius='0.2'/></Node></Node>";

std::string tube(const std::string& list) {
  const std::string text =
      body<Edge>("Edge", "edges", "3 3 1", std::regex_replace(tubeBelow, std::regex("LIST"), list));
  TopologyScene plain(body<Edge>("Edge", "edges", "3 3 1"));
  std::string bodies;
  for (const Vec3& x : plain.get<Points>("state").positions()) bodies += type::toText(x, 0) + " 0 0 0 1 ";
  return std::regex_replace(text, std::regex("BODIES"), bodies);
}

/// The edges that the quads of a tube lie along, by the names of their ends.
List edgesOfTube(ChangedMesh<Edge>& changed) {
  std::map<Corners, int> sides;
  for (const Quad& q : changed.scene().get("ofEdge2Quad").quads()) {
    EXPECT_EQ(q[0] / 3, q[3] / 3);
    EXPECT_EQ(q[1] / 3, q[2] / 3);
    EXPECT_EQ(q[0] % 3, q[1] % 3);
    ++sides[named::cornersOf(std::vector{changed.names().point(q[0] / 3), changed.names().point(q[1] / 3)})];
  }
  List edges;
  for (const auto& [edge, count] : sides) {
    EXPECT_EQ(count, 3);
    edges.push_back(edge);
  }
  return edges;
}

void expectTubeAround(ChangedMesh<Edge>& changed) {
  const auto& x = changed.scene().get<Points>("state").positions();
  const auto& tube = stateOn(changed, "Edge2Quad");
  ASSERT_EQ(tube.size(), 3 * x.size());
  ASSERT_EQ(changed.scene().get("ofEdge2Quad").nbPoints(), tube.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    ASSERT_LT(((tube[3 * i] + tube[3 * i + 1] + tube[3 * i + 2]) / 3 - x[i]).norm(), 1e-12);
}

TEST(RandomMadeMeshes, tubeAroundEdges) {
  ChangedMesh<Edge> changed(tube(""), 11);
  run(changed, 5000, [&] {
    ASSERT_EQ(edgesOfTube(changed), named::sorted(changed.names().list(changed.mesh().edges())));
    expectTubeAround(changed);
  });
}

TEST(RandomMadeMeshes, tubeAroundSomeEdges) {
  ChangedMesh<Edge> changed(tube("edgeList='1 3 4'"), 12);
  auto listed = changed.names().list(changed.mesh().edges());
  listed = {listed[1], listed[3], listed[4]};
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    changed.change();
    std::set<Corners> there;
    for (const auto& edge : changed.names().list(changed.mesh().edges())) there.insert(edge);
    std::erase_if(listed, [&](const Corners& edge) { return !there.contains(edge); });
    ASSERT_EQ(edgesOfTube(changed), named::sorted(listed));
    expectTubeAround(changed);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_TRUE(listed.empty()) << "none is left, and no other ones take their place";
}

/// Meshes that are made of others are not kept, but made anew, where a saved state is restored.
TEST(RandomMadeMeshes, areThereAfterTheStateIsRestored) {
  const std::string content =
      tube("edgeList='1 3 4'") +
      body<Tetrahedron>("Tetrahedron", "tetrahedra", "3 3 2",
                        pointsBelow("PointSetTopologyContainer", "Mesh2Point", "tetraBaryCoords='.25 .25 .25'",
                                    "<Mesh2PointMechanicalMapping/>"));
  const auto change = [](TopologyScene& scene) {
    std::vector<TopologyModifier*> modifiers;
    scene.root().collectDown(modifiers);
    for (auto* modifier : modifiers)
      if (modifier->name() == "modifier") {
        EXPECT_TRUE(modifier->remove({1, 0}));
      }
  };
  TopologyScene whole(content), resumed(content);
  change(whole);
  simulation::animate(whole.root());
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(whole.root(), 1), resumed.root(), problem), 1) << problem;
  for (const std::string name : {"Mesh2Point", "Edge2Quad"}) {
    EXPECT_EQ(whole.get("of" + name).nbPoints(), resumed.get("of" + name).nbPoints());
    EXPECT_EQ(whole.get("of" + name).quads(), resumed.get("of" + name).quads());
    EXPECT_EQ(whole.get<Points>("on" + name).positions(), resumed.get<Points>("on" + name).positions());
  }
  EXPECT_EQ(whole.get("ofEdge2Quad").quads().size(), 3u * 2) << "two of the three listed edges";
  change(whole), change(resumed);
  for (auto* scene : {&whole, &resumed}) simulation::animate(scene->root());
  for (const std::string name : {"Mesh2Point", "Edge2Quad"}) {
    EXPECT_EQ(whole.get("of" + name).quads(), resumed.get("of" + name).quads());
    EXPECT_EQ(whole.get<Points>("on" + name).positions(), resumed.get<Points>("on" + name).positions());
  }
  EXPECT_THAT(resumed.errors, testing::IsEmpty());
}

TEST(RandomMadeMeshes, partsOfHexahedra) {
  ChangedMesh<Hexahedron> changed(
      body<Hexahedron>("Hexahedron", "hexahedra", "4 3 2",
                       "<Node><MeshTopology name='ofHexa2Prism'/><Hexa2PrismTopologicalMapping/></Node>" +
                           pointsBelow("HexahedronSetTopologyContainer", "SimpleTesselatedHexa", "",
                                       "<Mesh2PointMechanicalMapping/>")),
      13);
  run(changed, 3000, [&] {
    const auto cells = changed.byNames();
    const auto& prisms = changed.scene().get("ofHexa2Prism").prisms();
    ASSERT_EQ(prisms.size(), 2 * cells.size());
    ASSERT_EQ(changed.scene().get("ofHexa2Prism").nbPoints(), changed.mesh().nbPoints());
    for (std::size_t i = 0; i < prisms.size(); ++i)
      for (const Index p : prisms[i]) ASSERT_THAT(cells[i / 2], testing::Contains(changed.names().point(p)));

    const auto& x = changed.scene().get<Points>("state").positions();
    const auto& parts = changed.scene().get("ofSimpleTesselatedHexa");
    const auto& y = stateOn(changed, "SimpleTesselatedHexa");
    ASSERT_EQ(parts.hexahedra().size(), 8 * cells.size());
    ASSERT_EQ(parts.nbPoints(), y.size());
    for (std::size_t i = 0; i < parts.hexahedra().size(); ++i) {
      const Hexahedron& cell = changed.mesh().hexahedra()[i / 8];
      ASSERT_LT((y[parts.hexahedra()[i][i % 8]] - x[cell[i % 8]]).norm(), 1e-12) << "its corner of the cell";
      constexpr std::array opposite{6, 7, 4, 5, 2, 3, 0, 1};
      ASSERT_LT((y[parts.hexahedra()[i][opposite[i % 8]]] - middle(cell, x)).norm(), 1e-12);
    }
  });
}

TEST(RandomMadeMeshes, pointsOnTetrahedra) {
  ChangedMesh<Tetrahedron> changed(
      body<Tetrahedron>(
          "Tetrahedron", "tetrahedra", "3 3 2",
          pointsBelow("PointSetTopologyContainer", "Mesh2Point",
                      "pointBaryCoords='0 0 0' edgeBaryCoords='.5 0 0' triangleBaryCoords='.3333333333333333 "
                      ".3333333333333333 0' tetraBaryCoords='.25 .25 .25'",
                      "<Mesh2PointMechanicalMapping/>") +
              "<Node><TetrahedronSetTopologyContainer name='ofSimpleTesselatedTetra'/>"
              "<TetrahedronSetTopologyModifier/><SimpleTesselatedTetraTopologicalMapping/>"
              "<MechanicalObject name='onSimpleTesselatedTetra'/>"
              "<SimpleTesselatedTetraMechanicalMapping/></Node>"),
      14);
  run(changed, 3000, [&] {
    const auto& x = changed.scene().get<Points>("state").positions();
    const auto& mesh = changed.mesh();
    std::vector<Vec3> wanted = x;
    for (const Edge& e : mesh.edges()) wanted.push_back(middle(e, x));
    expectSamePoints(stateOn(changed, "SimpleTesselatedTetra"), wanted);
    for (const Triangle& t : mesh.triangles()) wanted.push_back(middle(t, x));
    for (const Tetrahedron& t : mesh.tetrahedra()) wanted.push_back(middle(t, x));
    expectSamePoints(stateOn(changed, "Mesh2Point"), wanted);
    ASSERT_EQ(changed.scene().get("ofMesh2Point").nbPoints(), wanted.size());
  });
}

TEST(RandomMadeMeshes, pointsOnQuads) {
  ChangedMesh<Quad> changed(body<Quad>("Quad", "quads", "4 4 1",
                                       pointsBelow("PointSetTopologyContainer", "Mesh2Point",
                                                   "quadBaryCoords='.5 .5 0'", "<Mesh2PointMechanicalMapping/>")),
                            15);
  run(changed, 3000, [&] {
    const auto& x = changed.scene().get<Points>("state").positions();
    std::vector<Vec3> wanted;
    for (const Quad& q : changed.mesh().quads()) wanted.push_back(middle(q, x));
    expectSamePoints(stateOn(changed, "Mesh2Point"), wanted);
  });
}

/// A cloud of points with a state and masses, whose points are told by name.
TEST(RandomMadeMeshes, pointsWithoutElements) {
  TopologyScene scene(
      "<PointSetTopologyContainer name='topo' position='0 0 0 1 0 0 2 0 0 3 1 0 4 2 0'/><PointSetTopologyModifier "
      "name='modifier'/><MechanicalObject name='state' position='@topo.position'/><UniformMass name='mass' "
      "vertexMass='2'/><RestShapeSpringsForceField name='springs' points='0 2 4' stiffness='10'/>"
      "<FixedProjectiveConstraint name='fixed' indices='1 3'/>");
  auto& mesh = scene.get<ListTopology>("topo");
  auto& modifier = scene.get<TopologyModifier>("modifier");
  auto& state = scene.get<Points>("state");
  const auto names = std::make_shared<Names>();
  mesh.context()->addComponent(names);
  names->start(mesh);
  std::map<int, Vec3> places;
  for (Index i = 0; i < mesh.nbPoints(); ++i) places[names->point(i)] = state.positions()[i];
  std::vector<int> order{0, 1, 2, 3, 4};
  std::set<int> fixed{1, 3};
  std::mt19937 random(16);
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    if (order.size() > 2 && random() % 2) {
      const auto gone = static_cast<Index>(random() % order.size());
      fixed.erase(order[gone]);
      order[gone] = order.back();
      order.pop_back();
      ASSERT_TRUE(modifier.remove({gone}));
    } else {
      const auto a = static_cast<Index>(random() % (order.size() - 1));
      ASSERT_TRUE(modifier.addPoints({{{a, a + 1}, {0.25, 0.75}}}));
      order.push_back(names->next - 1);
      places[order.back()] = 0.25 * places.at(order[a]) + 0.75 * places.at(order[a + 1]);
    }
    ASSERT_EQ(mesh.nbPoints(), order.size());
    ASSERT_EQ(state.size(), order.size());
    for (Index k = 0; k < order.size(); ++k) {
      ASSERT_EQ(names->point(k), order[k]);
      ASSERT_LT((state.positions()[k] - places.at(order[k])).norm(), 1e-12);
    }
    const auto& held =
        *static_cast<const std::vector<Index>*>(scene.get<core::Component>("fixed").findData("indices")->rawValue());
    std::set<int> now;
    for (const Index k : held) now.insert(names->point(k));
    ASSERT_EQ(now, fixed);
    ASSERT_NEAR(*static_cast<const double*>(scene.get<core::Component>("mass").findData("totalMass")->rawValue()),
                2.0 * static_cast<double>(order.size()), 1e-9);
  }
  EXPECT_THAT(scene.errors, testing::IsEmpty());
}

/// Voxels of a grid of 3 x 2 x 2 that go and come.
TEST(RandomMadeMeshes, voxels) {
  TopologyScene lattice("<RegularGridTopology name='grid' n='4 3 3' min='0 0 0' max='3 2 2'/>");
  const auto& grid = lattice.get("grid");
  std::vector<Vec3> x;
  for (Index i = 0; i < grid.nbPoints(); ++i) x.push_back(grid.position(i));
  std::vector<Index> all(grid.hexahedra().size());
  std::iota(all.begin(), all.end(), 0);
  TopologyScene scene("<DynamicSparseGridTopologyContainer name='topo' position='" + type::toText(x, 0) +
                      "' hexahedra='" + type::toText(grid.hexahedra(), 0) + "' resolution='3 2 2' idxInRegularGrid='" +
                      type::toText(all, 0) +
                      "'/><DynamicSparseGridTopologyModifier name='modifier' removeIsolated='0'/>");
  auto& mesh = scene.get<DynamicSparseGridTopologyContainer>("topo");
  auto& modifier = scene.get<TopologyModifier>("modifier");
  std::vector<Index> voxels = all;  // of each hexahedron
  std::mt19937 random(17);
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    const auto voxel = static_cast<Index>(random() % all.size());
    const auto it = std::ranges::find(voxels, voxel);
    if (it != voxels.end()) {
      ASSERT_TRUE(modifier.remove({static_cast<Index>(it - voxels.begin())}));
      *it = voxels.back();
      voxels.pop_back();
    } else {
      ASSERT_TRUE(modifier.add(std::vector<Hexahedron>{grid.hexahedra()[voxel]}));
      voxels.push_back(voxel);
    }
    ASSERT_EQ(mesh.d_idxInRegularGrid.value(), voxels);
    ASSERT_EQ(mesh.d_hexahedronOfVoxel.value().size(), voxels.size());
    for (Index k = 0; k < voxels.size(); ++k) {
      ASSERT_EQ(mesh.hexahedra()[k], grid.hexahedra()[voxels[k]]);
      ASSERT_EQ(mesh.d_hexahedronOfVoxel.value().at(voxels[k]), k);
    }
    for (Index k = 0; k < all.size(); ++k)
      ASSERT_EQ(mesh.d_valuesInGrid.value()[k] != 0, std::ranges::find(voxels, k) != voxels.end());
  }
  EXPECT_THAT(scene.errors, testing::IsEmpty());
}

}  // namespace
}  // namespace sofa::component::topology::changes

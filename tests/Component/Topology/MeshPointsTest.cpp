// SPDX-License-Identifier: Apache-2.0
// Topological mappings that make new points or elements of another shape, and the states that follow.
#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using P = type::Vec3;

const std::string oneTetrahedron =
    "<MeshTopology name='in' position='0 0 0  4 0 0  0 4 0  0 0 4' tetrahedra='0 1 2 3'/>"
    "<MechanicalObject name='x' position='0 0 1  4 0 1  0 4 1  0 0 5'/>";

std::string madeOn(const std::string& container, const std::string& mapping, const std::string& more = {}) {
  return "<Node name='below'><" + container + " name='out'/>" + mapping + more + "</Node>";
}

const std::vector<P>& listed(TopologyScene& scene) { return scene.get<ListTopology>("out").d_position.value(); }

std::vector<P> imagesOf(TopologyScene& scene) { return scene.get<core::State<type::Vec3Types>>("images").positions(); }

TEST(Hexa2PrismTopologicalMapping, cutsCellsInTwo) {
  TopologyScene scene("<RegularGridTopology name='in'/>" + madeOn("MeshTopology", "<Hexa2PrismTopologicalMapping/>"));
  EXPECT_THAT(scene.get("out").prisms(), ElementsAre(Prism(0, 5, 1, 2, 7, 3), Prism(0, 4, 5, 2, 6, 7)));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Hexa2PrismTopologicalMapping, needsAMeshOfPrisms) {
  TopologyScene scene("<RegularGridTopology name='in'/>" +
                      madeOn("EdgeSetTopologyContainer", "<Hexa2PrismTopologicalMapping name='m'/>"));
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("'/below/out' holds no prisms")));
  EXPECT_FALSE(scene.get<TopologicalMapping>("m").isValid());
}

TEST(Mesh2PointTopologicalMapping, pointsInTheOrderOfTheKinds) {
  TopologyScene scene(oneTetrahedron +
                      madeOn("PointSetTopologyContainer",
                             "<Mesh2PointTopologicalMapping pointBaryCoords='0 0 .5' edgeBaryCoords='.25 0 0' "
                             "triangleBaryCoords='.5 .25 0' tetraBaryCoords='.25 .25 .25'/>"));
  const auto& x = listed(scene);
  ASSERT_EQ(x.size(), 4u + 6 + 4 + 1);
  EXPECT_EQ(x[1], P(4, 0, .5));
  EXPECT_EQ(x[4], P(1, 0, 0)) << "a quarter along the edge 0 1";
  EXPECT_EQ(x[10], P(1, 2, 1)) << "in triangle 1 2 3";
  EXPECT_EQ(x[14], P(1, 1, 1));
}

TEST(Mesh2PointTopologicalMapping, cornersTwoAndThreeOfQuadsAreExchanged) {
  TopologyScene scene("<MeshTopology name='in' position='0 0 0  4 0 0  4 4 0  0 4 0' quads='0 1 2 3'/>" +
                      madeOn("PointSetTopologyContainer", "<Mesh2PointTopologicalMapping quadBaryCoords='0 1 0'/>"));
  EXPECT_THAT(listed(scene), ElementsAre(P(4, 4, 0)));
}

TEST(Mesh2PointTopologicalMapping, copiesConnectivity) {
  TopologyScene scene(
      oneTetrahedron +
      madeOn("MeshTopology", "<Mesh2PointTopologicalMapping pointBaryCoords='0 0 0  0 0 .5' copyTetrahedra='1'/>"));
  EXPECT_THAT(scene.get("out").tetrahedra(), ElementsAre(Tetrahedron(0, 2, 4, 6)));
  TopologyScene bad(oneTetrahedron +
                    madeOn("PointSetTopologyContainer",
                           "<Mesh2PointTopologicalMapping pointBaryCoords='0 0 0' copyTetrahedra='1'/>"));
  EXPECT_THAT(bad.errors, ElementsAre(HasSubstr("copyTetrahedra: the output '/below/out' must hold such elements")));
}

const std::string images = "<MechanicalObject name='images'/><Mesh2PointMechanicalMapping/>";

TEST(Mesh2PointMechanicalMapping, pointsMoveWithTheState) {
  TopologyScene scene(oneTetrahedron + madeOn("PointSetTopologyContainer",
                                              "<Mesh2PointTopologicalMapping edgeBaryCoords='.25 0 0' "
                                              "tetraBaryCoords='.25 .25 .25'/>",
                                              images));
  const auto x = imagesOf(scene);
  ASSERT_EQ(x.size(), 7u);
  EXPECT_EQ(x[0], P(1, 0, 1));
  EXPECT_EQ(x[6], P(1, 1, 2));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Mesh2PointMechanicalMapping, imagesInQuadsAreNumberedFromZero) {
  TopologyScene scene(
      "<MeshTopology name='in' position='0 0 0  4 0 0  4 4 0  0 4 0' quads='0 1 2 3'/>"
      "<MechanicalObject name='x' position='0 0 1  4 0 1  4 4 1  0 4 1'/>" +
      madeOn("PointSetTopologyContainer",
             "<Mesh2PointTopologicalMapping edgeBaryCoords='.25 0 0' quadBaryCoords='.5 .5 0'/>", images));
  const auto x = imagesOf(scene);
  ASSERT_EQ(x.size(), 5u);
  EXPECT_EQ(x[0], P(2, 2, 1)) << "the image in the quad takes the place of that on the first edge";
  EXPECT_EQ(x[4], P(2, 2, 0)) << "its own place keeps the position at the beginning";
}

TEST(Mesh2PointMechanicalMapping, needsATopologicalMapping) {
  TopologyScene scene(oneTetrahedron + madeOn("PointSetTopologyContainer", "", images));
  EXPECT_THAT(scene.errors, Contains(HasSubstr("no topological mapping that makes points")));
}

TEST(SimpleTesselatedTetraTopologicalMapping, eightPartsOfEqualVolume) {
  TopologyScene scene(oneTetrahedron +
                      madeOn("TetrahedronSetTopologyContainer", "<SimpleTesselatedTetraTopologicalMapping/>",
                             "<MechanicalObject name='images'/><SimpleTesselatedTetraMechanicalMapping/>"));
  const auto& out = scene.get("out");
  ASSERT_EQ(out.tetrahedra().size(), 8u);
  const auto& x = listed(scene);
  ASSERT_EQ(x.size(), 10u);
  EXPECT_EQ(out.tetrahedra()[0], Tetrahedron(0, 4, 5, 6));
  for (const Tetrahedron& t : out.tetrahedra())
    EXPECT_NEAR((x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).dot(x[t[3]] - x[t[0]]), 8, 1e-13);
  EXPECT_EQ(imagesOf(scene)[4], P(2, 0, 1));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SimpleTesselatedTetraTopologicalMapping, followsATornMesh) {
  TopologyScene scene(
      "<TetrahedronSetTopologyContainer name='in' position='0 0 0  1 0 0  0 1 0  0 0 1  1 1 1' tetrahedra='0 1 2 3  1 "
      "4 "
      "2 3'/><TetrahedronSetTopologyModifier/><MechanicalObject name='x'/>"
      "<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0' tetrahedraToRemove='0'/>" +
      madeOn("TetrahedronSetTopologyContainer", "<SimpleTesselatedTetraTopologicalMapping/>",
             "<MechanicalObject name='images'/><SimpleTesselatedTetraMechanicalMapping/>"));
  EXPECT_EQ(scene.get("out").tetrahedra().size(), 16u);
  for (int step = 0; step < 3; ++step) simulation::animate(scene.root());
  EXPECT_EQ(scene.get("in").tetrahedra().size(), 1u);
  EXPECT_EQ(scene.get("out").tetrahedra().size(), 8u);
  ASSERT_EQ(imagesOf(scene).size(), 10u);
  EXPECT_EQ(imagesOf(scene)[9], listed(scene)[9]);
  EXPECT_THAT(scene.errors, IsEmpty());
}

const std::string twoCells =
    "<RegularGridTopology name='in' n='3 2 2' min='0 0 0' max='4 2 2'/>"
    "<MechanicalObject name='x' translation='0 0 1'/>";

TEST(SimpleTesselatedHexaTopologicalMapping, eightPartsOfEqualVolume) {
  TopologyScene scene(twoCells +
                      madeOn("HexahedronSetTopologyContainer", "<SimpleTesselatedHexaTopologicalMapping/>", images));
  const auto& cells = scene.get("out").hexahedra();
  ASSERT_EQ(cells.size(), 16u);
  const auto& x = listed(scene);
  ASSERT_EQ(x.size(), 5u * 3 * 3) << "12 points, 20 edges, 11 quads, 2 cells";
  // A corner of the first cell, the middles of the edges there, of the quads and of the cell.
  EXPECT_EQ(cells[0][0], 0u);
  const P corners[8] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (std::size_t cell = 0; cell < 16; ++cell)
    for (std::size_t k = 0; k < 8; ++k)
      EXPECT_EQ(x[cells[cell][k]], P(cell < 8 ? 0 : 2, 0, 0) + corners[cell % 8] + corners[k]) << cell << ' ' << k;
  EXPECT_EQ(imagesOf(scene)[cells[0][6]], P(1, 1, 2)) << "the middle of the cell moved with the state";
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SimpleTesselatedHexaTopologicalMapping, needsAMeshOfHexahedra) {
  TopologyScene scene(twoCells +
                      madeOn("TriangleSetTopologyContainer", "<SimpleTesselatedHexaTopologicalMapping name='m'/>"));
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("'/below/out' holds no hexahedra")));
}

TEST(CenterPointTopologicalMapping, aPointInEachCell) {
  TopologyScene scene(twoCells + madeOn("PointSetTopologyContainer", "<CenterPointTopologicalMapping/>", images));
  EXPECT_THAT(listed(scene), ElementsAre(P(1, 1, 1), P(3, 1, 1)));
  EXPECT_THAT(imagesOf(scene), ElementsAre(P(1, 1, 2), P(3, 1, 2)));
}

TEST(CenterPointTopologicalMapping, followsRemovedCells) {
  TopologyScene scene(
      "<RegularGridTopology name='grid' n='3 2 2' min='0 0 0' max='4 2 2'/><Node name='cells'>"
      "<HexahedronSetTopologyContainer name='in' src='@../grid'/><HexahedronSetTopologyModifier/>"
      "<MechanicalObject name='x'/>"
      "<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0' hexahedraToRemove='0'/>" +
      madeOn("PointSetTopologyContainer", "<CenterPointTopologicalMapping/>", images) + "</Node>");
  for (int step = 0; step < 3; ++step) simulation::animate(scene.root());
  EXPECT_THAT(imagesOf(scene), ElementsAre(P(3, 1, 1)));
  EXPECT_THAT(scene.errors, IsEmpty());
}

std::string tube(const std::string& attributes) {
  return "<EdgeSetTopologyContainer name='in' edges='0 1'/><MechanicalObject template='Rigid3' "
         "position='0 0 0 0 0 0 1  1 0 0 0 0 0 1'/><Node name='below'><QuadSetTopologyContainer name='out'/>"
         "<QuadSetTopologyModifier/><MechanicalObject name='images'/><Edge2QuadTopologicalMapping name='m' " +
         attributes + "/></Node>";
}

TEST(Edge2QuadTopologicalMapping, aTubeAroundACurve) {
  TopologyScene scene(tube("nbPointsOnEachCircle='4' radius='2'"));
  EXPECT_THAT(scene.get("out").quads(),
              ElementsAre(Quad(0, 4, 5, 1), Quad(1, 5, 6, 2), Quad(2, 6, 7, 3), Quad(3, 7, 4, 0)));
  EXPECT_EQ(scene.get("out").nbPoints(), 8u);
  const auto x = imagesOf(scene);
  ASSERT_EQ(x.size(), 8u);
  EXPECT_LT((x[0] - P(0, 2, 0)).norm(), 1e-15);
  EXPECT_LT((x[5] - P(1, 0, 2)).norm(), 1e-15);
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Edge2QuadTopologicalMapping, ellipsesAndListsOfEdges) {
  TopologyScene oval(tube("nbPointsOnEachCircle='4' radius='2' radiusFocal='3' focalAxis='0 0 5'"));
  EXPECT_LT((imagesOf(oval)[1] - P(0, 0, 3)).norm(), 1e-15);
  TopologyScene flipped(tube("nbPointsOnEachCircle='4' radius='2' flipNormals='1'"));
  EXPECT_EQ(flipped.get("out").quads()[0], Quad(1, 5, 4, 0));
  TopologyScene listed(tube("nbPointsOnEachCircle='4' radius='2' flipNormals='1' edgeList='0'"));
  EXPECT_EQ(listed.get("out").quads()[0], Quad(0, 1, 5, 4));
}

TEST(Edge2QuadTopologicalMapping, saysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"nbPointsOnEachCircle='4'", "Neither radius nor radiusFocal"},
      {"nbPointsOnEachCircle='4' radius='-1'", "must be above 0"},
      {"radius='1'", "nbPointsOnEachCircle must be at least 1"},
      {"nbPointsOnEachCircle='4' radiusFocal='1' focalAxis='0 0 0'", "has no direction"},
      {"nbPointsOnEachCircle='4' radius='1' edgeList='3'", "there is no edge 3, '/in' has 1"}};
  for (const auto& [attributes, text] : cases) {
    TopologyScene scene(tube(attributes));
    EXPECT_THAT(scene.errors, ElementsAre(HasSubstr(text)));
    EXPECT_FALSE(scene.get<TopologicalMapping>("m").isValid());
  }
}

}  // namespace
}  // namespace sofa::component::topology

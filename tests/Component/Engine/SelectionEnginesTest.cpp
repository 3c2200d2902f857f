// SPDX-License-Identifier: Apache-2.0
#include "Component/Engine/EngineScene.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using Lists = std::vector<std::vector<type::Index>>;

const std::string row = "'0 0 0 1 0 0 2 0 0 3 0 0 4 0 0'";

TEST(ProximityROI, SelectsTheNearestTheFarthestOfThemFirst) {
  const EngineScene scene("<ProximityROI name='e' position=" + row + " centers='0 0 0' radii='5' N='2'/>");
  EXPECT_EQ(scene.text("indices"), "1 0");
  EXPECT_EQ(scene.text("distance"), "1 0");
  EXPECT_EQ(scene.text("pointsInROI"), "1 0 0 0 0 0");
  EXPECT_EQ(scene.text("indicesOut"), "2 3 4");
}

TEST(ProximityROI, LooksOnlyInsideOfTheRadius) {
  EXPECT_EQ(
      EngineScene("<ProximityROI name='e' position=" + row + " centers='0 0 0' radii='1' N='9'/>").text("indices"),
      "0");
}

TEST(ProximityROI, CountsAPointThatSeveralCentersReachOnce) {
  const EngineScene scene("<ProximityROI name='e' position=" + row + " centers='0 0 0 3 0 0' radii='9' N='4'/>");
  // Distances 0 1 1 0 1: a heap of the first four, where of two as far the later one counts as farther, and the last.
  EXPECT_EQ(scene.text("indices"), "2 3 1 0");
  EXPECT_EQ(scene.text("distance"), "1 0 1 0");
  EXPECT_EQ(scene.text("indicesOut"), "4");
}

TEST(ProximityROI, TellsOfMissingRadiiWhenItIsAsked) {
  const EngineScene scene("<ProximityROI name='e' position=" + row + " centers='0 0 0' N='9'/>");
  EXPECT_EQ(scene.newErrors(), 0u);
  EXPECT_EQ(scene.text("indices"), "");
  EXPECT_EQ(scene.newErrors(), 1u);
}

TEST(NearestPointROI, PairsPointsThatAreNear) {
  const std::string states =
      "<MechanicalObject name='a' position='0 0 0 1 0 0 2 0 0'/>"
      "<Node name='child'><MechanicalObject name='b' position='1.25 0 0 5 0 0 0 0 0.5'/></Node>";
  const EngineScene scene(states + "<NearestPointROI name='e' object1='@a' object2='@child/b' radius='1'/>");
  EXPECT_EQ(scene.text("indices1"), "1 0");
  EXPECT_EQ(scene.text("indices2"), "0 2");
  EXPECT_EQ(scene.text("edges"), "0 1 4 5") << "by the points of object2";
  EXPECT_EQ(scene.text("indexPairs"), "0 1 1 0 0 0 1 2");
  EXPECT_EQ(scene.text("distances"), "0.25 0.5");
  const EngineScene some(states +
                         "<NearestPointROI name='e' object1='@a' object2='@child/b' inputIndices1='2 7' "
                         "inputIndices2='0'/>");
  EXPECT_EQ(some.text("indices1"), "2");
  EXPECT_EQ(some.newErrors(), 1u);  // 7 does not exist
}

TEST(NearestPointROI, LooksAtRestPositionsUnlessToldOtherwise) {
  const std::string states =
      "<MechanicalObject name='a' position='9 0 0' rest_position='0 0 0'/>"
      "<Node name='child'><MechanicalObject name='b' position='9 0 0'/></Node>";
  const std::string roi = "<NearestPointROI name='e' object1='@a' object2='@child/b' useRestPosition='";
  EXPECT_EQ(EngineScene(states + roi + "1'/>").text("indices1"), "");
  EXPECT_EQ(EngineScene(states + roi + "0'/>").text("indices1"), "0");
}

TEST(PairBoxROI, SelectsWhatIsBetweenTheBoxes) {
  const std::string inner = " includedBox='0.5 -1 -1 2.5 1 1'/>", points = "<PairBoxROI name='e' position=" + row;
  const EngineScene scene(points + " inclusiveBox='-1 -1 -1 3 1 1'" + inner);
  EXPECT_EQ(scene.text("indices"), "0 3");
  EXPECT_EQ(scene.text("pointsInROI"), "0 0 0 3 0 0");
  EXPECT_EQ(EngineScene(points + " inclusiveBox='3 1 1 -1 -1 -1'" + inner).text("indices"), "0 3");
  const EngineScene open(points + inner);
  EXPECT_EQ(open.text("indices"), "");
  EXPECT_EQ(open.newWarnings(), 1u);
}

TEST(MeshROI, SelectsWhatIsInsideOfTheSurface) {
  const std::string surface =
      " ROIposition='0 0 0 1 0 0 0 1 0 0 0 1' ROItriangles='0 2 1 0 1 3 0 3 2 1 2 3'"
      " position='0.1 0.15 0.12 0.9 0.8 0.9 2 2 2'";
  const EngineScene scene("<MeshROI name='e'" + surface + "/>");
  EXPECT_EQ(scene.text("indices"), "0");
  EXPECT_EQ(scene.text("box"), "0 0 0 1 1 1");
  EXPECT_EQ(EngineScene("<MeshROI name='e'" + surface + " computeMeshROI='0'/>").text("indices"), "0 1");
}

TEST(MeshROI, TakesElementsByTheirCentresUnlessStrict) {
  const std::string roi =
      "<MeshROI name='e' ROIposition='0 0 0 1 0 0 0 1 0 0 0 1' ROItriangles='0 2 1 0 1 3 0 3 2 1 2 3'"
      " position='0.1 0.1 0.1 0.2 0.1 0.1 0.1 1 0.1' triangles='0 1 2'";
  EXPECT_EQ(EngineScene(roi + "/>").text("triangleIndices"), "0");
  EXPECT_EQ(EngineScene(roi + " strict='1'/>").text("triangleIndices"), "");
}

TEST(MeshROI, NeedsASurface) {
  const EngineScene none("<MeshROI name='e' position='0 0 0'/>");
  EXPECT_EQ(none.newErrors(), 1u);
  const EngineScene broken("<MeshROI name='e' position='0 0 0' ROIposition='0 0 0 1 0 0 0 1 0' ROItriangles='0 1 7'/>");
  EXPECT_EQ(broken.newErrors(), 1u);
  EXPECT_EQ(broken.text("indices"), "");
}

TEST(MeshBoundaryROI, SelectsTheBorder) {
  const std::string fan = "<MeshBoundaryROI name='e' triangles='4 0 1 4 1 2 4 2 3 4 3 0'";
  EXPECT_EQ(EngineScene(fan + "/>").text("indices"), "0 1 2 3");
  EXPECT_EQ(EngineScene(fan + " inputROI='0 1 4'/>").text("indices"), "0 1 4");
  EXPECT_EQ(EngineScene("<MeshBoundaryROI name='e' quads='0 1 4 3 1 2 5 4 3 4 7 6 4 5 8 7'/>").text("indices"),
            "0 1 2 3 5 6 7 8");
}

TEST(MeshSubsetEngine, TakesWhatHasOnlyPointsOfThePart) {
  const EngineScene scene(
      "<MeshSubsetEngine name='e' inputPosition='0 0 0 1 0 0 2 0 0 3 0 0' inputEdges='0 1 1 2' "
      "inputTriangles='0 1 2 1 3 2' inputQuads='0 1 2 3' indices='3 1 2 9'/>");
  EXPECT_EQ(scene.text("position"), "3 0 0 1 0 0 2 0 0");
  EXPECT_EQ(scene.text("edges"), "1 2");
  EXPECT_EQ(scene.text("triangles"), "1 0 2");
  EXPECT_EQ(scene.text("quads"), "");
  EXPECT_EQ(scene.newErrors(), 1u);  // point 9 does not exist
}

TEST(MeshSplittingEngine, SplitsPointsIntoRegionsAndTheRest) {
  const EngineScene scene(
      "<MeshSplittingEngine name='e' position='0 0 0 1 0 0 2 0 0 3 0 0' triangles='0 1 2' nbInputs='2' indices1='1' "
      "triangleIndices2='0'/>");
  EXPECT_EQ(scene.text("position1"), "1 0 0");
  EXPECT_EQ(scene.text("position2"), "0 0 0 1 0 0 2 0 0");
  EXPECT_EQ(scene.text("position3"), "3 0 0");
  EXPECT_EQ(scene.text("indexPairs"), "1 0 0 0 1 2 2 0");
}

TEST(SubsetTopology, SplitsAMesh) {
  const std::string mesh = "<SubsetTopology name='e' rest_position=" + row + " edges='0 1 1 2 2 3 3 4'";
  const EngineScene scene(mesh + " box='-0.5 -1 -1 1.5 1 1'/>");
  EXPECT_EQ(scene.text("indices"), "0 1");
  EXPECT_EQ(scene.text("pointsOutROI"), "2 0 0 3 0 0 4 0 0");
  EXPECT_EQ(scene.text("edgeIndices"), "0");
  EXPECT_EQ(scene.text("edgesInROI"), "0 1");
  EXPECT_EQ(scene.text("edgesOutROI"), "1 2 2 3 3 4") << "what is partly inside is outside";
  EXPECT_EQ(scene.text("nbrborder"), "1");
  const EngineScene spheres(mesh + " centers='0 0 0 4 0 0' radii='1.5'/>");
  EXPECT_EQ(spheres.text("indices"), "0 1 3 4");
  EXPECT_EQ(EngineScene(mesh + " centers='0 0 0'/>").newErrors(), 1u);  // no radius
}

TEST(SubsetTopology, AnElementIsInsideIfOneBoxOrSphereHoldsIt) {
  const std::string mesh = "<SubsetTopology name='e' rest_position=" + row + " edges='0 1 1 2 2 3 3 4'";
  for (const std::string volumes :
       {"box='-0.5 -1 -1 1.5 1 1  1.5 -1 -1 3.5 1 1'", "centers='0 0 0  3 0 0' radii='1'"}) {
    const EngineScene scene(mesh + volumes + "/>");
    EXPECT_EQ(scene.text("indices"), volumes.front() == 'b' ? "0 1 2 3" : "0 1 2 3 4");
    EXPECT_EQ(scene.text("edgeIndices"), volumes.front() == 'b' ? "0 2" : "0 2 3");
    EXPECT_EQ(scene.text("edgesOutROI"), volumes.front() == 'b' ? "1 2 3 4" : "1 2");
    EXPECT_EQ(scene.text("nbrborder"), volumes.front() == 'b' ? "3" : "2") << "1 and 2, and of the boxes 3";
  }
}

TEST(SubsetTopology, PutsEveryKindOfElementThatIsPartlyInsideOutside) {
  const EngineScene scene(
      "<SubsetTopology name='e' box='-1 -1 -1 0.5 9 9' quads='0 1 3 2' triangles='0 1 2' tetrahedra='0 1 2 4' "
      "hexahedra='0 1 3 2 4 5 7 6' rest_position='0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1'/>");
  EXPECT_EQ(scene.text("indices"), "0 2 4 6");
  EXPECT_EQ(scene.text("trianglesOutROI"), "0 1 2");
  EXPECT_EQ(scene.text("quadsOutROI"), "0 1 3 2");
  EXPECT_EQ(scene.text("tetrahedraOutROI"), "0 1 2 4");
  EXPECT_EQ(scene.text("hexahedraOutROI"), "0 1 3 2 4 5 7 6");
}

TEST(SubsetTopology, CanNumberEachPartByItself) {
  const EngineScene scene("<SubsetTopology name='e' rest_position=" + row +
                          " edges='0 1 1 2 2 3 3 4' box='-0.5 -1 -1 1.5 1 1' localIndices='1'/>");
  EXPECT_EQ(scene.text("pointsInROI"), "1 0 0 0 0 0");
  EXPECT_EQ(scene.text("edgesInROI"), "1 0");
  EXPECT_EQ(scene.text("pointsOutROI"), "1 0 0 2 0 0 3 0 0 4 0 0");
  EXPECT_EQ(scene.text("edgesOutROI"), "0 1 1 2 2 3");
}

TEST(SubsetTopology, TakesTetrahedraThatAreNamed) {
  const EngineScene scene(
      "<SubsetTopology name='e' rest_position='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1' tetrahedra='0 1 2 3 1 2 3 4' "
      "tetrahedraInput='1'/>");
  EXPECT_EQ(scene.text("indices"), "1 2 3 4");
  EXPECT_EQ(scene.text("tetrahedronIndices"), "1");
  EXPECT_EQ(scene.text("tetrahedraInROI"), "1 2 3 4");
  EXPECT_EQ(scene.text("tetrahedraOutROI"), "0 1 2 3");
  EXPECT_EQ(scene.text("nbrborder"), "3");
}

TEST(SubsetTopology, NumbersThePointsOfNamedTetrahedraAsTheyAreNamed) {
  // All points belong to the first and the third one, and yet the second is outside; point 7 belongs to none.
  const EngineScene scene(
      "<SubsetTopology name='e' rest_position='0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 0 0' "
      "tetrahedra='0 3 1 2  2 3 4 5  6 5 4 2' edges='7 0' tetrahedraInput='2 0' localIndices='1'/>");
  EXPECT_EQ(scene.text("pointsInROI"), "0 0 0 3 0 0 1 0 0 2 0 0 6 0 0 5 0 0 4 0 0");
  EXPECT_EQ(scene.text("tetrahedraInROI"), "0 1 2 3 4 5 6 3");
  EXPECT_EQ(scene.text("pointsOutROI"), "2 0 0 3 0 0 4 0 0 5 0 0 7 0 0 0 0 0");
  EXPECT_EQ(scene.text("tetrahedraOutROI"), "0 1 2 3");
  EXPECT_EQ(scene.text("edgesOutROI"), "4 5");
}

TEST(MeshSampler, SpreadsPointsEvenly) {
  // Farthest first: 0, then 4. The cell of 0 is {0, 1, 2}, whose middle is 1; 4 is as near to that of {3, 4} as 3.
  const std::string edges = " edges='0 1 1 2 2 3 3 4'";
  const EngineScene scene("<MeshSampler name='e' number='2' position=" + row + edges + "/>");
  EXPECT_EQ(scene.text("outputIndices"), "1 4");
  EXPECT_EQ(scene.text("outputPosition"), "1 0 0 4 0 0");
  const EngineScene unmoved("<MeshSampler name='e' number='2' maxIter='0' position=" + row + edges + "/>");
  EXPECT_EQ(unmoved.text("outputIndices"), "0 4");
}

TEST(MeshSampler, FollowsTheEdges) {
  // Along a horseshoe the end is far from the start, straight it is near.
  const std::string horseshoe = " number='2' maxIter='0' position='0 0 0 3 0 0 3 1 0 0 1 0'";
  EXPECT_EQ(EngineScene("<MeshSampler name='e' edges='0 1 1 2 2 3'" + horseshoe + "/>").text("outputIndices"), "0 3");
  EXPECT_EQ(EngineScene("<MeshSampler name='e'" + horseshoe + "/>").text("outputIndices"), "0 2");
}

TEST(ClusteringEngine, JoinsPointsNearSeedsInSpace) {
  const EngineScene scene("<ClusteringEngine name='e' useTopo='0' number='2' radius='1.5' position=" + row +
                          " fixedPosition='0.5 0 0' fixedRadius='1'/>");
  // 2 is near to no seed and goes to the first of the nearest; the fixed point is number 5.
  EXPECT_EQ(scene.value<Lists>("cluster"), (Lists{{0, 1, 2, 5}, {4, 3}}));
}

TEST(ClusteringEngine, GrowsAlongTheMesh) {
  const EngineScene scene("<MeshTopology position=" + row +
                          " edges='0 1 1 2 2 3 3 4'/><MechanicalObject/>"
                          "<ClusteringEngine name='e' number='2' radius='0.5'/>");
  // The cells {0, 1, 2} and {3, 4} and their neighbours.
  EXPECT_EQ(scene.value<Lists>("cluster"), (Lists{{0, 1, 2, 3}, {4, 3, 2}}));
}

TEST(ClusteringEngine, MakesAClusterOfEachPoint) {
  const EngineScene scene("<ClusteringEngine name='e' useTopo='0' radius='1.5' position='0 0 0 1 0 0 5 0 0'/>");
  EXPECT_EQ(scene.value<Lists>("cluster"), (Lists{{0, 1}, {1, 0}, {2}}));
}

TEST(ClusteringEngine, ReadsWhatItWrote) {
  const tests::TemporaryFolder folder;
  const std::string file = folder.file("clusters.txt");
  const std::string points = " useTopo='0' radius='1.5' position='0 0 0 1 0 0 5 0 0'/>";
  EngineScene("<ClusteringEngine name='e' outFile='" + file + "'" + points).text("cluster");
  const EngineScene scene("<ClusteringEngine name='e' inFile='" + file + "' useTopo='0' position='0 0 0'/>");
  EXPECT_EQ(scene.value<Lists>("cluster"), (Lists{{0, 1}, {1, 0}, {2}}));
  const EngineScene missing("<ClusteringEngine name='e' inFile='nowhere.txt'" + points);
  EXPECT_EQ(missing.value<Lists>("cluster").size(), 3u);
  EXPECT_EQ(missing.newErrors(), 1u);
}

TEST(ValuesFromPositions, InterpolatesBetweenTheBoundsOfTheScene) {
  const std::string points =
      "<ValuesFromPositions name='e' position='0 0 0 7 5 0 0 10 0' edges='0 1' inputValues='0 100'";
  const EngineScene scene(points + "/>");
  scene.root->d_bbox.set({{0, 0, 0}, {10, 1, 1}});
  expectNumbers(scene.text("values"), {0, 50, 100});
  expectNumbers(scene.text("edgeValues"), {25});
  EXPECT_EQ(scene.text("pointVectors"), "");
  const EngineScene vectors(points + " fieldType='Vector' direction='2 0 0'/>");
  vectors.root->d_bbox.set({{0, 0, 0}, {10, 1, 1}});
  expectNumbers(vectors.text("pointVectors"), {0, 0, 0, 70, 0, 0, 0, 0, 0});
  EXPECT_EQ(vectors.text("values"), "");
}

}  // namespace
}  // namespace sofa::test

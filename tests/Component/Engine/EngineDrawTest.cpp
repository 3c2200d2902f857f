// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"

namespace sofa::tests {
namespace {

/// What the last component of a scene draws.
DrawnForm drawnLast(const std::string& components) {
  const Scene scene(components);
  return DrawnForm(*scene.root->components().back(), {"showBehaviorModels", "showVisualModels"});
}

const std::string tip = "'0 0 0 1 0 0 0 1 0 0 0 1'", tipFaces = "'0 2 1 0 1 3 0 3 2 1 2 3'";
const std::string square = "surfaceVertices='0 0 0 1 0 0 1 1 0 0 1 0' ";

TEST(EngineDraw, bodiesOfExtrusions) {
  const std::string surface = "<ExtrudeSurface " + square + "triangles='0 1 2' surfaceTriangles='0'";
  EXPECT_EQ(drawnLast(surface + "/>").triangles().size(), 3 * 8u);
  EXPECT_TRUE(drawnLast(surface + " isVisible='0'/>").empty());
  const std::string quads = "<ExtrudeQuadsAndGenerateHexas " + square + "surfaceQuads='0 1 2 3'";
  EXPECT_EQ(drawnLast(quads + "/>").lines().size(), 2 * 4 * 6u);
  EXPECT_TRUE(drawnLast(quads + " isVisible='0'/>").empty());
}

TEST(EngineDraw, tetrahedraThatFillASurface) {
  const std::string stuffing = "<MeshTetraStuffing size='-3' inputPoints=" + tip + " inputTriangles=" + tipFaces;
  EXPECT_TRUE(drawnLast(stuffing + "/>").empty());
  EXPECT_FALSE(drawnLast(stuffing + " draw='1'/>").empty());
}

TEST(EngineDraw, selections) {
  const std::string points = " position='0 0 0 1 0 0 2 0 0'";
  const std::string nearest = "<ProximityROI centers='0 0 0' radii='1.5' N='9'" + points;
  EXPECT_TRUE(drawnLast(nearest + "/>").empty());
  EXPECT_EQ(drawnLast(nearest + " drawPoints='1' drawSize='4'/>").points().size(), 2u);
  EXPECT_EQ(drawnLast(nearest + " drawPoints='1' drawSize='4'/>").points()[0].size, 4);
  EXPECT_EQ(drawnLast(nearest + " drawSphere='1'/>").spheres().size(), 1u);
  const std::string between =
      "<PairBoxROI inclusiveBox='-1 -1 -1 3 1 1' includedBox='0.5 -1 -1 1.5 1 1' drawSize='2'" + points;
  EXPECT_TRUE(drawnLast(between + "/>").empty());
  EXPECT_EQ(drawnLast(between + " drawPoints='1'/>").points().size(), 2u);
  EXPECT_EQ(drawnLast(between + " drawInclusiveBox='1'/>").lines().size(), 2 * 12u);
  EXPECT_EQ(drawnLast(between + " drawIncludedBox='1'/>").lines().size(), 2 * 12u);
  const std::string inside = "<MeshROI position='0.1 0.15 0.12 5 5 5' ROIposition=" + tip + " ROItriangles=" + tipFaces;
  EXPECT_TRUE(drawnLast(inside + "/>").empty());
  EXPECT_EQ(drawnLast(inside + " drawOut='1'/>").points().size(), 1u);
  EXPECT_EQ(drawnLast(inside + " drawBox='1'/>").lines().size(), 2 * 12u);
  EXPECT_FALSE(drawnLast(inside + " drawROI='1'/>").empty());
}

TEST(EngineDraw, partsOfMeshes) {
  const std::string part =
      "<SubsetTopology rest_position=" + tip + " edges='0 1' triangles='0 1 2' tetrahedra='0 1 2 3'";
  EXPECT_TRUE(drawnLast(part + "/>").empty());
  EXPECT_EQ(drawnLast(part + " drawROI='1'/>").lines().size(), 2 * 12u);
  EXPECT_EQ(drawnLast(part + " drawROI='1' centers='0 0 0 1 0 0' radii='1'/>").spheres().size(), 2u);
  EXPECT_EQ(drawnLast(part + " drawPoints='1'/>").points().size(), 4u);
  EXPECT_EQ(drawnLast(part + " drawEdges='1'/>").lines().size(), 2u);
  EXPECT_EQ(drawnLast(part + " drawTriangle='1'/>").lines().size(), 2 * 3u);
  EXPECT_EQ(drawnLast(part + " drawTetrahedra='1'/>").lines().size(), 2 * 6u);
}

TEST(EngineDraw, pairsOfNearPoints) {
  const std::string pairs =
      "<MechanicalObject name='a' position='0 0 0 5 0 0'/><NearestPointROI object1='@a' object2='@a'";
  EXPECT_TRUE(drawnLast(pairs + "/>").empty());
  EXPECT_EQ(drawnLast(pairs + " drawPairs='1'/>").lines().size(), 2 * 2u);
}

TEST(EngineDraw, pointsBeforeAndAfter) {
  const std::string moved = "<TransformPosition method='translation' translation='1 0 0' input_position='0 0 0'";
  EXPECT_TRUE(drawnLast(moved + "/>").empty());
  expectAt(drawnLast(moved + " drawInput='1'/>").points().at(0).position, {0, 0, 0});
  expectAt(drawnLast(moved + " drawOutput='1' pointSize='6'/>").points().at(0).position, {1, 0, 0});
  EXPECT_EQ(drawnLast(moved + " drawOutput='1' pointSize='6'/>").points().at(0).size, 6);
  const std::string smooth =
      "<MeshTopology position='0 0 0 2 0 0' edges='0 1'/><SmoothMeshEngine input_indices='0' "
      "input_position='0 0 0 2 0 0'";
  EXPECT_TRUE(drawnLast(smooth + "/>").empty());
  expectAt(drawnLast(smooth + " showInput='1'/>").points().at(0).position, {0, 0, 0});
  expectAt(drawnLast(smooth + " showOutput='1'/>").points().at(0).position, {2, 0, 0});
}

TEST(EngineDraw, randomPoints) {
  const std::string random = "<RandomPointDistributionInSurface randomSeed='1' numberOfInPoints='4' vertices=" + tip +
                             " triangles=" + tipFaces;
  EXPECT_EQ(drawnLast(random + "/>").points().size(), 4u);
  EXPECT_TRUE(drawnLast(random + " isVisible='0'/>").empty());
  EXPECT_GT(drawnLast(random + " drawOutputPoints='1'/>").points().size(), 4u);
}

TEST(EngineDraw, vectorsOfPoints) {
  const std::string field =
      "<MechanicalObject position='0 0 0 1 1 0'/>"
      "<ValuesFromPositions inputValues='2 2' fieldType='Vector' drawVectorLength='3'";
  EXPECT_TRUE(drawnLast(field + "/>").empty());
  const auto lines = drawnLast(field + " drawVectors='1'/>").lines();
  ASSERT_EQ(lines.size(), 2 * 2u);
  expectAt(lines[1].position, {0, 6, 0});
}

}  // namespace
}  // namespace sofa::tests

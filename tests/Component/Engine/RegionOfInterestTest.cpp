// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Component/MeshFixture.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

const std::string fivePoints = "0 0 0  1 0 0  0 1 0  0 0 1  3 3 3";

/// A scene with a selection called "roi".
struct RegionScene {
  std::shared_ptr<simulation::Node> root;
  core::Component* roi = nullptr;
  std::size_t errors = 0, warnings = 0;

  explicit RegionScene(const std::string& components, std::shared_ptr<FixedMesh> mesh = nullptr) {
    helper::setConsole(false);
    const auto before = helper::messageCounts();
    root = simulation::readSceneText("<Node name=\"root\"><DefaultAnimationLoop/>" + components + "</Node>");
    if (mesh) root->addComponent(mesh, 0);
    simulation::initRoot(*root);
    const auto after = helper::messageCounts();
    helper::setConsole(true);
    errors = helper::errorCount(after) - helper::errorCount(before);
    const auto warning = static_cast<std::size_t>(helper::Severity::Warning);
    warnings = after[warning] - before[warning];
    for (const auto& component : root->components())
      if (component->name() == "roi") roi = component.get();
  }
  std::string text(const char* data) const { return roi->findData(data)->text(); }
};

std::string withPoints(const std::string& roi) {
  return "<MechanicalObject name='dofs' position='" + fivePoints + "'/>" + roi;
}

TEST(BoxROI, SelectsRestPositionsWithItsFaces) {
  const RegionScene scene(withPoints("<BoxROI name='roi' box='0 0 0 1 1 0.5'/>"));
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  EXPECT_EQ(scene.text("indices"), "0 1 2");
  EXPECT_EQ(scene.text("indicesOut"), "3 4");
  EXPECT_EQ(scene.text("nbIndices"), "3");
  EXPECT_EQ(scene.text("pointsInROI"), "0 0 0 1 0 0 0 1 0");
  EXPECT_EQ(scene.text("pointsOutROI"), "0 0 1 3 3 3");
}

TEST(BoxROI, IsTheUnitCubeByDefault) {
  EXPECT_EQ(RegionScene(withPoints("<BoxROI name='roi'/>")).text("indices"), "0 1 2 3");
}

TEST(BoxROI, TurnsReversedBoxesRound) {
  const RegionScene scene(withPoints("<BoxROI name='roi' box='1 1 0.5 0 0 0'/>"));
  EXPECT_EQ(scene.text("indices"), "0 1 2");
  EXPECT_EQ(scene.text("box"), "0 0 0 1 1 0.5");
}

TEST(BoxROI, TakesSeveralBoxesOfBothKinds) {
  const RegionScene scene(
      withPoints("<BoxROI name='roi' box='0 0 0 0.5 0.5 0.5' orientedBox='2 2 3  4 2 3  4 4 3  1'/>"));
  EXPECT_EQ(scene.text("indices"), "0 4");
}

TEST(BoxROI, IsExactOnTheFaces) {
  EXPECT_EQ(RegionScene("<BoxROI name='roi' box='0 0 0 1 1 1' position='0 0 0 1 1 1 1.0000001 0 0'/>").text("indices"),
            "0 1");
}

std::shared_ptr<FixedMesh> elements() {
  auto mesh = std::make_shared<FixedMesh>();
  mesh->d_edges.set({{0, 1}, {1, 4}, {2, 3}});
  mesh->d_triangles.set({{0, 1, 2}, {1, 2, 4}});
  mesh->d_quads.set({{0, 1, 2, 3}, {0, 1, 2, 4}});
  mesh->d_tetrahedra.set({{0, 1, 2, 3}, {1, 2, 3, 4}});
  return mesh;
}

TEST(BoxROI, SelectsElementsOfTheNodesMesh) {
  const RegionScene scene(withPoints("<BoxROI name='roi' box='0 0 0 1 1 1'/>"), elements());
  EXPECT_EQ(scene.text("edgeIndices"), "0 2");
  EXPECT_EQ(scene.text("edgesInROI"), "0 1 2 3");
  EXPECT_EQ(scene.text("edgeOutIndices"), "1");
  EXPECT_EQ(scene.text("triangleIndices"), "0");
  EXPECT_EQ(scene.text("trianglesOutROI"), "1 2 4");
  EXPECT_EQ(scene.text("quadIndices"), "0");
  EXPECT_EQ(scene.text("tetrahedronIndices"), "0");
  EXPECT_EQ(scene.text("tetrahedronOutIndices"), "1");
}

TEST(BoxROI, CanTestCentroids) {
  // The centroid of triangle (1,2,4) is (4/3, 4/3, 1).
  const RegionScene scene(withPoints("<BoxROI name='roi' strict='false' box='1.2 1.2 0.9 1.5 1.5 1.1'/>"), elements());
  EXPECT_EQ(scene.text("triangleIndices"), "1");
  EXPECT_EQ(scene.text("indices"), "");
}

TEST(BoxROI, LeavesKindsOfElementsOut) {
  EXPECT_EQ(RegionScene(withPoints("<BoxROI name='roi' computeTriangles='0'/>"), elements()).text("triangleIndices"),
            "");
}

TEST(BoxROI, ReportsElementsOfPointsThatDoNotExist) {
  const RegionScene scene(withPoints("<BoxROI name='roi' edges='0 1 0 99 1 2'/>"));
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_EQ(scene.text("edgeIndices"), "0");
}

TEST(BoxROI, FollowsMovingPositions) {
  RegionScene scene(withPoints("<BoxROI name='roi' position='@dofs.position' box='-1 -1 -1 0.5 0.5 0.5'/>"));
  EXPECT_EQ(scene.text("indices"), "0");
  scene.root->down<core::BaseState>()->findData("position")->read("9 9 9  0 0 0");
  EXPECT_EQ(scene.text("indices"), "1");
}

TEST(BoxROI, CanBeFrozenAfterInit) {
  RegionScene scene(
      withPoints("<BoxROI name='roi' position='@dofs.position' doUpdate='false' box='-1 -1 -1 0.5 0.5 0.5'/>"));
  scene.root->down<core::BaseState>()->findData("position")->read("9 9 9  0 0 0");
  EXPECT_EQ(scene.text("indices"), "0");
}

TEST(BoxROI, WithoutPointsIsInvalidAndKeepsIndexZero) {
  const RegionScene scene("<BoxROI name='roi' box='5 5 5 6 6 6'/>");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.roi->isValid());
  EXPECT_EQ(scene.text("indices"), "0");
}

TEST(BoxROI, FitsTheStateOfTheNode) {
  const RegionScene scene(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  5 0 0 0 0 0 1'/><BoxROI name='roi'/>");
  EXPECT_EQ(scene.roi->templateName(), "Rigid3d");
  EXPECT_EQ(scene.text("pointsInROI"), "0 0 0 0 0 0 1");
}

TEST(BoxROI, PointsOfThePlaneLieAtZero) {
  const RegionScene scene(
      "<MechanicalObject template='Vec2' position='0 0  5 0'/><BoxROI name='roi' box='-1 -1 -1 1 1 1'/>");
  EXPECT_EQ(scene.roi->templateName(), "Vec2d");
  EXPECT_EQ(scene.text("indices"), "0");
}

TEST(SphereROI, OneRadiusServesAllCentres) {
  const RegionScene scene(withPoints("<SphereROI name='roi' centers='0 0 0  3 3 2' radii='1'/>"));
  EXPECT_EQ(scene.text("indices"), "0 1 2 3 4");  // distances of exactly 1 count
  EXPECT_EQ(scene.text("pointIndices"), "0 1 2 3 4");
}

TEST(SphereROI, EachCentreMayHaveItsRadius) {
  EXPECT_EQ(RegionScene(withPoints("<SphereROI name='roi' centers='0 0 0  3 3 2' radii='0.5 2'/>")).text("indices"),
            "0 4");
}

TEST(SphereROI, MissingRadiiAreAnError) {
  const RegionScene scene(withPoints("<SphereROI name='roi' centers='0 0 0'/>"));
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_EQ(scene.text("indices"), "");
}

TEST(SphereROI, KeepsEdgesThatDeviateFromADirection) {
  auto mesh = std::make_shared<FixedMesh>();
  mesh->d_edges.set({{0, 1}, {0, 2}});
  EXPECT_EQ(RegionScene(
                withPoints("<SphereROI name='roi' centers='0 0 0' radii='2' direction='1 0 0' edgeAngle='0.5'/>"), mesh)
                .text("edgeIndices"),
            "1");
}

TEST(PlaneROI, SelectsWithinItsDepth) {
  const RegionScene scene(withPoints("<PlaneROI name='roi' plane='-1 -1 0  2 -1 0  2 2 0  1'/>"));
  EXPECT_EQ(scene.text("indices"), "0 1 2");
}

TEST(PlaneROI, WithoutDepthHoldsItsPlaneAndWarns) {
  // Reference trajectories have it so. The rectangle ends at x = 0.5.
  const RegionScene scene(
      "<MechanicalObject position='0 0 0  9 -9 0  0 0 1e-9  -3 2 0'/>"
      "<PlaneROI name='roi' plane='0 0 0  0.5 0 0  0.5 0.5 0  0'/>");
  EXPECT_EQ(scene.warnings, 1u);
  EXPECT_EQ(scene.text("indices"), "0 1 3");
}

TEST(PlaneROI, WithoutPlaneHoldsAllAndWarns) {
  const RegionScene scene(withPoints("<PlaneROI name='roi'/>"));
  EXPECT_EQ(scene.warnings, 1u);
  EXPECT_EQ(scene.text("indices"), "0 1 2 3 4");
}

}  // namespace
}  // namespace sofa::test

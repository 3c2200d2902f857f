// SPDX-License-Identifier: Apache-2.0
// Springs that the elements of a surface imply.
#include "CapturedMessages.h"
#include "Sofa/Component/SolidMechanics/FastTriangularBendingSprings.h"
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

using BendingEnds = std::vector<std::array<type::Index, 2>>;

template <class Component>
BendingEnds bendingEnds(const ForceScene& scene) {
  scene.forces();
  const auto& kernel = dynamic_cast<const Component&>(*scene.force).kernel();
  BendingEnds ends;
  for (std::size_t i = 0; i < kernel.size(); ++i) ends.push_back({kernel.spring(i).first, kernel.spring(i).second});
  return ends;
}
const auto surfaceEnds = bendingEnds<SurfaceSpringForceField>;
const auto listedEnds = bendingEnds<SpringForceField<type::Vec3Types>>;

// 3 2 5
// 0 1 4, all two apart, with point 5 lifted.
const std::string sixPoints = R"(<MechanicalObject position="0 0 0  2 0 0  2 2 0  0 2 0  4 0 0  4 2 1"
                                  rest_position="0 0 0  2 0 0  2 2 0  0 2 0  4 0 0  4 2 0"/>)";
const std::string threeTriangles = sixPoints + R"(<MeshTopology triangles="0 1 2  0 2 3  1 4 2"/>)";
const std::string twoQuads = sixPoints + R"(<MeshTopology quads="0 1 2 3  1 4 5 2"/>)";

TEST(TriangularBendingSprings, joinWhatLiesAcrossSharedEdges) {
  const ForceScene scene(threeTriangles + R"(<TriangularBendingSprings stiffness="10"/>)");
  auto ends = surfaceEnds(scene);
  for (auto& e : ends) std::ranges::sort(e);
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (BendingEnds{{0, 4}, {1, 3}}));
  EXPECT_EQ(dynamic_cast<SurfaceSpringForceField&>(*scene.force).kernel().spring(0).stiffness, 10);
}

/// Three triangles in a row.
const std::string tornStrip =
    "<TriangleSetTopologyContainer triangles='0 1 2  1 3 2  2 3 4' nbPoints='5'/><TriangleSetTopologyModifier/>"
    "<MechanicalObject position='0 0 0  2 0 0  1 2 0  3 2 0  2 4 0'/><TriangularBendingSprings stiffness='10'/>";

TEST(TriangularBendingSprings, goWithTheirTriangles) {
  const ForceScene scene(tornStrip);
  EXPECT_EQ(surfaceEnds(scene), (BendingEnds{{3, 0}, {4, 1}}));
  auto& modifier = *scene.root->down<topology::TopologyModifier>();
  ASSERT_TRUE(modifier.remove({1}));
  EXPECT_TRUE(surfaceEnds(scene).empty());
  // Edges that lost a triangle get springs with the next one.
  ASSERT_TRUE(modifier.add(std::vector<type::Triangle>{{1, 3, 2}}));
  EXPECT_EQ(surfaceEnds(scene).size(), 2u);
  // Without elements they wait for others.
  ASSERT_TRUE(modifier.remove({0, 1, 2}));
  EXPECT_TRUE(surfaceEnds(scene).empty());
  EXPECT_TRUE(scene.force->isValid());
}

TEST(TriangularBendingSprings, doNotJoinNewTrianglesAcrossABorder) {
  // Reference trajectories have it so; it is told.
  const tests::CapturedMessages said;
  const ForceScene scene(tornStrip);
  auto& modifier = *scene.root->down<topology::TopologyModifier>();
  ASSERT_TRUE(modifier.add(std::vector<type::Triangle>{{0, 2, 4}}));
  EXPECT_EQ(surfaceEnds(scene).size(), 2u) << "0 2 was a border, and so was 2 4";
  EXPECT_EQ(said.warnings("no spring across"), 1u);
  ASSERT_TRUE(modifier.add(std::vector<type::Triangle>{{0, 4, 1}}));
  EXPECT_EQ(surfaceEnds(scene).size(), 2u) << "0 4 had one triangle when it was new";
}

TEST(TriangularBendingSprings, restAsInTheRestShape) {
  const ForceScene scene(
      R"(<MechanicalObject position="0 0 0  2 0 0  2 2 0  -1 3 0" rest_position="0 0 0  2 0 0  2 2 0  0 2 0"/>
                            <MeshTopology triangles="0 1 2  0 2 3"/><TriangularBendingSprings stiffness="10" damping="0"/>)");
  // From 2 sqrt 2 to 3 sqrt 2 along the diagonal.
  expectNear(scene.forces(), {0, 0, 0, -10, 10, 0, 0, 0, 0, 10, -10, 0}, 1e-12);
  checkTangent(scene, 1e-6);
  checkEnergy(scene, 1e-6);
  checkPurity(scene);
}

TEST(TriangularBendingSprings, stiffnessMayChange) {
  const ForceScene scene(
      R"(<MechanicalObject position="0 0 0  2 0 0  2 2 0  -1 3 0" rest_position="0 0 0  2 0 0  2 2 0  0 2 0"/>
                            <MeshTopology triangles="0 1 2  0 2 3"/><TriangularBendingSprings stiffness="10" damping="0"/>)");
  dynamic_cast<SurfaceSpringForceField&>(*scene.force).d_stiffness.set(1);
  scene.force->updateTrackedData();
  expectNear(scene.forces(), {0, 0, 0, -1, 1, 0, 0, 0, 0, 1, -1, 0}, 1e-12);
}

TEST(BendingSprings, needAMeshThatFits) {
  for (const char* name : {"TriangularBendingSprings", "QuadularBendingSprings", "FastTriangularBendingSprings"}) {
    const std::string element = std::string("<") + name + "/>";
    for (const std::string& mesh : {std::string(), std::string("<MeshTopology edges='0 1'/>"),
                                    std::string("<MeshTopology triangles='0 1 9' quads='0 1 2 9'/>")}) {
      const ForceScene scene(sixPoints + mesh + element);
      EXPECT_EQ(scene.errors, 1u) << name << mesh;
      EXPECT_FALSE(scene.force->isValid()) << name << mesh;
      expectNear(scene.forces(), std::vector<double>(18, 0.0));
    }
  }
  for (const char* name : {"TriangleBendingSprings", "QuadBendingSprings"}) {
    const ForceScene none(sixPoints + "<" + name + "/>");
    EXPECT_EQ(none.errors, 1u) << name;
    const ForceScene beyond(sixPoints + "<MeshTopology triangles='0 1 2 0 2 9' quads='0 1 2 3 3 2 9 8'/><" + name +
                            "/>");
    EXPECT_EQ(beyond.errors, 1u) << name;
    EXPECT_FALSE(beyond.force->isValid()) << name;
  }
}

TEST(TriangularBendingSprings, negativeConstantsAreWarnedOf) {
  const ForceScene scene(threeTriangles + R"(<TriangularBendingSprings stiffness="-1"/>)");
  EXPECT_EQ(scene.warnings, 1u);
}

TEST(QuadularBendingSprings, continueTheRowsOfPoints) {
  const ForceScene scene(twoQuads + R"(<QuadularBendingSprings stiffness="10"/>)");
  auto ends = surfaceEnds(scene);
  for (auto& e : ends) std::ranges::sort(e);
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (BendingEnds{{0, 4}, {3, 5}}));
  checkTangent(scene, 1e-5);
}

TEST(QuadBendingSprings, continueTheRowsOfPoints) {
  const ForceScene scene(twoQuads + R"(<QuadBendingSprings stiffness="10" damping="0"/>)");
  auto ends = listedEnds(scene);
  for (auto& e : ends) std::ranges::sort(e);
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (BendingEnds{{0, 4}, {3, 5}}));
  expectNear(scene.forces(), std::vector<double>(18, 0.0));  // at rest as they stand, not as at rest
}

TEST(QuadBendingSprings, rangeOfPoints) {
  EXPECT_EQ(listedEnds(ForceScene(twoQuads + R"(<QuadBendingSprings localRange="0 4"/>)")).size(), 2u);
  EXPECT_EQ(listedEnds(ForceScene(twoQuads + R"(<QuadBendingSprings localRange="5 9"/>)")).size(), 1u);
}

TEST(TriangleBendingSprings, splitQuads) {
  const ForceScene scene(sixPoints + R"(<MeshTopology quads="0 1 2 3"/><TriangleBendingSprings stiffness="10"/>)");
  EXPECT_EQ(listedEnds(scene), (BendingEnds{{3, 1}}));
}

TEST(FastTriangularBendingSprings, liftedPointIsPushedBack) {
  // Flat and symmetric: alpha = 1/2, 1/2, -1/2, -1/2, lambda = 4/3.
  const ForceScene scene(
      R"(<MechanicalObject position="0 0 0  1 0 0  .5 1 .1  .5 -1 0" rest_position="0 0 0  1 0 0  .5 1 0  .5 -1 0"/>
                            <MeshTopology triangles="0 1 2  1 0 3"/><FastTriangularBendingSprings/>)");
  const double f = .1 / 3;
  expectNear(scene.forces(), {0, 0, f, 0, 0, f, 0, 0, -f, 0, 0, -f}, 1e-14);
  checkTangent(scene, 1e-8);
  checkEnergy(scene, 1e-8);
}

TEST(FastTriangularBendingSprings, shortEdgesDoNotBend) {
  const std::string body = R"(<MechanicalObject position="0 0 0  1 0 0  .5 1 .1  .5 -1 0"/>
                              <MeshTopology triangles="0 1 2  1 0 3"/><FastTriangularBendingSprings minDistValidity=)";
  EXPECT_EQ(dynamic_cast<FastTriangularBendingSprings&>(*ForceScene(body + R"("0.9"/>)").force).size(), 1u);
  EXPECT_EQ(dynamic_cast<FastTriangularBendingSprings&>(*ForceScene(body + R"("1.1"/>)").force).size(), 0u);
}

TEST(RepulsiveSpringForceField, onlyPushes) {
  const ForceScene scene(R"(<MechanicalObject position="0 0 0  2 0 0  2 3 0"/>
                            <RepulsiveSpringForceField spring="0 1 10 0 3  1 2 10 0 1"/>)");
  expectNear(scene.forces(), {-10, 0, 0, 10, 0, 0, 0, 0, 0});
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 5, 1e-12);
  checkTangent(scene, 1e-7);
}

}  // namespace
}  // namespace sofa::component::solidmechanics

// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": regions, files, grids and movements that are taken as they are given.
#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/ChangeScript.h"
#include "Sofa/Component/Topology/SparseGridTopology.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Geometry/RamifiedGrid.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;
using type::Vec3Types;

const std::string still = "dt='.25' gravity='0 0 0' ", exact = "compatibility='exact'";

/// The unit cube, with two points outside. SOFA v26.06 sends a ray from each point p to 100 m beyond the nearest corner
/// of the bounding box and counts the triangles that it crosses, without their edges and corners:
///
/// From (.25, .25, .25) it runs along (-1, -1, -1) and leaves by the corner (0, 0, 0): no crossing.
///
/// From (.5, .4, .3) it runs along (100.5, -100.4, -100.3). It meets the bottom, z = 0, first, at (.80, .10, 0) within
/// the triangle 0 2 1, and no other side behind that: one crossing, and the point is inside.
///
/// From (.9, .1, .4) it runs along (100.1, -100.1, -100.4) and leaves by the sides x = 1 and y = 0 at once, through
/// their common edge at z = .30: no crossing.
TEST(ExactInput, RegionsHoldWhatTheirSurfaceEncloses) {
  const auto indices = [](const std::string& root) {
    const Scene scene(
        "<MechanicalObject position='.25 .25 .25  .5 .5 .5  .9 .1 .4  1.5 .5 .5  .5 .5 1.01'/>"
        "<MeshROI name='e' ROIposition='0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1' "
        "ROItriangles='0 2 1  0 3 2  4 5 6  4 6 7  0 1 5  0 5 4  3 7 6  3 6 2  0 4 7  0 7 3  1 2 6  1 6 5' "
        "position='.25 .25 .25  .5 .4 .3  .9 .1 .4  1.5 .5 .5  .5 .5 1.01'/>",
        still + root);
    return scene.root->components().back()->findData("indices")->text();
  };
  const CapturedMessages said;
  EXPECT_EQ(indices(exact), "0 1 2");
  EXPECT_EQ(said.warnings("does not count there"), 0u);
  EXPECT_EQ(indices(""), "1") << "the defect: rays from the points 0 and 2 meet no side";
  EXPECT_EQ(said.warnings("does not count there"), 1u);
}

TEST(ExactInput, FilesOfSpringsAreLookedForBesideTheScene) {
  const tests::TemporaryFolder folder;
  folder.write("a.xs3", "Xsp 3.0\nmass 1 i 0 0 0 0 0 0 1 1\nmass 2 s 0 4 0 0 0 0 1 1\nlspg 1 1 2 10 0 3\n");
  const CapturedMessages said;
  const auto found = [&](const std::string& root) {
    const auto node =
        simulation::readSceneText("<Node name='root' " + root + "><MeshXspLoader filename='a.xs3'/></Node>",
                                  std::filesystem::path(folder.file("")));
    return node->components().back()->isValid();
  };
  EXPECT_TRUE(found(exact));
  EXPECT_EQ(said.errors() + said.warnings("beside the scene"), 0u);
  EXPECT_FALSE(found("")) << "the defect";
  EXPECT_EQ(said.warnings("beside the scene"), 1u);
}

TEST(ExactInput, RemovalsThatLackNumbersAreWrong) {
  component::topology::ChangeScript script;
  script.completeRemovals(false);
  script.parse("T= 1\nREMOVE= 1\n5\nREMOVE= 4\n3 1 2\n");
  ASSERT_EQ(script.problems().size(), 1u);
  EXPECT_TRUE(script.problems()[0].isError);
  ASSERT_EQ(script.blocks().at(0).commands.size(), 1u);
  using Removal = component::topology::ChangeScript::Removal;
  EXPECT_THAT(std::get<Removal>(script.blocks()[0].commands[0].what).elements, testing::ElementsAre(5u));
  const tests::TemporaryFolder folder;
  const auto file = folder.write("changes.txt", "T= 1\nREMOVE= 2\n00\n");
  const CapturedMessages said;
  const std::string scene =
      "<TriangleSetTopologyContainer position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>"
      "<TopologicalChangeProcessor filename='" +
      file + "'/>";
  Scene(scene, still + exact);
  EXPECT_EQ(said.errors("REMOVE: 2 numbers must follow"), 1u);
  Scene(scene, still);
  EXPECT_EQ(said.warnings("compatibility=\"exact\" at the root leaves the command out"), 1u);
}

/// The velocity of the movement is 4 m/s along x and z; along y the point goes on at 1 m/s.
TEST(ExactInput, MovementsLeaveOtherDirectionsFree) {
  const CapturedMessages said;
  const Scene scene(
      "<EulerExplicitSolver/><MechanicalObject position='1 2 3' velocity='1 1 1'/><UniformMass totalMass='1'/>"
      "<PartialLinearMovementProjectiveConstraint indices='0' keyTimes='0 1' movements='0 0 0  4 4 4' "
      "movedDirections='1 0 1'/>",
      still + exact);
  scene.step(3);  // constraints see the time .5
  const auto& state = scene.state<Vec3Types>();
  EXPECT_LT((state.positions()[0] - Vec3(3, 2.75, 5)).norm(), 1e-14) << state.positions()[0].transpose();
  EXPECT_EQ(state.velocities()[0], Vec3(4, 1, 4));
  EXPECT_EQ(said.warnings("movedDirections"), 0u);
}

/// Two cells in a row along x.
TEST(ExactInput, CellsHangTogetherWhereAnEdgeIs) {
  using geometry::RamifiedGrid;
  const auto points = [](const Vec3& a, const Vec3& b) {
    geometry::RegularGrid lattice;
    lattice.n = {3, 2, 2};
    geometry::CellKinds kinds(lattice, geometry::CellKind::boundary);
    RamifiedGrid grid(geometry::SparseGrid(std::move(kinds), false, .5f), std::vector<RamifiedGrid::Edge>{{a, b}},
                      RamifiedGrid::Reach::asItIs);
    grid.number();
    EXPECT_EQ(grid.facesCrossedBehind(), 0u);
    return grid.points.size();
  };
  EXPECT_EQ(points({.5, .5, .5}, {1.5, .7, .5}), 12u);
  EXPECT_EQ(points({1.2, .5, .5}, {1.5, .7, .5}), 16u) << "only what lies behind it would cross the face";
}

/// Two cells in a row along x, from 0 to 2, with the surface in the given file or in the given attributes. They have 12
/// points if they hang together, and 16 if not.
std::size_t pointsOfTwoCells(const std::string& surface, const std::string& root) {
  const Scene scene(
      "<SparseGridRamificationTopology finestConnectivity='1' min='0 0 0' max='2 1 1' n='3 2 2' " + surface + "/>",
      still + root);
  return scene.first<component::topology::SparseGridTopology>().nbPoints();
}

/// A triangle whose first corner lies in the first cell, the second one above it out of the box, and the third one in
/// the second cell. The edge between the first two has x = .5, the next one crosses x = 1 at y = 1.75, above the cells.
/// Only the edge from the last corner to the first one crosses the face between the cells, at (1, .5, .5).
TEST(ExactInput, TheEdgeThatClosesAPolygonJoinsCells) {
  const tests::TemporaryFolder folder;
  const auto surface = "filename='" + folder.write("a.obj", "v .5 .5 .5\nv .5 3 .5\nv 1.5 .5 .5\nf 1 2 3\n") + "'";
  EXPECT_EQ(pointsOfTwoCells(surface, exact), 12u);
  EXPECT_EQ(pointsOfTwoCells(surface, ""), 16u) << "the defect: the last edge joins none";
}

/// SOFA v26.06 takes the corners of the triangles from the twelve points of the grid, of which 0 to 3 have x = 0, and 1
/// and 10 are (0, 0, 1) and (2, 1, 0).
TEST(ExactInput, CellsHangTogetherByThePointsOfTheSurface) {
  const CapturedMessages said;
  // The first edge crosses the face between the cells at (1, .5, .5); that of the grid's points lies in x = 0.
  const std::string across = "position='.5 .5 .5  1.5 .5 .5  .5 3 .5' triangles='0 1 2'";
  EXPECT_EQ(pointsOfTwoCells(across, exact), 12u);
  // Each triangle stays in its cell; the line from grid point 1 to grid point 10 crosses the face at (1, .5, .5).
  const std::string apart =
      "position='1.2 .2 .2  .2 .2 .2  1.8 .2 .2  1.5 .8 .5  .5 .5 .5  .5 .5 .5  .5 .5 .5  .5 .5 .5  .5 .5 .5  .5 .5 .5 "
      " .8 .2 .2  .5 .8 .5' triangles='1 10 11  0 2 3'";
  EXPECT_EQ(pointsOfTwoCells(apart, exact), 16u);
  EXPECT_EQ(said.warnings("between the points of the grid"), 0u);
  EXPECT_EQ(pointsOfTwoCells(across, ""), 16u) << "the defect";
  EXPECT_EQ(pointsOfTwoCells(apart, ""), 12u) << "the defect";
  EXPECT_EQ(said.warnings("between the points of the grid"), 2u);
}

/// Eight finest cells along x: one, nothing for two, and five that hang together. Of the two cells in one place the
/// second holds five times what the first does.
TEST(ExactInput, CellsThatShareAPlaceHaveTheirOwnFilling) {
  const auto ratio = [](const std::string& root) {
    const Scene scene(
        "<SparseGridRamificationTopology position='.2 .02 .02  .8 .02 .02  .5 .1 .1  3.2 .02 .02  7.8 .02 .02  5 .1 "
        ".1' "
        "triangles='0 1 2  3 4 5' min='0 0 0' max='8 1 1' n='2 2 2' finestConnectivity='0' nbVirtualFinerLevels='3'/>",
        still + root);
    const auto& grid = scene.first<component::topology::SparseGridTopology>();
    return grid.hexahedronStiffness(1) / grid.hexahedronStiffness(0);
  };
  const CapturedMessages said;
  EXPECT_NEAR(ratio(exact), 5, 1e-6);
  EXPECT_EQ(said.warnings("stiffness and mass of other places"), 0u);
  EXPECT_GT(std::abs(ratio("") - 5), 0.5) << "the defect";
  EXPECT_EQ(said.warnings("stiffness and mass of other places"), 1u);
}

}  // namespace
}  // namespace sofa::test

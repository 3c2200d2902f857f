// SPDX-License-Identifier: Apache-2.0
// Points that components name by number, beside a mesh that loses some of them.
#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Type/DataTypes.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using testing::ElementsAre;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

template <class T>
const std::vector<T>& listOf(const Scene& scene, const std::string& component, const std::string& data) {
  std::vector<core::Component*> all;
  scene.root->collectDown(all);
  for (auto* found : all)
    if (found->name() == component) return dynamic_cast<core::Data<std::vector<T>>&>(*found->findData(data)).value();
  throw std::runtime_error("no component " + component);
}

const std::string fourPoints =
    "<PointSetTopologyContainer position='0 0 0  1 0 0  2 0 0  3 0 0'/><PointSetTopologyModifier/>"
    "<MechanicalObject name='row'/><UniformMass vertexMass='1'/>";

TEST(FollowedPoints, pairsTiedByMultipliers) {
  tests::TemporaryFolder folder;
  CapturedMessages said;
  const auto start = [] {
    Scene scene("");
    scene.root = simulation::readSceneText(
        "<Node name='root' dt='0.05' gravity='0 -5 0'><FreeMotionAnimationLoop/>"
        "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-12'/>"
        "<Node name='a'><EulerImplicitSolver/><CGLinearSolver iterations='20' tolerance='1e-12' threshold='1e-20'/>" +
        fourPoints +
        "<UncoupledConstraintCorrection defaultCompliance='1'/></Node>"
        "<Node name='b'><MechanicalObject name='still' position='0 0 0  1 0 0  2 0 0  3 0 0'/></Node>"
        "<BilateralLagrangianConstraint name='tie' object1='@a/row' object2='@b/still' first_point='0 1 3' "
        "second_point='0 1 3' rest_vector='0 0 0  0 1 0  0 2 0'/></Node>");
    simulation::initRoot(*scene.root);
    return scene;
  };
  const Scene scene = start();
  scene.step();
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(listOf<Index>(scene, "tie", "first_point"), ElementsAre(0u, 1u));
  EXPECT_THAT(listOf<Index>(scene, "tie", "second_point"), ElementsAre(0u, 3u));
  EXPECT_THAT(listOf<Vec3>(scene, "tie", "rest_vector"), ElementsAre(Vec3(0, 0, 0), Vec3(0, 2, 0)));
  ASSERT_TRUE(simulation::saveCheckpoint(folder.file("tie"), *scene.root, 1));
  const Scene resumed = start();
  ASSERT_EQ(simulation::loadCheckpoint(folder.file("tie"), *resumed.root), 1);
  EXPECT_THAT(listOf<Index>(resumed, "tie", "second_point"), ElementsAre(0u, 3u));
  scene.step(3);
  const auto& x = listOf<Vec3>(scene, "row", "position");
  EXPECT_NEAR((x[1] - Vec3(3, -2, 0)).norm(), 0, 1e-9) << "what took the place of the removed point stays tied";
  EXPECT_LT(x[2].y(), -0.05) << "nothing ties this one";
  EXPECT_EQ(said.errors(), 0u);
}

TEST(FollowedPoints, heldByASpring) {
  const Scene scene("<EulerExplicitSolver/>" + fourPoints +
                    "<PointSpringForceField name='spring' points='0 1 3' weights='0.25 0.5 0.25' target='1.5 1 0'/>");
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(listOf<Index>(scene, "spring", "points"), ElementsAre(0u, 1u));
  EXPECT_THAT(listOf<double>(scene, "spring", "weights"), ElementsAre(0.5, 0.5)) << "still a mean";
  scene.step();
  const auto& v = listOf<Vec3>(scene, "row", "velocity");
  EXPECT_EQ(v[2], Vec3(0, 0, 0));
  EXPECT_GT(v[0].y(), 0);
  EXPECT_EQ(v[0], v[1]) << "(0 0 0) and (3 0 0) carry the same part";
}

TEST(FollowedPoints, movedAlongAPath) {
  const Scene scene("<EulerExplicitSolver/>" + fourPoints +
                    "<LinearMovementProjectiveConstraint name='move' indices='1 3' keyTimes='0 10' "
                    "movements='0 0 0  0 0 10'/>");
  scene.step();
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(listOf<Index>(scene, "move", "indices"), ElementsAre(1u));
  scene.step(2);
  const auto& x = listOf<Vec3>(scene, "row", "position");
  EXPECT_NEAR((x[1] - Vec3(3, 0, 0.2)).norm(), 0, 1e-12) << "from where it started, as at the begin of the step";
  EXPECT_EQ(x[2], Vec3(2, 0, 0));
}

TEST(FollowedPoints, heldToWhereTheyStarted) {
  // Ten seconds to the end of the ramp; projections see the time at the begin of the step.
  for (const auto& [constraint, goal] : std::initializer_list<std::pair<const char*, Vec3>>{
           {"AffineMovementProjectiveConstraint indices='1 3' endConstraintTime='10' translation='0 0 10' "
            "rotation='1 0 0 0 1 0 0 0 1'",
            Vec3(3, 0, 0.2)},
           {"DirectionProjectiveConstraint indices='1 3' direction='0 0 1'", Vec3(3, 0, 0)}}) {
    const Scene scene("<EulerExplicitSolver/>" + fourPoints + "<" + constraint + "/>");
    scene.step();
    ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
    scene.step(2);
    EXPECT_NEAR((listOf<Vec3>(scene, "row", "position")[1] - goal).norm(), 0, 1e-12) << constraint;
  }
}

/// Half a turn about z for all: what is added in between keeps it too, from where it came.
TEST(FollowedPoints, addedOnesStartWhereTheyAre) {
  const Scene turned(
      "<EulerExplicitSolver/><PointSetTopologyContainer position='0 0 0  1 0 0'/><PointSetTopologyModifier/>"
      "<MechanicalObject template='Rigid3' name='row' position='0 0 0 0 0 1 0  1 0 0 0 0 1 0'/>"
      "<UniformMass totalMass='2'/><FixedRotationProjectiveConstraint FixedZRotation='1'/>");
  turned.step();
  ASSERT_TRUE(turned.first<TopologyModifier>().addPoints({core::Ancestors{{1}, {1}}}));
  ASSERT_TRUE(turned.first<TopologyModifier>().remove({0}));
  turned.step(2);
  const auto& bodies = turned.state<type::Rigid3Types>().positions();
  ASSERT_EQ(bodies.size(), 2u);
  for (const auto& body : bodies) EXPECT_NEAR(std::abs(body.orientation.z()), 1, 1e-12);

  for (const char* constraint : {"LinearMovementProjectiveConstraint movements='0 0 0  0 0 10'",
                                 "LinearVelocityProjectiveConstraint velocities='0 0 1  0 0 1'"}) {
    const Scene moved("<EulerExplicitSolver/>" + fourPoints + "<" + constraint + " indices='3' keyTimes='0 10'/>");
    moved.step();
    ASSERT_TRUE(moved.first<TopologyModifier>().addPoints({core::Ancestors{{2}, {1}}}));
    moved.first<core::BaseProjectiveConstraint>().findData("indices")->read("3 4");
    moved.step(2);
    EXPECT_NEAR((listOf<Vec3>(moved, "row", "position")[4] - Vec3(2, 0, 0.2)).norm(), 0, 1e-12) << constraint;
  }
}

TEST(FollowedPoints, mappedSubsets) {
  CapturedMessages said;
  tests::TemporaryFolder folder;
  const auto start = [](const std::string& attributes) {
    return Scene("<EulerExplicitSolver/>" + fourPoints +
                 "<Node name='below'><MechanicalObject name='some'/><SubsetMapping name='map' indices='3 1 0' " +
                 attributes + "/></Node>");
  };
  const Scene scene = start("resizeToModel='1'");
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(listOf<Index>(scene, "map", "indices"), ElementsAre(1u, 0u)) << "the others keep their order";
  EXPECT_THAT(listOf<Vec3>(scene, "some", "position"), ElementsAre(Vec3(3, 0, 0), Vec3(0, 0, 0)));
  ASSERT_TRUE(simulation::saveCheckpoint(folder.file("map"), *scene.root, 1));
  const Scene resumed = start("resizeToModel='1'");
  ASSERT_EQ(simulation::loadCheckpoint(folder.file("map"), *resumed.root), 1);
  EXPECT_THAT(listOf<Index>(resumed, "map", "indices"), ElementsAre(1u, 0u));
  EXPECT_EQ(said.errors(), 0u);
  const Scene fixed = start("handleTopologyChange='0'");
  ASSERT_TRUE(fixed.first<TopologyModifier>().remove({1}));
  EXPECT_THAT(listOf<Index>(fixed, "map", "indices"), ElementsAre(3u, 1u, 0u));
}

}  // namespace
}  // namespace sofa::component::topology

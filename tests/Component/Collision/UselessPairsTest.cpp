// SPDX-License-Identifier: Apache-2.0
// Bodies that pass through each other because of the models or the method are told when a scene is loaded.
#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;

const std::string methods[] = {"MinProximityIntersection", "LocalMinDistance", "NewProximityIntersection",
                               "DiscreteIntersection", "CCDTightInclusionIntersection"};

struct Loaded {
  Loaded(const std::string& method, const std::string& floor, const std::string& body) {
    const std::string state = "<MechanicalObject position='0 0 0  1 0 0  0 0 1'/>";
    root = simulation::readSceneText(
        "<Node name='root' dt='0.01'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver tolerance='1e-9' "
        "maxIterations='100'/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><" +
        method + (method == "DiscreteIntersection" ? "" : " alarmDistance='0.3' contactDistance='0.1'") +
        "/><CollisionResponse response='FrictionContactConstraint'/><Node name='floor'><MeshTopology position='0 0 0  "
        "1 "
        "0 0  0 0 1' triangles='0 1 2'/>" +
        state + floor +
        "</Node><Node name='body'><EulerImplicitSolver/><SparseLDLSolver/><MeshTopology position='0 9 0  "
        "1 9 0  0 9 1' triangles='0 1 2' edges='0 1  1 2  2 0'/><MechanicalObject position='0 9 0  1 9 0  0 9 1'/>"
        "<UniformMass totalMass='1'/><LinearSolverConstraintCorrection/>" +
        body + "</Node></Node>");
    if (root) simulation::initRoot(*root);
  }
  CapturedMessages said;
  std::shared_ptr<simulation::Node> root;
};
const std::string fixedTriangles = "<TriangleCollisionModel simulated='0' moving='0'/>",
                  fixedAll = fixedTriangles +
                             "<LineCollisionModel simulated='0' moving='0'/><PointCollisionModel "
                             "simulated='0' moving='0'/>";

TEST(UselessPairs, trianglesAloneHaveNoTestInMostMethods) {
  for (const auto& method : methods) {
    const Loaded scene(method, fixedTriangles, "<TriangleCollisionModel/>");
    ASSERT_TRUE(scene.root);
    const bool knowsThem = method == "NewProximityIntersection";
    const auto told = scene.said.warnings("pass through each other");
    EXPECT_EQ(told, knowsThem ? 0u : 1u) << method;
    EXPECT_EQ(scene.said.errors(), 0u) << method;
  }
}

TEST(UselessPairs, pointsAreEnough) {
  for (const auto& method : methods) {
    if (method == "DiscreteIntersection") continue;
    const Loaded scene(method, fixedTriangles, "<TriangleCollisionModel/><LineCollisionModel/><PointCollisionModel/>");
    EXPECT_EQ(scene.said.warnings("pass through each other"), 0u) << method;
  }
}

TEST(UselessPairs, spheresThatAMethodLeavesOut) {
  for (const auto& method : methods) {
    const Loaded scene(method, fixedAll, "<SphereCollisionModel radius='0.5'/>");
    const bool leavesOut = method == "CCDTightInclusionIntersection" || method == "DiscreteIntersection";
    if (method == "DiscreteIntersection") continue;  // it knows some of them: told as unknown, if at all
    EXPECT_EQ(scene.said.warnings("pass through each other"), leavesOut ? 1u : 0u) << method;
    EXPECT_EQ(scene.said.warnings("MinProximityIntersection"), leavesOut ? 1u : 0u) << method;
  }
}

TEST(UselessPairs, obstaclesThatASolverMoves) {
  for (const auto& method : methods) {
    const Loaded scene(method, fixedAll, "<PointCollisionModel simulated='0'/>");
    EXPECT_EQ(scene.said.warnings("both obstacles"), 1u) << method;
    const Loaded sound(method, fixedAll, "<PointCollisionModel/>");
    EXPECT_EQ(sound.said.warnings("both obstacles"), 0u) << method;
  }
}

TEST(UselessPairs, modelsOfOneGroupMayPass) {
  const Loaded scene("LocalMinDistance", "<TriangleCollisionModel simulated='0' moving='0' group='1'/>",
                     "<TriangleCollisionModel group='1'/>");
  EXPECT_EQ(scene.said.warnings("pass through each other"), 0u);
}

TEST(UselessPairs, raysMeetOneKindOfModel) {
  const CapturedMessages said;
  auto root = simulation::readSceneText(
      "<Node name='root'><DefaultAnimationLoop/><CollisionPipeline/><BruteForceBroadPhase/><RayTraceNarrowPhase/>"
      "<NewProximityIntersection alarmDistance='0.3' contactDistance='0.1'/><CollisionResponse "
      "response='PenalityContactForceField'/><Node name='a'><MechanicalObject position='0 0 0'/><SphereCollisionModel "
      "radius='1'/></Node><Node name='b'><MechanicalObject position='9 0 0'/><SphereCollisionModel radius='1'/></Node>"
      "</Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(said.warnings("TriangleOctreeCollisionModel only"), 2u);
}

TEST(PenaltyContacts, solversOfTheirOwnAreTold) {
  const auto warnings = [](const std::string& solvers, const std::string& above) {
    const CapturedMessages said;
    const auto body = [&](const std::string& name, const std::string& y) {
      return "<Node name='" + name + "'>" + solvers + "<MechanicalObject position='0 " + y +
             " 0'/><UniformMass totalMass='1'/><SphereCollisionModel radius='0.5'/></Node>";
    };
    auto root = simulation::readSceneText(
        "<Node name='root' "
        "dt='0.01'><DefaultAnimationLoop/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
        "<MinProximityIntersection alarmDistance='0.3' contactDistance='0.1'/><CollisionResponse "
        "response='PenalityContactForceField'/><Node name='all'>" +
        above + body("a", "0") + body("b", "0.9") + body("c", "1.8") + "</Node></Node>");
    simulation::initRoot(*root);
    simulation::animate(*root);
    return said.warnings("solvers of their own");
  };
  const std::string implicit =
      "<EulerImplicitSolver/><CGLinearSolver iterations='25' tolerance='1e-9' threshold='1e-9'/>";
  EXPECT_EQ(warnings(implicit, ""), 1u);
  EXPECT_EQ(warnings("", implicit), 0u);
  EXPECT_EQ(warnings("<EulerExplicitSolver/>", ""), 0u);
}

}  // namespace
}  // namespace sofa::component::collision

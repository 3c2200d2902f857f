// SPDX-License-Identifier: Apache-2.0
// Bodies so fast and thin that they are on the other side at the end of the step.
#include "CapturedMessages.h"
#include "Component/Collision/DetectedContacts.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;
using tests::detectedContacts;
using tests::Scene;
using type::Vec3;

std::string pipeline(const std::string& intersection) {
  return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>" + intersection +
         "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0'/>";
}
std::string continuous(const std::string& attributes = "continuousCollisionType='FreeMotion'") {
  return pipeline("<CCDTightInclusionIntersection alarmDistance='0' contactDistance='0.01' " + attributes + "/>");
}
const std::string lagrangian =
    "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-10'/>";
const std::string solved = "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><SparseLDLSolver/>";

struct Thrown {
  explicit Thrown(const std::string& content) {
    root = simulation::readSceneText("<Node name='root' dt='0.01' gravity='0 0 0'>" + lagrangian + content + "</Node>");
    simulation::initRoot(*root);
  }
  void step(int count) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }
  const core::State<type::Vec3Types>& state(const std::string& node) const {
    for (const auto& child : root->children())
      if (child->name() == node)
        return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*child));
    throw std::runtime_error("no such node");
  }
  std::shared_ptr<simulation::Node> root;
};

std::string meshOf(const std::string& position, const std::string& elements) {
  return elements.empty() ? "" : "<MeshTopology position='" + position + "' " + elements + "/>";
}
/// A body of free particles, in one mesh if there are elements.
std::string body(const std::string& name, const std::string& position, const std::string& velocity,
                 const std::string& elements, const std::string& model) {
  return "<Node name='" + name + "'>" + solved + meshOf(position, elements) + "<MechanicalObject position='" +
         position + "' velocity='" + velocity + "'/><UniformMass vertexMass='1'/>" + model +
         "<LinearSolverConstraintCorrection/></Node>";
}
std::string obstacle(const std::string& position, const std::string& elements, const std::string& model) {
  return "<Node name='obstacle'>" + meshOf(position, elements) + "<MechanicalObject position='" + position + "'/>" +
         model + "</Node>";
}
const std::string still = "simulated='0' moving='0'", floorCorners = "-9 -9 0  9 -9 0  0 9 0";
const std::string points = "<PointCollisionModel/>", lines = "<LineCollisionModel/>";
const std::string ground = obstacle(floorCorners, "triangles='0 1 2'", "<TriangleCollisionModel " + still + "/>");

TEST(ContinuousCollisionModels, aBulletDoesNotTunnelThroughASheet) {
  // 300 m/s: 3 m in each step, through a sheet without thickness.
  const std::string bullet = body("a", "0.1 0.2 1.1", "0 0 -300", "", points);
  const Thrown scene(continuous() + ground + bullet);
  scene.step(20);
  EXPECT_NEAR(scene.state("a").positions()[0].z(), 0.01, 1e-8);
  // Detection at the beginning of steps only does not see it.
  const Thrown blind(pipeline("<NewProximityIntersection alarmDistance='0.1' contactDistance='0.01'/>") + ground +
                     bullet);
  blind.step(20);
  EXPECT_LT(blind.state("a").positions()[0].z(), -10);
}

TEST(ContinuousCollisionModels, aSheetDoesNotTunnelThroughAPoint) {
  const Thrown scene(continuous() +
                     body("a", "-1 -1 2  1 -1 2  0 1 2", "0 0 -500  0 0 -500  0 0 -500", "triangles='0 2 1'",
                          "<TriangleCollisionModel/>") +
                     obstacle("0 0 0", "", "<PointCollisionModel simulated='0' moving='0'/>"));
  scene.step(1);  // the sheet turns afterwards, and goes its way beside the point
  // The place of the sheet at which it met the point is above it: weights 1/4, 1/4, 1/2.
  const auto& x = scene.state("a").positions();
  EXPECT_NEAR((x[0] / 4 + x[1] / 4 + x[2] / 2).z(), 0.01, 1e-8);
}

TEST(ContinuousCollisionModels, crossedThreadsDoNotTunnel) {
  const Thrown scene(continuous() + body("a", "-1 0 1  1 0 1", "0 0 -400  0 0 -400", "edges='0 1'", lines) +
                     body("b", "0 -1 -1  0 1 -1", "0 0 400  0 0 400", "edges='0 1'", lines));
  scene.step(1);
  const auto &a = scene.state("a").positions(), &b = scene.state("b").positions();
  EXPECT_NEAR((a[0] + a[1]).z() / 2 - (b[0] + b[1]).z() / 2, 0.01, 1e-8);
  scene.step(10);  // perfectly inelastic: they stay where they met
  EXPECT_NEAR(scene.state("a").positions()[0].z(), a[0].z(), 1e-8);
}

TEST(ContinuousCollisionModels, manyPointsAtManySpeedsStayAbove) {
  std::string position, velocity;
  for (int i = 0; i < 200; ++i) {
    position += fmt::format("{} {} {} ", -2 + 0.02 * i, 0.01 * (i % 17), 0.5 + 0.013 * i);
    velocity += fmt::format("{} {} {} ", 10 - 0.1 * i, 0.3 * (i % 5), -1.0 - i * i * 0.2);
  }
  const Thrown scene(continuous("continuousCollisionType='FreeMotion' tolerance='1e-6'") + ground +
                     body("a", position, velocity, "", points));
  for (int k = 0; k < 20; ++k) {
    scene.step(1);
    for (const auto& x : scene.state("a").positions()) ASSERT_GT(x.z(), 0.01 - 1e-6);
  }
}

TEST(ContinuousCollisionModels, bothSidesHoldIfAsked) {
  const std::string fromBelow = body("a", "0.1 0.2 -1.1", "0 0 300", "", points);
  const Thrown scene(
      continuous() +
      obstacle(floorCorners, "triangles='0 1 2'", "<TriangleCollisionModel bothSide='1' " + still + "/>") + fromBelow);
  scene.step(5);
  EXPECT_NEAR(scene.state("a").positions()[0].z(), -0.01, 1e-8);
}

TEST(ContinuousCollisionModels, velocitiesTellTheMotionWithInertia) {
  const auto contacts = [](const std::string& type, const std::string& velocity) {
    return detectedContacts(Scene(continuous("continuousCollisionType='" + type + "'") + ground +
                                  body("a", "0.1 0.2 1", velocity, "", points)));
  };
  const auto found = contacts("Inertia", "0 0 -20");  // dt = 0.1
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point1 - Vec3(.1, .2, 0)).norm(), 1e-12);
  EXPECT_LT((found[0].point2 - Vec3(.1, .2, 1)).norm(), 1e-12);
  EXPECT_LT((found[0].normal - Vec3(0, 0, 1)).norm(), 1e-12);
  EXPECT_NEAR(found[0].value, 0.99, 1e-12);
  EXPECT_TRUE(contacts("Inertia", "0 0 -9.8").empty());
  EXPECT_TRUE(contacts("None", "0 0 -20").empty());
}

TEST(ContinuousCollisionModels, boxesHoldTheWholeMotion) {
  const Scene scene(continuous("continuousCollisionType='Inertia'") + ground +
                    body("a", "0 0 1  1 0 1  0 1 1", "0 0 -50  0 3 0  0 0 0", "triangles='0 1 2'",
                         "<TriangleCollisionModel contactDistance='0.1'/>"));
  detectedContacts(scene);
  std::vector<core::CollisionModel*> models;
  scene.root->collectDown(models);
  for (const auto* model : models) {
    const auto& box = model->boxes().rootBox();
    if (model->context()->name() != "a") continue;
    EXPECT_LT((box.min - Vec3(-.1, -.1, -4.1)).norm(), 1e-12);
    EXPECT_LT((box.max - Vec3(1.1, 1.1, 1.1)).norm(), 1e-12);
  }
  // Obstacles that do not move have no motion, whatever their velocity.
  const Scene resting(continuous("continuousCollisionType='Inertia'") +
                      body("a", "0 0 1", "0 0 -50", "", "<PointCollisionModel moving='0'/>"));
  detectedContacts(resting);
  EXPECT_EQ(resting.first<core::CollisionModel>().boxes().rootBox().min, Vec3(0, 0, 1));
}

TEST(ContinuousCollisionModels, aSenselessToleranceIsAnError) {
  const CapturedMessages captured;
  const Scene scene(continuous("tolerance='0'"));
  EXPECT_EQ(captured.count(helper::Severity::Error, "tolerance=\"0\" must be positive"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision

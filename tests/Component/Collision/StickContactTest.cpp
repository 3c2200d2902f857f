// SPDX-License-Identifier: Apache-2.0
// Contacts that stick by springs.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/StickContactForceField.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

std::string stickBall(const std::string& name, const std::string& x, const std::string& velocity,
                      const std::string& more) {
  return "<Node name='" + name + "'><MechanicalObject name='dofs' position='" + x + " 0 0' velocity='" + velocity +
         "'/><UniformMass vertexMass='2'/><SphereCollisionModel radius='0.5' " + more + "/></Node>";
}
/// Two balls that overlap and part.
Scene parting(const std::string& parameters, const std::string& stiffness = "contactStiffness='3'") {
  return Scene(
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>"
      "<CollisionResponse response='StickContactForceField' responseParams='" +
      parameters + "'/><EulerExplicitSolver/>" + stickBall("a", "0", "-4 0 0", stiffness) +
      stickBall("b", "0.9", "4 1 0", stiffness));
}
core::State<type::Vec3Types>& ballState(const Scene& scene, std::size_t child) {
  return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*scene.root->children().at(child)));
}

TEST(StickContactForceField, pullsBackToWhatWasDetectedLast) {
  const Scene scene = parting("");
  scene.step();  // detected at rest length: no force, and they part by 0.8 and 0.1
  EXPECT_NEAR(ballState(scene, 1).velocities()[0].x(), 4, 1e-14);
  auto& force = scene.first<StickContactForceField>();
  ASSERT_EQ(force.springs().size(), 1u);
  EXPECT_LT((force.springs()[0].rest - Vec3(-0.9, 0, 0)).norm(), 1e-14);  // the newer model comes first
  scene.step();  // they are apart: the spring stays; k = 3 + 3, dt = 0.1, m = 2
  EXPECT_NEAR(ballState(scene, 1).velocities()[0].x(), 4 - 6 * 0.8 * 0.1 / 2, 1e-14);
  EXPECT_NEAR(ballState(scene, 1).velocities()[0].y(), 1 - 6 * 0.1 * 0.1 / 2, 1e-14);
  EXPECT_NEAR(ballState(scene, 0).velocities()[0].x(), -4 + 6 * 0.8 * 0.1 / 2, 1e-14);
}

TEST(StickContactForceField, contactsWithoutKeepAliveEnd) {
  const Scene scene = parting("keepAlive=0");
  scene.step(2);
  EXPECT_EQ(scene.root->down<StickContactForceField>(), nullptr);
  EXPECT_NEAR(ballState(scene, 1).velocities()[0].x(), 4, 1e-14);
}

TEST(StickContactForceField, frictionOfTheModelsDamps) {
  const Scene scene = parting("", "contactStiffness='0' contactFriction='0.5'");
  scene.step();  // c = 1 acts on the difference of 8
  EXPECT_NEAR(ballState(scene, 1).velocities()[0].x(), 4 - 1 * 8 * 0.1 / 2, 1e-14);
}

TEST(StickContactForceField, theTangentIsThatOfTheForce) {
  StickContactForceField force;
  force.setLaw(6, 0.5);
  force.add({0, 1, Vec3(1, 0, 0)});
  using Vectors = StickContactForceField::VecDeriv;
  const Vectors x1{Vec3(0.1, 0.2, 0)}, x2{Vec3(9, 9, 9), Vec3(1.4, 0.3, 0.5)}, v1{Vec3(1, 0, 2)},
      v2{Vec3(0, 0, 0), Vec3(0, 3, 0)};
  const Vectors dx1{Vec3(1, 2, 3)}, dx2{Vec3(5, 5, 5), Vec3(-1, 0, 4)};
  const auto forceAt = [&](double along) {
    Vectors f1(1, Vec3::Zero()), f2(2, Vec3::Zero());
    Vectors y1 = x1, y2 = x2, u1 = v1, u2 = v2;
    y1[0] += along * dx1[0];
    y2[1] += along * dx2[1];
    u1[0] += along * dx1[0];
    u2[1] += along * dx2[1];
    force.addForce({}, f1, f2, y1, y2, u1, u2);
    EXPECT_EQ(f1[0], Vec3(-f2[1]));
    return f1[0];
  };
  Vectors df1(1, Vec3::Zero()), df2(2, Vec3::Zero());
  force.addDForce({}, df1, df2, dx1, dx2, 1, 1);
  EXPECT_LT((df1[0] - (forceAt(1) - forceAt(0))).norm(), 1e-13);
  EXPECT_EQ(df2[1], Vec3(-df1[0]));
}

TEST(StickContactForceField, settingsThatAreNotThereAreTold) {
  const CapturedMessages said;
  parting("keepAlive=perhaps").step();
  EXPECT_EQ(said.warnings("keepAlive=perhaps"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision

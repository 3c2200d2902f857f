// SPDX-License-Identifier: Apache-2.0
// Forces between bodies with solvers of their own, in exact scenes: loads by hand, momentum and energy.
#include "Sofa/Simulation/Mechanics/SharedForces.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using type::Vec3;

const std::string implicit =
    "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
    "<CGLinearSolver iterations='50' tolerance='1e-14' threshold='1e-30'/>";

struct Body {
  std::string place, velocity, mass;
  bool isRigid = false;
};

std::string text(const Body& body) {
  const std::string turn = body.isRigid ? " 0 0 0 1" : "", spin = body.isRigid ? " 0 0 0" : "";
  return "<Node>" + implicit + "<MechanicalObject template='" + (body.isRigid ? "Rigid3" : "Vec3") + "' position='" +
         body.place + turn + "' velocity='" + body.velocity + spin + "'/><UniformMass vertexMass='" + body.mass +
         (body.isRigid ? " 1 1 0 0 0 1 0 0 0 1" : "") + "'/><SphereCollisionModel radius='0.5'/></Node>";
}

/// Two balls with penalty contacts.
Scene balls(const Body& a, const Body& b, const std::string& stiffness,
            const std::string& root = "compatibility='exact'") {
  return Scene(
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
      "response='PenalityContactForceField' responseParams='stiffness=" +
          stiffness + "'/>" + text(a) + text(b),
      "dt='0.01' gravity='0 0 0' " + root);
}

core::BaseState& stateOf(const Scene& scene, std::size_t body) {
  return *core::localMechanicalState(*scene.root->children().at(body));
}
double speed(const Scene& scene, std::size_t body) { return stateOf(scene, body).hostRead(core::vec::velocity)[0]; }

/// With the penetration p = 0.01, closing speed c = 3 and masses 1 and 2, so that b = h^2 k (1/1 + 1/2), the force is
/// k (p + h c) / (1 + b).
TEST(SharedForces, AreThoseOfTheEndOfAJointStep) {
  constexpr double h = 0.01;
  for (const bool isRigid : {false, true})
    for (const double k : {10., 1e4, 1e9}) {
      const Scene scene =
          balls({"0 0 0", "2 0 0", "1", isRigid}, {"0.99 0 0", "-1 0 0", "2", isRigid}, fmt::format("{}", k));
      scene.step();
      const double force = k * (0.01 + h * 3) / (1 + h * h * k * 1.5);
      EXPECT_NEAR(speed(scene, 0), 2 - h * force, 1e-9) << k << isRigid;
      EXPECT_NEAR(speed(scene, 1), -1 + h * force / 2, 1e-9) << k << isRigid;
    }
}

/// Head-on, from apart until they part again.
TEST(SharedForces, BallsThatMeetKeepMomentumAndGainNoEnergy) {
  for (const bool isRigid : {false, true})
    for (const std::string stiffness : {"300", "1e4", "1e6"}) {
      const Body a{"0 0 0", "1.1 0 0", "1", isRigid}, b{"1.057 0 0", "-1 0 0", "1", isRigid};
      const CapturedMessages said;
      const Scene scene = balls(a, b, stiffness);
      const auto energy = [&] { return (std::pow(speed(scene, 0), 2) + std::pow(speed(scene, 1), 2)) / 2; };
      const double before = energy();
      for (int step = 0; step < 300; ++step) {
        scene.step();
        ASSERT_NEAR(speed(scene, 0) + speed(scene, 1), 0.1, 1e-9) << stiffness << " " << step;
        ASSERT_LE(energy(), before * (1 + 1e-9)) << stiffness << " " << step;
      }
      EXPECT_LE(speed(scene, 0), speed(scene, 1)) << "they do not go through each other: " << stiffness;
      const auto x = stateOf(scene, 0).hostRead(core::vec::position)[0];
      EXPECT_LT(x, stateOf(scene, 1).hostRead(core::vec::position)[0] - 0.9) << stiffness;
      EXPECT_EQ(said.warnings("solvers of their own"), 0u);
    }
  const CapturedMessages said;
  const Scene thrown = balls({"0 0 0", "1.1 0 0", "1"}, {"1.057 0 0", "-1 0 0", "1"}, "1e6", "");
  thrown.step(300);
  EXPECT_GT(speed(thrown, 1), 2) << "the defect";
  EXPECT_EQ(said.warnings("compatibility=\"exact\""), 1u);
}

/// A ball that rests on one that is fixed: k p = m g.
TEST(SharedForces, CarryWeights) {
  const Scene scene(
      "<Node name='a'>" + implicit +
          "<MechanicalObject name='dofs' position='0 0 0'/><UniformMass vertexMass='1'/><FixedProjectiveConstraint "
          "indices='0'/></Node><Node name='b'>" +
          implicit +
          "<MechanicalObject name='dofs' position='0 1 0'/><UniformMass vertexMass='2'/></Node>"
          "<SpringForceField object1='@a/dofs' object2='@b/dofs' spring='0 0 1e5 10 1'/>",
      "dt='0.01' gravity='0 -10 0' compatibility='exact'");
  scene.step(500);
  EXPECT_NEAR(stateOf(scene, 1).hostRead(core::vec::position)[1], 1 - 20 / 1e5, 1e-9);
  EXPECT_EQ(stateOf(scene, 0).hostRead(core::vec::position)[1], 0);
}

/// Under a FreeMotionAnimationLoop too.
TEST(SharedForces, ActInFreeMotions) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 0 0' compatibility='exact'><FreeMotionAnimationLoop/>"
      "<BlockGaussSeidelConstraintSolver maxIterations='10' tolerance='1e-9'/><Node name='a'>" +
      implicit +
      "<MechanicalObject name='dofs' position='0 0 0'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection "
      "defaultCompliance='1' useOdeSolverIntegrationFactors='0'/></Node><Node name='b'>" +
      implicit +
      "<MechanicalObject name='dofs' position='1 0 0'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection "
      "defaultCompliance='1' useOdeSolverIntegrationFactors='0'/></Node>"
      "<SpringForceField object1='@a/dofs' object2='@b/dofs' spring='0 0 1e4 0 0.8'/></Node>");
  simulation::initRoot(*root);
  simulation::animate(*root);
  // k = 1e4: h^2 k (1 + 1) = 2, so that a third of the length is left.
  const auto x = [&](std::size_t i) {
    return core::localMechanicalState(*root->children()[i])->hostRead(core::vec::position)[0];
  };
  EXPECT_NEAR(x(0), (0.2 - 0.2 / 3) / 2, 1e-9);
  EXPECT_NEAR(x(1) - x(0), 0.8 + 0.2 / 3, 1e-9);
}

}  // namespace
}  // namespace sofa::tests

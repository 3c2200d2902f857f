// SPDX-License-Identifier: Apache-2.0
// What is left out because nothing changed, or nothing acts, and that it is done again as soon as something does.
#include <gtest/gtest.h>

#include <cmath>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"
#include "Sofa/Simulation/Mechanics/LastStep.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa {
namespace {

using tests::Scene;
using type::Vec3;

const std::string spheres = "<MechanicalObject position='0 0 0 4 0 0'/><SphereCollisionModel radius='1'/>";

TEST(UnchangedStates, aBoxFollowsPointsThatAProgramMoves) {
  const Scene scene(spheres);
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(5, 1, 1));
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(5, 1, 1)) << "kept, though emptied in between";
  scene.state<type::Vec3Types>().writeCoords(core::vec::position)[1][0] = 7;
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(8, 1, 1));
}

TEST(UnchangedStates, aBoxFollowsTheDataOfItsModel) {
  const Scene scene(spheres);
  scene.step();
  auto& model = *scene.root->local<core::CollisionModel>();
  ASSERT_TRUE(model.findData("radius")->read("2"));
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(6, 2, 2));
  model.d_contactDistance.set(0.5);
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(6.5, 2.5, 2.5));
}

TEST(UnchangedStates, theBoxOfASurfaceHoldsThePointsOfItsElementsOnly) {
  const Scene scene(
      "<MechanicalObject position='0 0 0 1 0 0 0 1 0 9 9 9'/><MeshTopology triangles='0 1 2'/>"
      "<TriangleCollisionModel contactDistance='0.25'/>");
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(1.25, 1.25, 0.25));
  scene.state<type::Vec3Types>().writeCoords(core::vec::position)[2][1] = 3;
  scene.step();
  EXPECT_EQ(scene.root->d_bbox.value().max, Vec3(1.25, 3.25, 0.25));
}

TEST(UnchangedStates, whatIsNotFiniteIsFoundInEveryStepUntilItIsMended) {
  const tests::CapturedMessages messages;
  const Scene scene(spheres);
  simulation::DivergenceWatch watch;
  watch.start(*scene.root);
  auto& state = scene.state<type::Vec3Types>();
  scene.step();
  EXPECT_FALSE(watch.check(*scene.root));
  state.writeCoords(core::vec::position)[1][0] = std::nan("");
  for (int step = 0; step < 3; ++step) EXPECT_TRUE(watch.check(*scene.root)) << step;
  state.writeCoords(core::vec::position)[1][0] = 1;
  EXPECT_FALSE(watch.check(*scene.root));
  state.writeDerivs(core::vec::velocity)[0][0] = std::nan("");
  EXPECT_TRUE(watch.check(*scene.root));
}

TEST(UnchangedStates, theLastStepIsTheLastOneKept) {
  const Scene scene(spheres);
  auto& state = scene.state<type::Vec3Types>();
  simulation::LastStep last;
  last.keep(*scene.root, true);
  last.keep(*scene.root, true);
  state.writeCoords(core::vec::position)[0] = Vec3(1, 2, 3);
  last.keep(*scene.root, true);
  state.writeCoords(core::vec::position)[0] = Vec3(9, 9, 9);
  last.restore(*scene.root);
  EXPECT_EQ(state.positions()[0], Vec3(1, 2, 3));
  last.keep(*scene.root, true);
  state.writeCoords(core::vec::position)[0] = Vec3(9, 9, 9);
  last.restore(*scene.root);
  EXPECT_EQ(state.positions()[0], Vec3(1, 2, 3)) << "written by restore() itself";
}

std::string bodyWithImage(const std::string& image) {
  return "<EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-14' threshold='1e-30'/>"
         "<MechanicalObject position='0 0 0 1 0 0'/><UniformMass totalMass='2'/>"
         "<RestShapeSpringsForceField stiffness='10'/>"
         "<Node name='image'>" +
         image + "<IdentityMapping/></Node>";
}

TEST(UnchangedStates, mappingsBelowWhichNothingActsTakeNoPartInProducts) {
  const Scene scene(bodyWithImage("<MechanicalObject/>"));
  const auto loaded = [&] { return simulation::mechanicalPlan(*scene.root).graph().solved.loaded.mappings.size(); };
  EXPECT_EQ(loaded(), 0u);
  const Scene forced(bodyWithImage("<MechanicalObject/><ConstantForceField forces='0 1 0'/>"));
  EXPECT_EQ(simulation::mechanicalPlan(*forced.root).graph().solved.loaded.mappings.size(), 1u);
  const Scene chain(
      bodyWithImage("<MechanicalObject/><Node><MechanicalObject/><ConstantForceField forces='0 1 0'/>"
                    "<IdentityMapping/></Node>"));
  EXPECT_EQ(simulation::mechanicalPlan(*chain.root).graph().solved.loaded.mappings.size(), 2u);
}

TEST(UnchangedStates, externalForcesOnSuchImagesAreCarriedUp) {
  const Scene pushed(bodyWithImage("<MechanicalObject externalForce='0 1 0 0 1 0'/>"));
  const Scene forced(bodyWithImage("<MechanicalObject/><ConstantForceField forces='0 1 0'/>"));
  const Scene free(bodyWithImage("<MechanicalObject/>"));
  for (const auto* scene : {&pushed, &forced, &free}) scene->step();
  const auto y = [](const Scene& scene) { return scene.state<type::Vec3Types>().positions()[0][1]; };
  EXPECT_NEAR(y(pushed), y(forced), 1e-14);
  EXPECT_GT(std::abs(y(pushed) - y(free)), 1e-4);
}

TEST(UnchangedStates, externalForcesOfZeroPushNothing) {
  const Scene scene(bodyWithImage("<MechanicalObject/>"));
  auto& image = scene.mapped<type::Vec3Types>();
  ASSERT_TRUE(image.has(core::vec::externalForce)) << "every state has some until the end of the first step";
  simulation::MechanicalOperations ops;
  ops.bind(*scene.root);
  const simulation::TemporaryDeriv dx;
  ops.allocate(dx);
  ops.propagateDx(dx);
  EXPECT_FALSE(image.has(dx));
  image.hostWrite(core::vec::externalForce)[4] = -1;
  ops.propagateDx(dx);
  EXPECT_TRUE(image.has(dx));
}

}  // namespace
}  // namespace sofa

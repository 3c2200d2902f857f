// SPDX-License-Identifier: Apache-2.0
// Rays into closed surfaces.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Collision/RayTraceNarrowPhase.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

std::string closedSurface(const std::string& name, const std::string& model, const std::string& position,
                          const std::string& triangles) {
  return "<Node name='" + name + "'><MeshTopology position='" + position + "' triangles='" + triangles +
         "'/><MechanicalObject/><UniformMass totalMass='1'/><" + model + " name='model'/></Node>";
}
/// A cube from 0 to 1, and a pyramid that stands on its tip in the middle of the cube's top, 0.1 below it.
Scene tipInCube(const std::string& detection, const std::string& model = "TriangleOctreeCollisionModel") {
  return Scene("<CollisionPipeline/>" + detection +
               "<DiscreteIntersection/><CollisionResponse response='PenalityContactForceField'/>" +
               closedSurface("cube", "TriangleOctreeCollisionModel",
                             "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1",
                             "0 2 1  0 3 2  4 5 6  4 6 7  0 1 5  0 5 4  3 7 6  3 6 2  0 4 7  0 7 3  1 2 6  1 6 5") +
               closedSurface("pyramid", model, "0.5 0.9 0.4  0.3 2 0.2  0.7 2 0.2  0.7 2 0.6  0.3 2 0.6",
                             "1 3 2  1 4 3  0 1 2  0 2 3  0 3 4  0 4 1"));
}
const std::string rays = "<BruteForceBroadPhase/><RayTraceNarrowPhase/>";

std::vector<core::PairContacts> detected(const Scene& scene) {
  scene.first<core::CollisionPipelineBase>().detect();
  const auto contacts = scene.first<core::NarrowPhase>().contacts();
  return {contacts.begin(), contacts.end()};
}

TEST(RayTraceNarrowPhase, aTipInsideTouchesWhereTheRayLeaves) {
  const Scene scene = tipInCube(rays);
  const auto found = detected(scene);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].models.first->context()->name(), "pyramid");
  ASSERT_EQ(found[0].outputs.size(), 1u);
  const auto& contact = found[0].outputs[0];
  EXPECT_EQ(contact.point1, Vec3(0.5, 0.9, 0.4));
  EXPECT_LT((contact.point2 - Vec3(0.5, 1, 0.4)).norm(), 1e-14);
  EXPECT_LT((contact.normal - Vec3(0, -1, 0)).norm(), 1e-14);
  EXPECT_NEAR(contact.value, -0.1, 1e-14);
  EXPECT_EQ(contact.element1, 2u) << "the first triangle around the tip";
  EXPECT_EQ(contact.id, 6);
}

TEST(RayTraceNarrowPhase, pointsOutsideDoNotTouch) {
  const Scene scene = tipInCube(rays);
  auto& pyramid =
      dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*scene.root->children().at(1)));
  for (auto& x : pyramid.writeCoords(core::vec::position)) x.y() += 0.2;
  EXPECT_TRUE(detected(scene).empty());
}

TEST(RayTraceNarrowPhase, theContactPushesThemApart) {
  const Scene scene(
      "<EulerExplicitSolver/><CollisionPipeline/>" + rays +
      "<DiscreteIntersection/><CollisionResponse response='PenalityContactForceField'/>" +
      closedSurface("cube", "TriangleOctreeCollisionModel", "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1",
                    "0 2 1  0 3 2  4 5 6  4 6 7  0 1 5  0 5 4  3 7 6  3 6 2  0 4 7  0 7 3  1 2 6  1 6 5") +
      closedSurface("tip", "TriangleOctreeCollisionModel", "0.5 0.9 0.4  0.3 2 0.2  0.7 2 0.2  0.7 2 0.6  0.3 2 0.6",
                    "1 3 2  1 4 3  0 1 2  0 2 3  0 3 4  0 4 1"));
  scene.step();
  const auto& tip =
      dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*scene.root->children().at(1)));
  // The contact distance is 0: k = 100 acts on 0.1 of depth.
  EXPECT_GT(tip.velocities()[0].y(), 0);
  EXPECT_EQ(tip.velocities()[1].norm(), 0);
}

TEST(RayTraceNarrowPhase, theOlderNameBringsBothPhases) {
  CapturedMessages messages;
  const Scene scene = tipInCube("<RayTraceDetection/>");
  EXPECT_EQ(messages.errors(), 0u);
  EXPECT_EQ(detected(scene).size(), 1u);
}

TEST(RayTraceNarrowPhase, otherModelsAreNamedOnce) {
  CapturedMessages messages;
  const Scene scene = tipInCube(rays, "TriangleCollisionModel");
  EXPECT_TRUE(detected(scene).empty());
  detected(scene);
  EXPECT_EQ(messages.warnings("/pyramid/model is a TriangleCollisionModel"), 1u);
}

}  // namespace
}  // namespace sofa::component::collision

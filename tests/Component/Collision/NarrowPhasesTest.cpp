// SPDX-License-Identifier: Apache-2.0
// Ways to find pairs of elements: all find the same contacts.
#include <random>

#include "Component/SceneText.h"
#include "Sofa/Component/Collision/DirectSAPNarrowPhase.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {
namespace {

using tests::Scene;

/// Contacts of two clouds of spheres, and of a sphere of one with others of its own, sorted.
std::vector<std::array<std::size_t, 4>> contactsWith(const Scene& scene) {
  auto& pipeline = scene.first<core::CollisionPipelineBase>();
  pipeline.resetCollisions();
  pipeline.detect();
  std::vector<std::array<std::size_t, 4>> all;
  for (const auto& pair : scene.first<core::NarrowPhase>().contacts())
    for (const auto& c : pair.outputs)
      all.push_back({std::hash<std::string>()(pair.models.first->path()),
                     std::hash<std::string>()(pair.models.second->path()), c.element1, c.element2});
  std::ranges::sort(all);
  return all;
}

Scene clouds(const std::string& phases) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 1);
  std::string bodies;
  for (int b = 0; b < 3; ++b) {
    std::string positions;
    for (int i = 0; i < 60; ++i)
      positions += fmt::format("{} {} {} ", 0.5 * place(random), 3 * place(random), place(random));
    bodies += fmt::format(
        "<Node name='b{}'><MechanicalObject position='{}'/><SphereCollisionModel radius='0.1' "
        "selfCollision='{}'/></Node>",
        b, positions, b == 1);
  }
  return Scene("<CollisionPipeline/>" + phases +
               "<DiscreteIntersection/><CollisionResponse response='PenalityContactForceField'/>" + bodies);
}

TEST(DirectSAPNarrowPhase, findsWhatTheHierarchyOfBoxesFinds) {
  const auto expected = contactsWith(clouds("<BruteForceBroadPhase/><BVHNarrowPhase/>"));
  ASSERT_GT(expected.size(), 100u);
  const Scene swept = clouds("<BruteForceBroadPhase/><DirectSAPNarrowPhase/>");
  EXPECT_EQ(contactsWith(swept), expected);
  const int pairs = swept.first<DirectSAPNarrowPhase>().d_nbPairs.value();
  EXPECT_GE(pairs, static_cast<int>(expected.size()));
  EXPECT_LT(pairs, 3 * static_cast<int>(expected.size()));
}

TEST(DirectSAP, standsForBothPhases) {
  EXPECT_EQ(contactsWith(clouds("<DirectSAP/>")),
            contactsWith(clouds("<BruteForceBroadPhase/><DirectSAPNarrowPhase/>")));
}

TEST(IncrSAP, isBothPhases) {
  const Scene scene = clouds("<IncrSAP box='-1 -1 -1 5 5 5'/>");
  EXPECT_EQ(contactsWith(scene), contactsWith(clouds("<BruteForceBroadPhase/><DirectSAPNarrowPhase/>")));
  EXPECT_TRUE(contactsWith(clouds("<IncrSAP box='7 7 7 8 8 8'/>")).empty()) << "models outside of the box";
}

}  // namespace
}  // namespace sofa::component::collision

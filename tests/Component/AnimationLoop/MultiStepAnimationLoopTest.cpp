// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/MultiStepAnimationLoop.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::animationloop {
namespace {

std::shared_ptr<simulation::Node> fall(const std::string& loop) {
  auto root =
      simulation::readSceneText("<Node name='root' dt='0.04' gravity='0 -10 0'><MultiStepAnimationLoop " + loop +
                                "/><EulerExplicitSolver/><MechanicalObject/><UniformMass vertexMass='2'/></Node>");
  if (root) simulation::initRoot(*root);
  return root;
}

TEST(MultiStepAnimationLoop, allStepsAreOfTheSameLength) {
  const auto root = fall("collisionSteps='2' integrationSteps='2'");
  ASSERT_TRUE(root);
  simulation::animate(*root);
  const auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root));
  // Four steps of h = 0.01, velocities first: -g h^2 (1 + 2 + 3 + 4).
  EXPECT_NEAR(state.velocities()[0][1], -0.4, 1e-14);
  EXPECT_NEAR(state.positions()[0][1], -0.01, 1e-14);
  // The time of the last detection's steps alone, as in SOFA.
  EXPECT_DOUBLE_EQ(root->time(), 0.02);
}

TEST(MultiStepAnimationLoop, oneOfEachIsAPlainStep) {
  const auto root = fall("");
  ASSERT_TRUE(root);
  simulation::animate(*root);
  EXPECT_DOUBLE_EQ(root->time(), 0.04);
  const auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root));
  EXPECT_NEAR(state.positions()[0][1], -0.016, 1e-14);
}

TEST(MultiStepAnimationLoop, thereIsAtLeastOneStep) {
  const tests::CapturedMessages messages;
  ASSERT_TRUE(fall("integrationSteps='0'"));
  EXPECT_EQ(messages.errors("integrationSteps is 0"), 1u);
}

}  // namespace
}  // namespace sofa::component::animationloop

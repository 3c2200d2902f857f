// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/MultiTagAnimationLoop.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::animationloop {
namespace {

std::shared_ptr<simulation::Node> parts(const std::string& tags) {
  const auto part = [](const std::string& tag) {
    return "<Node name='" + tag + "' tags='" + tag + "'><EulerExplicitSolver tags='" + tag +
           "'/><MechanicalObject tags='" + tag + "'/><UniformMass tags='" + tag + "' vertexMass='2'/></Node>";
  };
  auto root = simulation::readSceneText("<Node name='root' dt='0.1' gravity='0 -10 0'><MultiTagAnimationLoop tags='" +
                                        tags + "'/>" + part("first") + part("second") + "</Node>");
  if (root) simulation::initRoot(*root);
  return root;
}
double heightOf(const simulation::Node& root, std::size_t child) {
  return core::localMechanicalState(*root.children()[child])->pointPosition(0)[1];
}

TEST(MultiTagAnimationLoop, movesThePartsOfItsTags) {
  const auto both = parts("first second");
  ASSERT_TRUE(both);
  simulation::animate(*both);
  EXPECT_NEAR(heightOf(*both, 0), -0.1, 1e-15);  // h^2 g, once
  EXPECT_NEAR(heightOf(*both, 1), -0.1, 1e-15);
  EXPECT_DOUBLE_EQ(both->time(), 0.1);
  const auto second = parts("second");
  ASSERT_TRUE(second);
  simulation::animate(*second);
  EXPECT_EQ(heightOf(*second, 0), 0);
  EXPECT_NEAR(heightOf(*second, 1), -0.1, 1e-15);
}

TEST(MultiTagAnimationLoop, saysThatItHasNoTags) {
  const tests::CapturedMessages messages;
  ASSERT_TRUE(parts(""));
  EXPECT_EQ(messages.warnings("This loop has no tags"), 1u);
}

}  // namespace
}  // namespace sofa::component::animationloop

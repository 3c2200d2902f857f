// SPDX-License-Identifier: Apache-2.0
// Skeletons and their motions from files, and joints that keys bend.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Mapping/ArticulatedHierarchy.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "TemporaryFolder.h"

namespace sofa::component::mapping {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using tests::TemporaryFolder;
using type::Rigid3Types;
using type::Vec1Types;
using type::Vec3;

const std::string skeleton = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 4 Xposition Yposition Zposition Zrotation
  JOINT Knee
  {
    OFFSET 0 -2 0
    CHANNELS 1 Zrotation
    End Site
    {
      OFFSET 0 -1 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.03
1 2 3 90 0
0 0 0 0 -90
)";

Scene playing(const TemporaryFolder& folder, const std::string& motion, const std::string& controllers) {
  const std::string file = folder.write("walk.bvh", motion);
  return Scene("<MechanicalObject template='Vec1' name='values'/><ArticulatedHierarchyContainer filename='" + file +
               "'/>" + controllers +
               "<Node name='bodies'><MechanicalObject template='Rigid3' name='m'/>"
               "<ArticulatedSystemMapping input1='@../values' output='@m'/></Node>");
}

TEST(ArticulatedHierarchyBVHController, PlaysAFramePerStepAndKeepsTheLast) {
  const TemporaryFolder folder;
  const Scene scene = playing(folder, skeleton, "<ArticulatedHierarchyBVHController/>");
  const auto& bodies = scene.mapped<Rigid3Types>().positions();
  ASSERT_EQ(bodies.size(), 4u) << "the world, two joints and an end";
  EXPECT_LT((bodies[2].center - Vec3(0, -2, 0)).norm(), 1e-12);
  scene.step();
  const double quarter = 3.14 / 2;  // as degrees are read
  EXPECT_NEAR(scene.state<Vec1Types>().positions()[3][0], quarter, 1e-12);
  EXPECT_LT((bodies[1].center - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((bodies[2].center - Vec3(1 + 2 * std::sin(quarter), 2 - 2 * std::cos(quarter), 3)).norm(), 1e-12);
  for (int i = 0; i < 2; ++i) {
    scene.step();
    EXPECT_LT((bodies[2].center - Vec3(0, -2, 0)).norm(), 1e-12);
    EXPECT_NEAR(bodies[2].orientation.z(), -std::sin(quarter / 2), 1e-12);
  }
}

TEST(ArticulatedHierarchyBVHController, TakesAnotherTime) {
  const TemporaryFolder folder;
  const Scene scene =
      playing(folder, skeleton, "<ArticulatedHierarchyBVHController useExternalTime='1' externalTime='0.1'/>");
  scene.step();
  EXPECT_NEAR(scene.state<Vec1Types>().positions()[4][0], -3.14 / 2, 1e-12);
}

TEST(ArticulatedHierarchyContainer, BadFilesAreToldInOneLine) {
  const TemporaryFolder folder;
  const auto errors = [&](const std::string& motion, const std::string& part) {
    const CapturedMessages messages;
    playing(folder, motion, "");
    return messages.errors(part);
  };
  EXPECT_EQ(errors("", "does not begin with HIERARCHY"), 1u);
  EXPECT_EQ(errors("HIERARCHY ROOT a {", "ends within its HIERARCHY"), 1u);
  EXPECT_EQ(errors("HIERARCHY ROOT a { CHANNELS 99 X", "no number of channels"), 1u);
  EXPECT_EQ(errors("HIERARCHY ROOT a { CHANNELS 1 Wrotation } MOTION", "the channel 'Wrotation'"), 1u);
  EXPECT_EQ(errors("HIERARCHY ROOT a { OFFSET 0 0 x", "OFFSET without three numbers"), 1u);
  EXPECT_EQ(
      errors("HIERARCHY ROOT a { CHANNELS 1 Xrotation } MOTION Frames: 3 Frame Time: 1 1 2", "2 values for 3 frames"),
      1u);
  const CapturedMessages messages;
  const Scene none(
      "<MechanicalObject template='Vec1'/><ArticulatedHierarchyContainer filename='none.bvh'/>"
      "<Node><MechanicalObject template='Rigid3'/></Node>");
  EXPECT_EQ(messages.errors("is not found in"), 1u);
}

TEST(ArticulatedHierarchyController, KeysBendTheChosenJoint) {
  const TemporaryFolder folder;
  const Scene scene =
      playing(folder, skeleton,
              "<ArticulatedHierarchyController articulationsIndices='3 4' bindingKeys='a b' angleDelta='0.5' "
              "handleEventTriggersUpdate='1' propagateUserInteraction='1'/>");
  const auto press = [&](char key) {
    core::KeypressedEvent event(key);
    scene.root->broadcast(event);
  };
  const auto& values = scene.state<Vec1Types>().positions();
  constexpr char up = 19, down = 21;
  press(up);
  EXPECT_EQ(values[3][0], 0) << "none is chosen";
  press('b');
  press(up);
  EXPECT_EQ(values[3][0], 0);
  EXPECT_EQ(values[4][0], 0.5);
  EXPECT_NEAR(scene.mapped<Rigid3Types>().positions()[2].orientation.z(), std::sin(0.25), 1e-12);
  press('a');
  press(down);
  EXPECT_EQ(values[3][0], -0.5);
  EXPECT_EQ(values[4][0], 0) << "it hangs on the chosen one";
  press('a');
  press(up);
  EXPECT_EQ(values[3][0], -0.5) << "let go again";
}

}  // namespace
}  // namespace sofa::component::mapping

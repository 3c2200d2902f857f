// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Controller/MechanicalStateController.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::controller {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;
constexpr char left = 18, up = 19;

void press(const Scene& scene, char key) {
  core::KeypressedEvent event(key);
  scene.root->broadcast(event);
}

Scene body(const std::string& attributes) {
  return Scene(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  1 0 0 0 0 .7071067811865476 .7071067811865476'/>"
      "<MechanicalStateController index='1' mainDirection='2 0 0' listening='1' " +
      attributes + "/><Node name='child'><MechanicalObject position='0 1 0'/><RigidMapping index='1'/></Node>");
}

TEST(MechanicalStateController, MovesABodyAtTheNextStepAndWhatHangsOnIt) {
  const Scene scene = body("");
  const auto& x = scene.state<type::Rigid3Types>().positions();
  scene.step();
  EXPECT_EQ(x[1].center, Vec3(1, 0, 0)) << "no key, no motion";
  press(scene, up);
  press(scene, 'a');
  EXPECT_EQ(x[1].center, Vec3(1, 0, 0));
  scene.step();
  EXPECT_TRUE(x[1].center.isApprox(Vec3(1, .02, 0), 1e-14)) << "its x axis is the y axis of space";
  EXPECT_TRUE(scene.mapped<type::Vec3Types>().positions()[0].isApprox(Vec3(0, .02, 0), 1e-12));
  scene.step();
  EXPECT_TRUE(x[1].center.isApprox(Vec3(1, .02, 0), 1e-14)) << "once per key";
}

TEST(MechanicalStateController, TurnsOrShiftsAtOnceIfTold) {
  const Scene turned = body("handleEventTriggersUpdate='1'");
  press(turned, left);
  const auto q = turned.state<type::Rigid3Types>().positions()[1].orientation;
  EXPECT_NEAR(type::rotationVector(q * type::Quat(std::sqrt(.5), 0, 0, -std::sqrt(.5))).y(), -.01, 1e-6);
  const Scene shifted = body("handleEventTriggersUpdate='1' onlyTranslation='1'");
  press(shifted, left);
  const auto& x = shifted.state<type::Rigid3Types>().positions()[1];
  EXPECT_EQ(x.orientation.z(), .7071067811865476);
  EXPECT_NEAR((x.center - Vec3(1, 0, 0)).norm(), .02, 1e-14);
  EXPECT_NEAR(x.center.y(), 0, 1e-14) << "across its main direction";
}

TEST(MechanicalStateController, MovesAValue) {
  const Scene scene(
      "<MechanicalObject template='Vec1' position='.3 .4'/>"
      "<MechanicalStateController template='Vec1' listening='1' mainDirection='1 1 1'/>");
  press(scene, up);
  scene.step();
  EXPECT_NEAR(scene.state<type::Vec1Types>().positions()[0][0], .33, 1e-14);
}

TEST(MechanicalStateController, SaysWhyItMovesNothing) {
  const CapturedMessages messages;
  const Scene scene(
      "<MechanicalObject template='Rigid3'/><MechanicalStateController index='7' listening='1'/>"
      "<MechanicalStateController/>");
  EXPECT_EQ(messages.errors("index is 7"), 1u);
  EXPECT_EQ(messages.warnings("set listening"), 1u);
}

}  // namespace
}  // namespace sofa::component::controller

// SPDX-License-Identifier: Apache-2.0
// Life cycle of a scene.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Core/SampleComponents.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

using simulation::Node;
using simulation::readSceneText;

/// Writes down what is asked of it.
class Diary : public core::Component {
 public:
  static inline std::string log;
  core::Data<double> d_value{this, "value", 0, ""};
  void init() override { note("init"), trackData(d_value); }
  void bwdInit() override { note("bwdInit"); }
  void reset() override { note("reset"); }
  void storeResetState() override { note("store"); }
  void cleanup() override { note("cleanup"); }
  void handleEvent(core::Event& event) override { note(event.name()); }

 protected:
  void dataChanged() override { note("changed"); }

 private:
  void note(const std::string& what) { log += name() + "." + what + " "; }
};
const auto registered = core::Register("Diary", "Tests", "for tests").add<Diary>();

class LifeCycle : public testing::Test {
 protected:
  void SetUp() override { Diary::log.clear(); }
  static std::string taken() { return std::exchange(Diary::log, {}); }
};

TEST_F(LifeCycle, initGoesDownAndBwdInitUpInReverse) {
  const auto root = readSceneText(
      "<Node name='r'><DefaultAnimationLoop/><Diary name='1'/><Diary name='2'/><Node name='a'><Diary "
      "name='3'/></Node></Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(taken(), "1.init 2.init 3.init 3.bwdInit 2.bwdInit 1.bwdInit 1.store 2.store 3.store ");
  simulation::reset(*root);
  EXPECT_EQ(taken(), "1.reset 2.reset 3.reset ");
  simulation::unload(*root);
  EXPECT_EQ(taken(), "1.cleanup 2.cleanup 3.cleanup ");
}

TEST_F(LifeCycle, eventsOfInitAndOfOneStep) {
  const auto root = readSceneText("<Node name='r'><DefaultAnimationLoop/><Diary name='1' listening='1'/></Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(taken(), "1.SimulationInitStartEvent 1.init 1.bwdInit 1.SimulationInitDoneEvent 1.store ");
  simulation::animate(*root);
  EXPECT_EQ(taken(),
            "1.AnimateBeginEvent 1.CollisionBeginEvent 1.CollisionEndEvent 1.IntegrateBeginEvent 1.IntegrateEndEvent "
            "1.AnimateEndEvent "
            "1.UpdateMappingEndEvent ");
}

TEST_F(LifeCycle, trackedDataAreLookedAtOncePerStep) {
  const auto root = readSceneText("<Node name='r'><DefaultAnimationLoop/><Diary name='1'/></Node>");
  simulation::initRoot(*root);
  taken();
  simulation::animate(*root);
  EXPECT_EQ(taken(), "");
  root->local<Diary>()->d_value.set(1);
  root->local<Diary>()->d_value.set(2);
  simulation::animate(*root);
  EXPECT_EQ(taken(), "1.changed ");
  simulation::animate(*root);
  EXPECT_EQ(taken(), "");
}

TEST_F(LifeCycle, inactiveNodesAreNotInitialised) {
  const auto root = readSceneText(
      "<Node name='r'><DefaultAnimationLoop/><Node name='a' activated='0'><Diary name='1'/><Node name='b'><Diary "
      "name='2'/></Node></Node><Diary name='3'/></Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(taken(), "3.init 3.bwdInit 3.store ");
}

TEST_F(LifeCycle, missingLoopsAreAddedFirst) {
  tests::CapturedMessages said;
  const auto root = readSceneText("<Node name='r'><Diary name='1'/></Node>");
  simulation::initRoot(*root);
  ASSERT_EQ(root->components().size(), 3u);
  EXPECT_EQ(root->components()[0]->name(), "DefaultVisualManagerLoop");
  EXPECT_EQ(root->components()[1]->name(), "DefaultAnimationLoop");
  EXPECT_EQ(said.warnings("DefaultAnimationLoop"), 1u);
}

TEST_F(LifeCycle, brokenLinksAreNamedOnce) {
  tests::CapturedMessages said;
  const auto root = readSceneText(
      "<Node name='r'><DefaultAnimationLoop/><EulerImplicitSolver/><CGLinearSolver/><MechanicalObject "
      "topology='@nowhere'/></Node>");
  simulation::initRoot(*root);
  EXPECT_EQ(said.warnings("Link update failed for topology = @nowhere"), 1u);
}

TEST_F(LifeCycle, childrenInheritTheContext) {
  const auto root = readSceneText(
      "<Node name='r' dt='0.02' gravity='0 0 -1'><DefaultAnimationLoop/><Node name='a' dt='0.5' gravity='1 0 "
      "0'/></Node>");
  EXPECT_EQ(root->children()[0]->dt(), 0.5);
  simulation::initRoot(*root);
  EXPECT_EQ(root->children()[0]->dt(), 0.02);
  EXPECT_EQ(root->children()[0]->gravity(), type::Vec3(0, 0, -1));
}

TEST_F(LifeCycle, aGravityComponentHoldsForItsNodeAndBelow) {
  const auto root = readSceneText(
      "<Node name='r' gravity='0 0 -1'><DefaultAnimationLoop/><Node name='a'><Gravity gravity='1 0 0'/><Node "
      "name='b'/></Node><Node name='c'/></Node>");
  simulation::initRoot(*root);
  simulation::animate(*root);
  const auto& a = *root->children()[0];
  EXPECT_EQ(a.gravity(), type::Vec3(1, 0, 0));
  EXPECT_EQ(a.children()[0]->gravity(), type::Vec3(1, 0, 0));
  EXPECT_EQ(root->children()[1]->gravity(), type::Vec3(0, 0, -1));
}

TEST_F(LifeCycle, timeAdvancesAndIsReset) {
  const auto root = readSceneText("<Node name='r' dt='0.25' time='2'><DefaultAnimationLoop/><Node name='a'/></Node>");
  simulation::initRoot(*root);
  steps(*root, 3);
  EXPECT_EQ(root->time(), 2.75);
  EXPECT_EQ(root->children()[0]->time(), 2.75);
  simulation::animate(*root, 0.5);
  EXPECT_EQ(root->time(), 3.25);
  simulation::reset(*root);
  EXPECT_EQ(root->time(), 2);
  EXPECT_EQ(root->children()[0]->time(), 2);
}

TEST_F(LifeCycle, resetRepeatsTheRunBitForBit) {
  const auto root = start(tetraBeam(4, 3, 3));
  const auto atStart = bits(*root);
  steps(*root, 4);
  const auto end = bits(*root);
  simulation::reset(*root);
  EXPECT_EQ(bits(*root), atStart);
  steps(*root, 4);
  EXPECT_EQ(bits(*root), end);
}

TEST_F(LifeCycle, aNodeMayBeSwitchedOffBetweenSteps) {
  const std::string body = "<EulerExplicitSolver/><MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>";
  const auto root = start(sceneAround("<Node name='a'>" + body + "</Node><Node name='b'>" + body + "</Node>"));
  steps(*root, 1);
  const auto before = bits(*root);
  auto& a = *root->children()[0];
  a.d_activated.set(false);
  steps(*root, 1);
  a.d_activated.set(true);
  root->graphChanged();
  const auto after = bits(*root);
  ASSERT_EQ(after.size(), 12u);
  EXPECT_EQ(after[1], before[1]) << "a rested";
  EXPECT_LT(after[7], before[7]) << "b fell on";
}

TEST_F(LifeCycle, solverTagsChooseWhatTheyWorkOn) {
  // Operations of a solver are restricted to the tags of its node: the untagged load does not act.
  const auto root = start(
      "<Node name='r' dt='1' gravity='0 0 0'><DefaultAnimationLoop/><Node name='a' tags='mine'><RungeKutta4Solver "
      "tags='mine'/>"
      "<MechanicalObject tags='mine' position='0 0 0'/><UniformMass tags='mine' vertexMass='1'/>"
      "<ConstantForceField tags='mine' forces='1 0 0'/><ConstantForceField forces='0 1 0'/></Node></Node>");
  steps(*root, 1);
  const auto x = bits(*root);
  EXPECT_DOUBLE_EQ(x[0], 0.5) << "t^2 / 2 for a force of 1 on a mass of 1";
  EXPECT_EQ(x[1], 0);
}

TEST_F(LifeCycle, boundingBoxesHoldTheirChildren) {
  const auto root =
      start(sceneAround("<Node name='a'><EulerExplicitSolver/><MechanicalObject showObject='1' position='1 2 3 4 5 "
                        "6'/><UniformMass totalMass='1'/></Node>"));
  EXPECT_EQ(root->d_bbox.value().min, type::Vec3(1, 2, 3));
  EXPECT_EQ(root->d_bbox.value().max, type::Vec3(4, 5, 6));
}

TEST_F(LifeCycle, aBoundingBoxOfTheSceneIsKept) {
  const auto root = start(sceneAround(
      "<Node name='a' bbox='0 0 0 9 9 9'><EulerExplicitSolver/><MechanicalObject showObject='1' position='1 "
      "2 3 4 5 60' velocity='1 0 0 1 0 0'/><UniformMass totalMass='1'/></Node>"
      "<Node name='b'><EulerExplicitSolver/><MechanicalObject showObject='1' position='-1 0 0'/><UniformMass "
      "totalMass='1'/></Node>"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(root->children()[0]->d_bbox.value().min, type::Vec3(0, 0, 0));
    EXPECT_EQ(root->children()[0]->d_bbox.value().max, type::Vec3(9, 9, 9));
    EXPECT_EQ(root->d_bbox.value().min.x(), -1) << "the box above holds the given one and is computed anew";
    EXPECT_EQ(root->d_bbox.value().max, type::Vec3(9, 9, 9));
    steps(*root, 1);
  }
}

TEST_F(LifeCycle, theFirstStateThatIsNotFiniteIsFound) {
  const std::string body =
      "<EulerExplicitSolver/><MechanicalObject name='dofs' position='0 0 0'/><UniformMass totalMass='1'/>";
  const auto root = start(sceneAround("<Node name='a'>" + body + "</Node><Node name='b'>" + body + "</Node>"));
  EXPECT_EQ(simulation::firstNonFiniteState(*root), nullptr);
  core::localMechanicalState(*root->children()[1])->hostWrite(core::vec::velocity)[2] =
      std::numeric_limits<double>::infinity();
  ASSERT_NE(simulation::firstNonFiniteState(*root), nullptr);
  EXPECT_EQ(simulation::firstNonFiniteState(*root)->path(), "/b/dofs");
}

}  // namespace
}  // namespace sofa::test

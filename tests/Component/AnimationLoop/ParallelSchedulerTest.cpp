// SPDX-License-Identifier: Apache-2.0
// Several scenes in one, in step, and what goes from one to the other.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/AnimationLoop/DataExchange.h"
#include "Sofa/Component/AnimationLoop/MeanComputation.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::tests {
namespace {

using State = core::State<type::Vec3Types>;

std::string falling(const std::string& name, const std::string& position, const std::string& loop) {
  return "<Node name='" + name + "'>" + loop + "<EulerExplicitSolver/><MechanicalObject name='state' position='" +
         position + "'/><UniformMass totalMass='1'/></Node>";
}
const std::string defaultLoop = "<DefaultAnimationLoop/>";

struct Scenes {
  explicit Scenes(const std::string& content)
      : root(simulation::readSceneText(
            "<Node name='root' dt='0.1' gravity='0 -10 0'><AnimationLoopParallelScheduler/>" + content + "</Node>")) {
    simulation::initRoot(*root);
    root->collectDown(states);
  }
  void step(int count = 1) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }
  double height(int i) const { return states[i]->positions()[0].y(); }

  std::shared_ptr<simulation::Node> root;
  std::vector<State*> states;
};

TEST(AnimationLoopParallelScheduler, stepsTheLoopsOfItsChildren) {
  const Scenes scenes(falling("a", "0 0 0", defaultLoop) + falling("b", "0 5 0", defaultLoop) +
                      falling("c", "0 9 0", ""));
  scenes.step(3);
  EXPECT_NEAR(scenes.height(0), -0.6, 1e-12);  // h^2 g (1 + 2 + 3), velocities first
  EXPECT_NEAR(scenes.height(1), 4.4, 1e-12);
  EXPECT_EQ(scenes.height(2), 9);  // has no loop
  EXPECT_NEAR(scenes.root->time(), 0.3, 1e-12);
  for (const auto& child : scenes.root->children()) EXPECT_NEAR(child->time(), child->name() == "c" ? 0 : 0.3, 1e-12);
  simulation::reset(*scenes.root);
  EXPECT_EQ(scenes.root->time(), 0);
  EXPECT_EQ(scenes.height(0), 0);
  scenes.step();
  EXPECT_NEAR(scenes.height(0), -0.1, 1e-12);
}

TEST(AnimationLoopParallelScheduler, saysThatNothingMoves) {
  const CapturedMessages log;
  const Scenes scenes(falling("a", "0 0 0", ""));
  scenes.step();
  EXPECT_EQ(log.warnings("nothing moves"), 1u);
}

TEST(DataExchange, copiesWhenTheLoopsAreInStep) {
  const Scenes scenes(falling("a", "0 0 0", defaultLoop) +
                      "<Node name='b'><DefaultAnimationLoop/><MechanicalObject name='state' position='1 1 1'/></Node>"
                      "<DataExchange from='@a/state.position' to='@b/state.position'/>");
  EXPECT_EQ(scenes.height(1), 0) << "copied before the states are initialised";
  for (int i = 0; i < 3; ++i) {
    scenes.step();
    EXPECT_EQ(scenes.height(1), scenes.height(0));
  }
  EXPECT_LT(scenes.height(0), -0.5);
}

TEST(DataExchange, theReceiverStartsWithTheValueAndKeepsItsRestPositions) {
  const Scenes scenes(
      "<Node name='a'><MechanicalObject name='state' position='0 0 0  1 0 0' velocity='3 0 0'/></Node>"
      "<Node name='b'><MechanicalObject name='state' position='0 5 0  1 5 0' rest_position='0 5 0  1 5 0'/><Node>"
      "<MechanicalObject name='mapped' position='0 0 0  0 0 0'/><IdentityMapping/></Node></Node>"
      "<DataExchange from='@a/state.position' to='@b/state.position'/>"
      "<DataExchange from='@a/state.velocity' to='@b/state.velocity'/>");
  EXPECT_EQ(scenes.states[1]->positions()[1], type::Vec3(1, 0, 0));
  EXPECT_EQ(scenes.states[1]->restPositions()[1], type::Vec3(1, 5, 0));
  EXPECT_EQ(scenes.states[1]->velocities()[0], type::Vec3(3, 0, 0));
  EXPECT_EQ(scenes.states[2]->positions()[1], type::Vec3(1, 0, 0));
}

TEST(DataExchange, carriesIntegersIntoOtherKinds) {
  const CapturedMessages log;
  const Scenes scenes(
      "<Node name='a'><DefaultAnimationLoop/><MechanicalObject position='0 0 0  1 0 0'/>"
      "<FixedProjectiveConstraint name='c' indices='1 0'/></Node>"
      "<Node name='b'><MechanicalObject position='0 0 0  1 0 0'/><FixedProjectiveConstraint name='c'/></Node>"
      "<DataExchange template='vector&lt;i&gt;' from='@a/c.indices' to='@b/c.indices'/>");
  std::vector<core::ProjectiveConstraint<type::Vec3Types>*> constraints;
  scenes.root->collectDown(constraints);
  EXPECT_EQ(constraints[1]->findData("indices")->text(), "1 0");
  EXPECT_EQ(log.errors(), 0u);
}

/// States at 0 and 6, and one that takes their mean, below which a point follows.
const std::string averaged =
    "<Node name='mean'><DefaultAnimationLoop/><MechanicalObject name='a' position='0 0 0'/>"
    "<MechanicalObject name='b' position='0 6 0'/><MeanComputation/>"
    "<MechanicalObject name='out' tags='MeanOutput' position='@MeanComputation1.result'/><Node name='below'>"
    "<MechanicalObject name='mapped' position='0 0 0'/><IdentityMapping input='@../out' output='@mapped'/></Node>"
    "</Node>";

TEST(MeanComputation, ofTheStatesOfItsNodeCountsTheFormerResultAgain) {
  const CapturedMessages log;
  const Scenes scenes(averaged);
  EXPECT_EQ(scenes.height(2), 3);
  EXPECT_EQ(log.warnings(), 0u);
  double mean = 3;
  for (int i = 0; i < 4; ++i) {
    scenes.step();
    mean = (0 + 6 + mean) / 2;
    EXPECT_EQ(scenes.height(2), mean);
    EXPECT_EQ(scenes.height(3), mean);
  }
  EXPECT_EQ(log.warnings("their sum divided by 1"), 1u);
  simulation::reset(*scenes.root);
  EXPECT_EQ(scenes.height(2), 3);
  scenes.step();
  EXPECT_EQ(scenes.height(2), 4.5);
}

TEST(MeanComputation, isTakenWhenTheLoopsAreInStep) {
  const Scenes scenes(falling("a", "0 0 0", defaultLoop) +
                      "<Node name='b'><DefaultAnimationLoop/><MechanicalObject name='state' position='1 3 1'/></Node>"
                      "<MeanComputation name='mean' input1='@a/state.position' input2='@b/state.position'/>");
  scenes.step();
  const auto* mean = scenes.root->down<component::animationloop::MeanComputation<type::Vec3Types>>();
  ASSERT_TRUE(mean);
  ASSERT_EQ(mean->d_result.value().size(), 1u);
  EXPECT_NEAR(mean->d_result.value()[0].y(), (scenes.height(0) + 3) / 2, 1e-12);
}

TEST(MeanComputation, badInputIsRefused) {
  const CapturedMessages log;
  const Scenes scenes(
      "<Node name='a'><MechanicalObject name='s' position='0 0 0 1 1 1'/></Node>"
      "<Node name='b'><DefaultAnimationLoop/><MechanicalObject name='s'/></Node><MeanComputation/>"
      "<MeanComputation input1='@a/s.position' input2='@b/s.position'/>");
  scenes.step();
  EXPECT_EQ(log.errors("nothing to take the mean of"), 1u);
  EXPECT_EQ(log.errors("lists of one length"), 1u);
}

TEST(DataExchange, takesWhateverTypeIsNamed) {
  const CapturedMessages log;
  const Scenes scenes(
      "<Node name='a'><DefaultAnimationLoop name='loop' computeBoundingBox='0'/><MechanicalObject name='m'/></Node>"
      "<Node name='b'><MechanicalObject name='m' translation='1 2 3' restScale='2'/></Node><DataExchange "
      "template='bool' "
      "from='@a/loop.computeBoundingBox' to='@AnimationLoopParallelScheduler1.computeBoundingBox'/>"
      "<DataExchange template='d' from='@b/m.restScale' to='@a/m.restScale'/>"
      "<DataExchange template='vector&lt;Vec3d&gt;' from='@b/m.position' to='@a/m.position'/>"
      "<DataExchange template='Vec3f' from='@b/m.translation' to='@a/m.translation'/>");
  scenes.step();
  EXPECT_EQ(scenes.states[0]->findData("restScale")->text(), "2");
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(scenes.states[0]->findData("translation")->text(), "1 2 3");
  EXPECT_EQ(scenes.root->local<core::AnimationLoop>()->findData("computeBoundingBox")->text(), "0");
}

TEST(DataExchange, badLinksAreRefused) {
  const auto errors = [](const std::string& exchange, const std::string& part) {
    const CapturedMessages log;
    const Scenes scenes(falling("a", "0 0 0", defaultLoop) + falling("b", "0 5 0  1 5 0", defaultLoop) + exchange);
    scenes.step(2);
    return log.errors(part);
  };
  EXPECT_EQ(errors("<DataExchange from='@a/state.position'/>", "to must be a link"), 1u);
}

TEST(DataExchange, statesThatDifferInSizeLaterAreNotCopied) {
  const CapturedMessages log;
  const Scenes scenes(falling("a", "0 0 0", defaultLoop) + falling("b", "0 5 0  1 5 0", defaultLoop) +
                      "<DataExchange from='@a/state.position' to='@b/state.position'/>");
  EXPECT_EQ(scenes.states[1]->size(), 1u) << "copied before the state was initialised";
  scenes.states[0]->resize(2);
  scenes.step(2);
  EXPECT_EQ(log.errors("of the same length"), 1u);
}

}  // namespace
}  // namespace sofa::tests

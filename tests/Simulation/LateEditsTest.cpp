// SPDX-License-Identifier: Apache-2.0
// What scripts add to a running scene and take out of it, at any moment and without a word, is part of its next step.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/LateEdits.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

constexpr double dt = 0.1;

std::shared_ptr<simulation::Node> startedWith(const std::string& inside) {
  auto root = simulation::readSceneText("<Node name='root' dt='0.1' gravity='0 -10 0'>" + inside + "</Node>");
  simulation::initRoot(*root);
  return root;
}

std::shared_ptr<core::Component> add(core::Node& node, const char* type) {
  auto made = node.add(type);
  simulation::noteAdded(node, made);
  return made;
}

template <class Object>
std::shared_ptr<Object> takeOut(core::Node& node, const std::shared_ptr<Object>& object) {
  const auto kept = object;
  if constexpr (std::is_same_v<Object, core::Node>)
    node.removeChild(kept.get());
  else
    node.removeComponent(kept.get());
  simulation::noteRemoved(node, kept);
  return kept;
}

double fallingSpeed(core::Node& node) { return node.local<core::BaseState>()->hostRead(core::vec::velocity)[1]; }

/// Counts how often it is initialised.
struct Counted : core::Component {
  int times = 0;
  void init() override { ++times; }
};

const std::string point = "<MechanicalObject name='dofs' position='0 0 0'/><UniformMass vertexMass='1'/>";

TEST(LateEdits, ASolverThatNobodyInitialisedMovesTheState) {
  const auto root = startedWith("<DefaultAnimationLoop/>" + point);
  add(*root, "EulerExplicitSolver");
  simulation::animate(*root);
  EXPECT_DOUBLE_EQ(fallingSpeed(*root), -10 * dt);
}

TEST(LateEdits, ANodeIsInitialisedWithAllThatCameIntoItLater) {
  const auto root = startedWith("<DefaultAnimationLoop/><EulerExplicitSolver/>");
  const auto child = root->createChild("child");
  simulation::noteAdded(*root, child);
  add(*child, "MechanicalObject");
  add(*child, "UniformMass")->setAttribute("vertexMass", "1");
  simulation::animate(*root);
  EXPECT_DOUBLE_EQ(fallingSpeed(*child), -10 * dt);
}

TEST(LateEdits, EachComponentIsInitialisedOnce) {
  const auto root = startedWith("<DefaultAnimationLoop/>");
  const auto late = std::make_shared<Counted>(), known = std::make_shared<Counted>();
  for (const auto& component : {late, known}) {
    root->addComponent(component);
    simulation::noteAdded(*root, component);
  }
  known->init();
  simulation::noteInitialised(*known);
  for (int step = 0; step < 2; ++step) simulation::animate(*root);
  EXPECT_EQ(late->times, 1);
  EXPECT_EQ(known->times, 1);
}

TEST(LateEdits, NothingWaitsBeforeTheSceneIsInitialised) {
  const auto root = simulation::readSceneText("<Node dt='0.1'><DefaultAnimationLoop/></Node>");
  const auto component = std::make_shared<Counted>();
  root->addComponent(component);
  simulation::noteAdded(*root, component);
  simulation::initRoot(*root);
  simulation::animate(*root);
  EXPECT_EQ(component->times, 1);
}

const std::string tied =
    "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='50' tolerance='1e-9'/>"
    "<Node name='a'><EulerImplicitSolver/><SparseLDLSolver/>" +
    point + "<LinearSolverConstraintCorrection/></Node><Node name='b'><EulerImplicitSolver/><SparseLDLSolver/>" +
    point +
    "<LinearSolverConstraintCorrection/></Node>"
    "<BilateralLagrangianConstraint object1='@a/dofs' object2='@b/dofs' first_point='0' second_point='0'/>";

TEST(LateEdits, WhatLedToANodeThatLeftSaysSoAndLetsGo) {
  const auto root = startedWith(tied);
  simulation::animate(*root);
  const tests::CapturedMessages said;
  takeOut(*root, root->children()[1]);
  for (int step = 0; step < 2; ++step) simulation::animate(*root);
  EXPECT_EQ(said.warnings("The link object2 led to"), 1u);
  EXPECT_NEAR(fallingSpeed(*root->children()[0]), -10 * 3 * dt, 1e-9);
}

TEST(LateEdits, WhatIsBackBeforeTheNextStepWasNeverGone) {
  const auto root = startedWith(tied), untouched = startedWith(tied);
  const tests::CapturedMessages said;
  root->addChild(takeOut(*root, root->children()[1]));
  simulation::noteAdded(*root, root->children()[1]);
  for (const auto& one : {root, untouched}) simulation::animate(*one);
  EXPECT_TRUE(said.messages.empty());
  EXPECT_EQ(fallingSpeed(*root->children()[0]), fallingSpeed(*untouched->children()[0]));
}

TEST(LateEdits, WhatIsBackIsFollowedAgain) {
  const auto root = startedWith(tied);
  const tests::CapturedMessages said;
  const auto b = takeOut(*root, root->children()[1]);
  simulation::animate(*root);
  root->addChild(b);
  simulation::noteAdded(*root, b);
  b->local<core::BaseState>()->hostWrite(core::vec::velocity)[0] = 1;
  simulation::animate(*root);
  const auto speed = [](core::Node& node) { return node.local<core::BaseState>()->hostRead(core::vec::velocity)[0]; };
  EXPECT_GT(speed(*root->children()[0]), 0.1) << "the tie carries a along";
}

TEST(LateEdits, WhatLostALinkIsInitialisedAgain) {
  const auto root = startedWith(tied);
  auto& constraint = *root->components().back();
  const tests::CapturedMessages said;
  std::string ignored;
  constraint.findLink("object2")->read("@nowhere", &ignored);
  simulation::noteUnlinked(constraint);
  simulation::animate(*root);
  EXPECT_FALSE(constraint.isValid());
  EXPECT_NEAR(fallingSpeed(*root->children()[0]), -10 * dt, 1e-9);
}

TEST(LateEdits, WhatWaitsForItsInitialisationIsKnown) {
  const auto root = startedWith("<DefaultAnimationLoop/>" + point);
  const auto component = add(*root, "EulerExplicitSolver");
  EXPECT_TRUE(simulation::awaitsInit(*component));
  EXPECT_FALSE(simulation::awaitsInit(*root->components().front()));
  simulation::animate(*root);
  EXPECT_FALSE(simulation::awaitsInit(*component));
}

TEST(LateEdits, AResetFindsAllInitialisedToo) {
  const auto root = startedWith("<DefaultAnimationLoop/>" + point);
  const auto component = std::make_shared<Counted>();
  root->addComponent(component);
  simulation::noteAdded(*root, component);
  simulation::reset(*root);
  EXPECT_EQ(component->times, 1);
}

TEST(LateEdits, WhatLeftIsNotKeptAliveOnceItIsSettled) {
  const auto root = startedWith("<DefaultAnimationLoop/>" + point);
  std::weak_ptr<core::Component> gone;
  {
    const auto component = std::make_shared<Counted>();
    root->addComponent(component);
    gone = takeOut<core::Component>(*root, component);
  }
  simulation::animate(*root);
  EXPECT_TRUE(gone.expired());
}

}  // namespace
}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

constexpr const char* told = "changed after initialisation";

std::shared_ptr<simulation::Node> gridScene() {
  auto root = simulation::readSceneText(
      "<Node name='root'><DefaultAnimationLoop/><RegularGridTopology name='grid' n='3 3 3' min='0 0 0' max='2 2 2'/>"
      "<MechanicalObject name='state'/><UniformMass/></Node>");
  simulation::initRoot(*root);
  return root;
}

core::Base& objectIn(simulation::Node& root, const std::string& path) { return *core::findObjectByPath(root, path); }

TEST(ReadAtInit, AValueThatComesTooLateIsToldOnceBeforeTheNextStep) {
  const auto root = gridScene();
  const tests::CapturedMessages messages;
  auto& grid = objectIn(*root, "@grid");
  grid.setAttribute("n", "4 3 3");
  grid.setAttribute("max", "3 2 2");
  EXPECT_EQ(messages.warnings(), 0u);
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  EXPECT_EQ(messages.warnings(told), 1u);
  EXPECT_EQ(messages.warnings("n, max were changed"), 1u);
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(ReadAtInit, NothingIsSaidOfTheSameValueOrAfterReinitOrBeforeInit) {
  const auto root = gridScene();
  const tests::CapturedMessages messages;
  auto& grid = dynamic_cast<core::Component&>(objectIn(*root, "@grid"));
  grid.setAttribute("n", "3 3 3");
  simulation::animate(*root);
  grid.setAttribute("max", "3 3 3");
  grid.reinit();
  simulation::animate(*root);
  simulation::reset(*root);
  simulation::animate(*root);
  EXPECT_EQ(messages.warnings(told), 0u);

  const auto other = simulation::readSceneText(
      "<Node><DefaultAnimationLoop/><RegularGridTopology name='grid' n='3 3 3' min='0 0 0' max='2 2 2'/></Node>");
  objectIn(*other, "@grid").setAttribute("n", "4 4 4");
  simulation::initRoot(*other);
  simulation::animate(*other);
  EXPECT_EQ(messages.warnings(told), 0u);
}

TEST(ReadAtInit, InitialisedAgainItCountsAsRead) {
  const auto root = gridScene();
  const tests::CapturedMessages messages;
  objectIn(*root, "@grid").setAttribute("max", "3 3 3");
  simulation::initRoot(*root);
  simulation::animate(*root);
  EXPECT_EQ(messages.warnings(told), 0u);
  objectIn(*root, "@grid").setAttribute("max", "4 4 4");
  simulation::animate(*root);
  EXPECT_EQ(messages.warnings(told), 1u);
}

/// Reads a list and a number at initialisation and changes the list in each step.
class ReaderAtInit : public core::Component {
 public:
  core::Data<std::vector<double>> d_list{this, "list", {1, 2}, "numbers"};
  core::Data<double> d_number{this, "number", 1.0, "a number"};
  void init() override {
    d_listening.set(true);
    core::readAtInit(*this, {&d_list, &d_number});
  }
  void handleEvent(core::Event& event) override {
    if (core::eventAs<core::AnimateBeginEvent>(event)) change(*this);
  }
  std::function<void(ReaderAtInit&)> change = [](ReaderAtInit&) {};
};

struct SampleScene {
  std::shared_ptr<simulation::Node> root = simulation::readSceneText("<Node><DefaultAnimationLoop/></Node>");
  std::shared_ptr<ReaderAtInit> sample = std::make_shared<ReaderAtInit>();
  SampleScene() {
    sample->setClass("ReaderAtInit", "");
    root->addComponent(sample);
  }
};

TEST(ReadAtInit, WhatAStepMakesOfAListIsNoChangeThatSomebodyAsksFor) {
  SampleScene scene;
  scene.sample->change = [](ReaderAtInit& sample) { sample.d_list.edit().push_back(3); };
  simulation::initRoot(*scene.root);
  const tests::CapturedMessages messages;
  for (int i = 0; i < 3; ++i) simulation::animate(*scene.root);
  EXPECT_EQ(messages.warnings(told), 0u);
}

TEST(ReadAtInit, ANumberThatAControllerSetsInAStepIsToldBeforeTheNextOne) {
  SampleScene scene;
  scene.sample->change = [](ReaderAtInit& sample) { sample.d_number.set(sample.d_number.value() + 1); };
  simulation::initRoot(*scene.root);
  const tests::CapturedMessages messages;
  for (int i = 0; i < 4; ++i) simulation::animate(*scene.root);
  EXPECT_EQ(messages.warnings("number was changed after initialisation"), 1u);
}

TEST(ReadAtInit, ALinkIsFollowedWhereSomebodyChangesItsSourceBetweenSteps) {
  SampleScene scene;
  auto source = std::make_shared<ReaderAtInit>();
  source->setClass("ReaderAtInit", "");
  scene.root->addComponent(source, 0);
  scene.sample->d_list.setParent(&source->d_list);
  simulation::initRoot(*scene.root);
  const tests::CapturedMessages messages;
  simulation::animate(*scene.root);
  EXPECT_EQ(messages.warnings(told), 0u);
  source->d_list.set({7, 8, 9});
  simulation::animate(*scene.root);
  EXPECT_EQ(messages.warnings("list was changed"), 2u) << "of the source, and of what follows it";
}

TEST(ReadAtInit, AComponentThatIsGoneIsPassedOver) {
  SampleScene scene;
  simulation::initRoot(*scene.root);
  const tests::CapturedMessages messages;
  scene.sample->d_number.set(5);
  scene.root->removeComponent(scene.sample.get());
  simulation::animate(*scene.root);
  scene.sample.reset();
  simulation::animate(*scene.root);
  EXPECT_EQ(messages.warnings(told), 0u);
}

}  // namespace
}  // namespace sofa::test

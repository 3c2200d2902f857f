// SPDX-License-Identifier: Apache-2.0
// What a component throws is told with its name, by one error, and ends the run but not the program.
#include <gtest/gtest.h>

#include <fstream>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Run/BatchRun.h"
#include "Sofa/Simulation/Scene/LateEdits.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace sofa {
namespace {

/// Has no memory left where it is told to.
class GreedyForceField : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<std::string> d_at{this, "at", "", "init, bwdInit, event or force"};

  void init() override {
    ForceField::init();
    d_listening.set(true);
    failAt("init");
  }
  void bwdInit() override { failAt("bwdInit"); }
  void handleEvent(core::Event& event) override {
    if (event.name() == std::string_view("AnimateBeginEvent")) failAt("event");
  }
  void addForce(const core::MechanicalParams&, VecDeriv&, const VecCoord&, const VecDeriv&) override {
    failAt("force");
  }

 private:
  void failAt(const std::string& place) const {
    if (d_at.value() == place) throw std::bad_alloc();
  }
};
const auto registered = core::Register("GreedyForceField", "tests", "for tests").add<GreedyForceField>();

struct FailedRun {
  explicit FailedRun(const std::string& at) {
    simulation::BatchOptions options;
    options.root = simulation::readSceneText(
        "<Node name='root' dt='0.1'><DefaultAnimationLoop/><Node name='body'><EulerExplicitSolver/>"
        "<MechanicalObject/><UniformMass totalMass='1'/><GreedyForceField name='greedy' at='" +
        at + "'/></Node></Node>");
    options.steps = 3;
    options.progressBar = false;
    options.stateOut = (folder.path() / "states.json").string();
    options.stateAt = {0};
    status = simulation::runBatch(options);
    std::ifstream file(options.stateOut);
    states.assign(std::istreambuf_iterator<char>(file), {});
  }

  tests::TemporaryFolder folder;
  tests::CapturedMessages messages;
  simulation::ExitStatus status;
  std::string states;
};

TEST(FailedWork, isToldOnceWithTheComponentAndWhatWasNotToBeHad) {
  for (const char* at : {"init", "bwdInit", "event", "force"}) {
    SCOPED_TRACE(at);
    const FailedRun run(at);
    EXPECT_EQ(run.status, simulation::ExitStatus::badInput);
    ASSERT_EQ(run.messages.errors(), 1u);
    const auto error = std::ranges::find(run.messages.messages, helper::Severity::Error, &helper::Message::severity);
    EXPECT_EQ(error->path, "/body/greedy");
    EXPECT_NE(error->text.find("not enough memory"), std::string::npos) << error->text;
    EXPECT_EQ(error->text.find('\n'), std::string::npos);
  }
}

TEST(FailedWork, inAStepLeavesWhatWasRecordedBefore) {
  const FailedRun run("force");
  EXPECT_EQ(run.messages.errors("Step 1"), 1u);
  EXPECT_NE(run.states.find("\"step\": 0"), std::string::npos) << run.states;
}

TEST(FailedWork, ofWhatIsAddedLaterIsItsOwn) {
  for (const char* at : {"init", "bwdInit"}) {
    const auto root = simulation::readSceneText(
        "<Node name='root' dt='0.1'><DefaultAnimationLoop/><EulerExplicitSolver/><MechanicalObject/>"
        "<UniformMass totalMass='1'/></Node>");
    simulation::initRoot(*root);
    const auto greedy = std::make_shared<GreedyForceField>();
    greedy->d_at.set(at);
    root->addComponent(greedy);
    simulation::noteAdded(*root, greedy);
    EXPECT_THROW(simulation::animate(*root), std::bad_alloc);
    EXPECT_EQ(core::takeFailed(), greedy) << at;
  }
}

/// Some component of a scene.
struct Two {
  std::shared_ptr<simulation::Node> root = simulation::readSceneText(
      "<Node name='root'><DefaultAnimationLoop name='one'/><DefaultVisualManagerLoop name='two'/></Node>");
  const core::Component& one = *root->components().at(0);
  const core::Component& two = *root->components().at(1);
};

TEST(FailedWork, isOfTheInnermostComponent) {
  const Two scene;
  try {
    const core::ComponentScope outer(scene.one);
    const core::AtWork inner(scene.two);
    throw std::runtime_error("");
  } catch (const std::exception&) {
  }
  EXPECT_EQ(core::takeFailed().get(), &scene.two);
  EXPECT_EQ(core::takeFailed(), nullptr) << "it is taken";
}

TEST(FailedWork, thatAComponentRecoversFromIsForgotten) {
  const Two scene;
  const auto recover = [&] {
    const core::AtWork outer(scene.one);
    try {
      const core::AtWork inner(scene.two);
      throw std::runtime_error("");
    } catch (const std::exception&) {
    }
  };
  recover();
  try {
    throw std::runtime_error("");
  } catch (const std::exception& problem) {
    const tests::CapturedMessages messages;
    core::reportFailure(*scene.root, "It could not be done", problem);
    EXPECT_EQ(messages.messages.at(0).path, scene.root->path());
  }
}

}  // namespace
}  // namespace sofa

// SPDX-License-Identifier: Apache-2.0
// Interrupts each scene after some steps and resumes it from its checkpoint in a new graph: the states of the steps
// that follow must be those of a run that was never stopped, to the last bit.
//
// Usage: resume_scenes [--data-path FOLDER]... [--sample N] [--before K] [--after N] [--rest off|asleep]
// SCENE|FOLDER...
//   --sample N   N of the scenes, spread evenly
//   --before K   steps until the checkpoint [3]
//   --after N    steps that are compared, at their end [4]
//   --rest HOW   in each scene another of its nodes rests from the first step on and is awake again after the
//   checkpoint
#include "SceneArguments.h"
#include "SceneSweep.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "SwitchedNode.h"
#include "TemporaryFolder.h"

namespace {

using namespace sofa;
using namespace sofa::tests;

struct Options {
  std::vector<fs::path> scenes;
  int before = 3, after = 4;
  std::optional<Rest> rest;
};

constexpr unsigned hangs = 300;  // s
const std::string unloadable = "does not load";

/// Says of the last errors why something did not work.
class LastError : public helper::MessageHandler {
 public:
  LastError() { helper::addMessageHandler(this); }
  ~LastError() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& message) override {
    if (message.severity >= helper::Severity::Error) text = message.text;
  }
  std::string text;
};

std::shared_ptr<simulation::Node> started(const fs::path& scene) {
  auto root = simulation::readScene(scene.string());
  if (root) simulation::initRoot(*root);
  return root;
}

void advance(simulation::Node& root, int steps) {
  for (int i = 0; i < steps; ++i) simulation::animate(root);
}

Told interruptAndResume(const fs::path& scene, const Options& options) {
  const std::string file = "interrupted.checkpoint";
  LastError error;
  const auto whole = started(scene);
  if (!whole) return {unloadable, {}, true};
  const RestingNode node(*whole, scene.string(), options.rest);
  advance(*whole, 1);
  node.set(true);
  advance(*whole, options.before - 1);
  if (!simulation::saveCheckpoint(file, *whole, options.before)) return {"the checkpoint cannot be written", {}, true};
  node.set(false);
  advance(*whole, options.after);

  const auto resumed = started(scene);
  const RestingNode resumedNode(*resumed, scene.string(), options.rest);
  if (simulation::loadCheckpoint(file, *resumed) != options.before) return {"is refused: " + error.text, {}, true};
  resumedNode.set(false);
  advance(*resumed, options.after);
  Told told;
  told.problem = difference(statesOf(*resumed), statesOf(*whole));
  if (told.problem.empty() && resumed->time() != whole->time()) told.problem = "its time differs";
  return told;
}

/// In an empty folder, where exporters write.
Told apartInAFolder(const fs::path& scene, const Options& options) {
  const tests::TemporaryFolder folder;
  return apart(
      [&] {
        fs::current_path(folder.path());
        return interruptAndResume(scene, options);
      },
      hangs);
}

Options readOptions(int count, char** arguments) {
  Options options;
  options.scenes = readArguments(count, arguments, [&](std::string_view option, const OptionValue& value) {
    if (option == "--before")
      options.before = std::stoi(value());
    else if (option == "--after")
      options.after = std::stoi(value());
    else if (option == "--rest")
      options.rest = value() == "off" ? Rest::off : Rest::asleep;
    else
      return false;
    return true;
  });
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = readOptions(count, arguments);
  helper::setConsole(false);
  leaveNoCore();
  int findings = 0, loaded = 0;
  for (const auto& scene : options.scenes) {
    const auto told = apartInAFolder(scene, options);
    if (told.problem == unloadable) continue;
    ++loaded;
    if (told.problem.empty()) continue;
    ++findings;
    fmt::print("{}: {}\n", scene.string(), told.problem);
    std::fflush(stdout);
  }
  fmt::print("{} scenes, {} of them load; {} are not resumed to the same bits\n", options.scenes.size(), loaded,
             findings);
  return findings > 0 || loaded == 0 ? 1 : 0;
}

// SPDX-License-Identifier: Apache-2.0
// Steps, resets and steps again each scene, and tells where that differs by a bit from a scene that was just loaded.
//
// Usage: reset_scenes [--data-path FOLDER]... [--sample N] [--steps BEFORE AFTER] [--set NAME=VALUE]... [--rest
// off|asleep] [--init-again]
//                     SCENE|FOLDER...
//   --sample N        N of the scenes, spread evenly
//   --set NAME=VALUE  sets that Data of every component that has it, in all runs
//   --rest HOW        in each scene another of its nodes rests before the reset, and is awake again after it
//   --init-again      initialises each scene a second time, instead: before the first step, and after steps. Nothing of
//                     the motion may change, nor of that after a reset
#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "ChangingMeshes.h"
#include "SceneArguments.h"
#include "SceneFiles.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "SwitchedNode.h"
#include "TemporaryFolder.h"

namespace {

namespace fs = std::filesystem;
using namespace sofa;

struct Options {
  std::vector<fs::path> scenes;
  std::vector<std::pair<std::string, std::string>> settings;
  int before = 4, after = 6;
  std::optional<tests::Rest> rest;
  bool initAgain = false;
};

constexpr unsigned hangs = 120;  // s

/// Positions and velocities of one state after the last step.
struct Final {
  std::string path;
  std::vector<double> values;
};

std::vector<Final> finalStates(simulation::Node& root) {
  std::vector<Final> all;
  for (auto* node : root.order())
    for (const auto* state : node->allLocal<core::BaseState>()) {
      if (!state->isMechanical()) continue;
      Final end{state->path(), {}};
      for (const auto values : {state->hostRead(core::vec::position), state->hostRead(core::vec::velocity)})
        end.values.insert(end.values.end(), values.begin(), values.end());
      all.push_back(std::move(end));
    }
  return all;
}

std::shared_ptr<simulation::Node> load(const fs::path& file, const Options& options) {
  auto root = simulation::readScene(file.string());
  if (!root) return nullptr;
  for (const auto& [name, value] : options.settings)
    core::forEachNode(*root, [&](core::Node& node) {
      for (const auto& component : node.components())
        if (component->findData(name)) component->setAttribute(name, value);
    });
  simulation::initRoot(*root);
  return root;
}

void advance(simulation::Node& root, int steps) {
  for (int i = 0; i < steps; ++i) simulation::animate(root);
}

/// The first state that differs and by how much; empty if none does.
std::string difference(const std::vector<Final>& a, const std::vector<Final>& b) {
  if (a.size() != b.size()) return fmt::format("{} states instead of {}", b.size(), a.size());
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (a[s].values.size() != b[s].values.size()) return a[s].path + " has another size";
    double most = 0, largest = 0;
    bool differs = false;
    for (std::size_t i = 0; i < a[s].values.size(); ++i) {
      const double x = a[s].values[i], y = b[s].values[i];
      largest = std::max(largest, std::abs(x));
      if (x == y || (std::isnan(x) && std::isnan(y))) continue;
      differs = true;
      most = std::max(most, std::abs(x - y));
    }
    if (differs) return fmt::format("{} differs by {:.2g} of {:.2g}", a[s].path, most, largest);
  }
  return {};
}

/// What a second initialisation changes; empty if nothing.
std::string initialisedTwice(simulation::Node& fresh, const fs::path& file, const Options& options) {
  advance(fresh, options.after);
  const auto expected = finalStates(fresh);
  auto root = load(file, options);
  simulation::initRoot(*root);
  advance(*root, options.after);
  if (const auto differs = difference(expected, finalStates(*root)); !differs.empty())
    return "initialised twice: " + differs;
  if (tests::hasChangingMeshes(*root)) return "";  // what is initialised then sees another mesh
  simulation::initRoot(*root);
  advance(fresh, options.before);
  advance(*root, options.before);
  if (const auto differs = difference(finalStates(fresh), finalStates(*root)); !differs.empty())
    return "initialised after steps: " + differs;
  for (auto* each : {&fresh, root.get()}) {
    simulation::reset(*each);
    advance(*each, options.after);
  }
  const auto differs = difference(finalStates(fresh), finalStates(*root));
  return differs.empty() ? "" : "initialised after steps, and reset: " + differs;
}

/// 1 if the scene differs, 0 if not, -1 if it does not load.
int sweep(const fs::path& file, const Options& options) {
  ::alarm(hangs);
  auto fresh = load(file, options);
  if (!fresh) return -1;
  if (options.initAgain) {
    const auto differs = initialisedTwice(*fresh, file, options);
    if (!differs.empty()) fmt::print("{}: {}\n", file.string(), differs);
    return differs.empty() ? 0 : 1;
  }
  advance(*fresh, options.after);
  const auto expected = finalStates(*fresh);
  simulation::unload(*fresh);
  fresh.reset();
  auto root = load(file, options);
  const tests::RestingNode node(*root, file.string(), options.rest);
  advance(*root, 1);
  node.set(true);
  advance(*root, options.before - 1);
  simulation::reset(*root);
  node.set(false);
  advance(*root, options.after);
  if (tests::hasChangingMeshes(*root)) return 0;  // it has come through
  const auto differs = difference(expected, finalStates(*root));
  if (!differs.empty()) fmt::print("{}: {}\n", file.string(), differs);
  return differs.empty() ? 0 : 1;
}

Options readOptions(int count, char** arguments) {
  Options options;
  options.scenes =
      tests::readArguments(count, arguments, [&](std::string_view option, const tests::OptionValue& value) {
        if (option == "--steps") {
          options.before = std::stoi(value());
          options.after = std::stoi(value());
        } else if (option == "--rest") {
          options.rest = value() == "off" ? tests::Rest::off : tests::Rest::asleep;
        } else if (option == "--init-again") {
          options.initAgain = true;
        } else if (option == "--set") {
          const std::string setting = value();
          options.settings.emplace_back(setting.substr(0, setting.find('=')), setting.substr(setting.find('=') + 1));
        } else {
          return false;
        }
        return true;
      });
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = readOptions(count, arguments);
  helper::setConsole(false);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const tests::TemporaryFolder folder;  // where exporters write
  fs::current_path(folder.path());
  int loaded = 0, findings = 0;
  for (const auto& scene : options.scenes) {
    const int found = tests::inProcess([&] { return sweep(scene, options); });
    if (found == -2) fmt::print("{}: crashes or hangs\n", scene.string());
    loaded += found != -1;
    findings += found == 1 || found == -2;
  }
  fmt::print("{} scenes, {} of them load; {} differ {}\n", options.scenes.size(), loaded, findings,
             options.initAgain ? "when they are initialised again" : "after a reset");
  return findings > 0 || loaded == 0 ? 1 : 0;
}

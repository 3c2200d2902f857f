// SPDX-License-Identifier: Apache-2.0
// Takes points out of one state of each scene, as a script does with its positions: before the first step, after a few
// steps, or in the middle of one. Tells where that ends the program.
//
// Usage: shorten_states [--data-path FOLDER]... [--sample N] SCENE|FOLDER...
//   --sample N  N of the scenes, spread evenly
#include "SceneArguments.h"
#include "SceneSweep.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace {

namespace fs = std::filesystem;
using namespace sofa;

enum class When { beforeFirstStep, afterSteps, inForces };
constexpr When allTimes[] = {When::beforeFirstStep, When::afterSteps, When::inForces};
constexpr const char* timeNames[] = {"before the first step", "after two steps", "while forces are computed"};

/// Shortens a state when forces are asked of it.
class Shortening : public core::BaseForceField {
 public:
  core::BaseState* state = nullptr;
  std::size_t size = 0;
  void accumulateForce(const core::MechanicalParams&, core::VecDerivId) override {
    if (auto* shortened = std::exchange(state, nullptr)) shortened->resize(size);
  }
  void accumulateDForce(const core::MechanicalParams&, core::VecDerivId) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  std::vector<core::BaseState*> states() const override { return {}; }
};

std::vector<core::BaseState*> statesOf(simulation::Node& root) {
  std::vector<core::BaseState*> found;
  for (auto* node : root.order())
    for (auto* state : node->allLocal<core::BaseState>())
      if (state->isMechanical()) found.push_back(state);
  return found;
}

void advance(simulation::Node& root, int steps) {
  for (int i = 0; i < steps; ++i) simulation::animate(root);
}

tests::Told run(const fs::path& file, std::size_t number, When when, std::size_t left) {
  const auto root = simulation::readScene(file.string());
  if (!root) return {};
  simulation::initRoot(*root);
  const auto states = statesOf(*root);
  if (number >= states.size()) return {};
  auto* state = states[number];
  if (when == When::afterSteps) advance(*root, 2);
  if (when == When::inForces) {
    auto force = std::make_shared<Shortening>();
    force->state = state;
    force->size = std::min(left, state->size());
    dynamic_cast<simulation::Node&>(*state->context()).addComponent(force);
  } else {
    state->resize(std::min(left, state->size()));
  }
  advance(*root, 3);
  simulation::reset(*root);
  advance(*root, 1);
  return {};
}

/// Of a scene: how many states it has.
std::size_t stateCount(const fs::path& file) {
  const auto root = simulation::readScene(file.string());
  return root ? statesOf(*root).size() : 0;
}

}  // namespace

int main(int count, char** arguments) {
  const auto scenes = tests::readArguments(count, arguments);
  helper::setConsole(false);
  tests::leaveNoCore();
  const tests::TemporaryFolder folder;  // where exporters write
  fs::current_path(folder.path());
  int runs = 0, findings = 0;
  for (const auto& scene : scenes) {
    const std::size_t states = std::min<std::size_t>(stateCount(scene), 6);
    for (std::size_t s = 0; s < states; ++s)
      for (const auto when : allTimes)
        for (const std::size_t left : {1u, 0u}) {
          ++runs;
          const auto told = tests::apart([&] { return run(scene, s, when, left); }, 30);
          if (told.problem.empty()) continue;
          ++findings;
          fmt::print("{}: state {} of {} points {}: {}\n", scene.string(), s, left, timeNames[static_cast<int>(when)],
                     told.problem);
          std::fflush(stdout);
        }
  }
  fmt::print("{} runs, {} end badly\n", runs, findings);
  return findings > 0 || runs == 0 ? 1 : 0;
}

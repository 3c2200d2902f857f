// SPDX-License-Identifier: Apache-2.0
// Switches each node of each scene off, on, asleep and awake, and tells what the scene does not survive.
//
// Each node but the root is, in turn, off from the start, switched off after some steps, on again, on only after some
// steps, asleep from the start, put to sleep, and awake again. After that come steps, a frame, a reset, more steps and
// a checkpoint that is resumed. Nothing of it may crash, throw, hang, or have states that are not finite where the
// whole scene's are. A node that is on or awake again must leave no trace: after a reset the scene moves as it would
// have without, to the last bit. So does one that goes on from the checkpoint.
//
// Usage: switch_nodes [--data-path FOLDER]... [--only PATH] [--here] [--sample N] [--scene-seconds S] SCENE|FOLDER...
//   --only PATH        only the node of that path
//   --here             without processes of their own, for a debugger
//   --sample N         N of the scenes, spread evenly
//   --scene-seconds S  what is left of a scene's nodes after that time is skipped
#include <chrono>

#include "ChangingMeshes.h"
#include "SceneArguments.h"
#include "SceneFiles.h"
#include "SceneSweep.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "Sofa/Simulation/Simulation.h"
#include "SwitchedNode.h"
#include "TemporaryFolder.h"

namespace {

using namespace sofa;
using namespace sofa::tests;
using Clock = std::chrono::steady_clock;

constexpr int steps = 2;
constexpr unsigned hangs = 60;  // s

/// How a node rests: before initialisation, and after each of two spells of steps.
struct Variant {
  const char* name;
  Rest how;
  bool start, middle, end;
};
constexpr Variant variants[] = {
    {"off at the start", Rest::off, true, true, true},
    {"off later", Rest::off, false, true, true},
    {"on later", Rest::off, true, false, false},
    {"off and on again", Rest::off, false, true, false},
    {"asleep at the start", Rest::asleep, true, true, true},
    {"asleep later", Rest::asleep, false, true, true},
    {"awake later", Rest::asleep, true, false, false},
    {"asleep and awake again", Rest::asleep, false, true, false},
};

/// What is not compared after a reset or from a checkpoint: scene, node, and why.
struct Exception {
  const char* scene;
  const char* node;
  const char* why;
};
constexpr Exception exceptions[] = {
    {"shell_arch.scn", "/sketch",
     "a mesh elsewhere copies its points when it has just been switched on and has none yet"},
    {"caught_box.scn", "/cloth",
     "a matrix keeps the places of contacts that parted, which a checkpoint does not hold: other rounding"},
};

const std::string resumption = "resumed, ";  // begins what is told of a checkpoint

// --- What is done to a scene -----------------------------------------------------------------------------------------

bool advance(simulation::Node& root, int count = steps) {
  for (int i = 0; i < count; ++i) simulation::animate(root);
  return simulation::firstNonFiniteState(root) == nullptr;
}

void draw(simulation::Node& root) {
  simulation::updateVisual(root);
  simulation::updateBoundingBoxes(root);
  gl::FrameCapture().take(root, 0);
}

/// States that follow Data of others are given anew when those are read from a checkpoint, unless these change at every
/// step.
bool hasFollowingStates(simulation::Node& root) {
  bool found = false;
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto* state : node.allLocal<core::BaseState>())
      for (const auto* data : state->dataFields())
        found = found || (data->parent() && dynamic_cast<const core::BaseState*>(data->parent()->owner()));
  });
  return found;
}

/// Steps, a reset, steps.
Told untouched(const fs::path& scene, int before) {
  Told told;
  const auto root = simulation::readScene(scene.string());
  simulation::initRoot(*root);
  told.finite = advance(*root, before);
  simulation::reset(*root);
  told.finite = advance(*root) && told.finite;
  told.states = statesOf(*root);
  return told;
}

/// Says of the last error why something did not work.
class LastError : public helper::MessageHandler {
 public:
  LastError() { helper::addMessageHandler(this); }
  ~LastError() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& message) override {
    if (message.severity >= helper::Severity::Error) text = message.text;
  }
  std::string text;
};

/// Whether a run that goes on from a checkpoint of this one is the same.
std::string resumed(const fs::path& scene, simulation::Node& root, std::size_t index, const Variant& variant) {
  const std::string file = "switched.checkpoint";
  if (!simulation::saveCheckpoint(file, root, 1)) return "the checkpoint cannot be written";
  const auto other = simulation::readScene(scene.string());
  setResting(*switchableNodes(*other)[index], variant.how, variant.start);
  simulation::initRoot(*other);
  const LastError error;
  if (simulation::loadCheckpoint(file, *other) != 1) return "is refused: " + error.text;
  advance(root);
  advance(*other);
  const auto differs = difference(statesOf(*other), statesOf(root));
  return differs.empty() ? "" : resumption + differs;
}

Told switched(const fs::path& scene, std::size_t index, const Variant& variant) {
  Told told;
  const auto root = simulation::readScene(scene.string());
  auto& node = *switchableNodes(*root)[index];
  setResting(node, variant.how, variant.start);
  simulation::initRoot(*root);
  draw(*root);
  told.finite = advance(*root);
  setResting(node, variant.how, variant.middle);
  told.finite = advance(*root) && told.finite;
  draw(*root);
  setResting(node, variant.how, variant.end);
  told.finite = advance(*root) && told.finite;
  draw(*root);
  if (simulation::sceneText(*root).empty()) told.problem = "the scene's text is empty";
  simulation::reset(*root);
  told.finite = advance(*root) && told.finite;
  told.states = statesOf(*root);
  if (!hasChangingMeshes(*root) && !hasFollowingStates(*root)) told.problem = resumed(scene, *root, index, variant);
  simulation::unload(*root);
  return told;
}

// --- A scene ---------------------------------------------------------------------------------------------------------

/// Without these the rest may rightly diverge.
bool holds(core::Node& node) { return node.down<core::BaseMass>() || node.down<core::BaseProjectiveConstraint>(); }

class SceneSweep {
 public:
  SceneSweep(const fs::path& file, const PartOptions& options) : m_file(file), m_options(options) {}

  /// The number of findings, which are printed. -1: the scene does not load.
  int run() {
    m_start = Clock::now();
    if (!list()) return -1;
    const auto whole = in([this] { return untouched(m_file, 3 * steps); });
    if (!whole.problem.empty()) {
      tell("as it is", whole.problem);
      return m_findings;
    }
    // Only a scene that a reset puts back entirely can be compared.
    const auto later = in([this] { return untouched(m_file, 3 * steps + 1); });
    m_exact = m_exact && difference(later.states, whole.states).empty();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
      if (!m_options.only.empty() && m_nodes[i].path != m_options.only) continue;
      if (seconds() > m_options.sceneSeconds) {
        fmt::print("{}: note: {} of {} nodes\n", m_file.string(), i, m_nodes.size());
        break;
      }
      for (const auto& variant : variants) sweep(i, variant, whole);
    }
    return m_findings;
  }

 private:
  struct Listed {
    std::string path;
    bool holds;
    bool takesPart;  ///< as the scene is written
  };

  bool list() {
    const auto root = simulation::readScene(m_file.string());
    if (!root) return false;
    for (auto* node : switchableNodes(*root))
      m_nodes.push_back({node->path(), holds(*node), node->isActive() && !node->d_sleeping.value()});
    m_exact = !hasChangingMeshes(*root);
    return true;
  }

  bool isException(const std::string& node) const {
    return std::ranges::any_of(exceptions,
                               [&](const auto& e) { return m_file.filename() == e.scene && node == e.node; });
  }

  Told in(const std::function<Told()>& job) const { return m_options.here ? guarded(job) : apart(job, hangs); }

  void sweep(std::size_t index, const Variant& variant, const Told& whole) {
    const auto what = fmt::format("{} {}", m_nodes[index].path, variant.name);
    const auto told = in([&] { return switched(m_file, index, variant); });
    const bool isExcused = isException(m_nodes[index].path);
    if (!told.problem.empty() && !(isExcused && told.problem.starts_with(resumption))) return tell(what, told.problem);
    if (!told.finite && whole.finite && !m_nodes[index].holds) return tell(what, "the simulation diverges");
    if (!m_exact || variant.end || !m_nodes[index].takesPart || isExcused) return;
    if (const auto differs = difference(told.states, whole.states); !differs.empty())
      tell(what, differs + " after a reset");
  }

  void tell(const std::string& what, const std::string& problem) {
    ++m_findings;
    fmt::print("{}: {}: {}\n", m_file.string(), what, problem);
    std::fflush(stdout);
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

  fs::path m_file;
  const PartOptions& m_options;
  std::vector<Listed> m_nodes;
  bool m_exact = true;
  Clock::time_point m_start = Clock::now();
  int m_findings = 0;
};

// --- All of them -----------------------------------------------------------------------------------------------------

PartOptions readOptions(int count, char** arguments) {
  PartOptions options;
  options.scenes = readArguments(
      count, arguments, [&](std::string_view option, const OptionValue& value) { return options.read(option, value); });
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = readOptions(count, arguments);
  helper::setConsole(false);
  leaveNoCore();
  const tests::TemporaryFolder folder;  // where exporters write
  fs::current_path(folder.path());
  int findings = 0, loaded = 0;
  for (const auto& scene : options.scenes) {
    const auto sweep = [&] { return SceneSweep(scene, options).run(); };
    const int found = options.here ? sweep() : inProcess(sweep);
    if (found == -2) fmt::print("{}: crashes as it is\n", scene.string());
    if (found == -1) continue;
    ++loaded;
    findings += found == -2 ? 1 : found;
  }
  fmt::print("{} scenes, {} of them load; {} findings\n", options.scenes.size(), loaded, findings);
  return findings > 0 || loaded == 0 ? 1 : 0;
}

// SPDX-License-Identifier: Apache-2.0
// Takes each object out of each scene, for good and to come back, and tells what the scene does not survive.
//
// After two steps an object is removed as an editor does it; then come steps, a reset, more steps, the scene as text
// and a frame of it. It must not crash, throw, hang, or have states that are not finite where the whole scene's are. An
// object that comes back must leave no trace: after a reset the scene moves as it would have without, to the last bit.
//
// Usage: remove_objects [--data-path FOLDER]... [--only PATH] [--here] [--sample N] [--scene-seconds S] SCENE|FOLDER...
//   --only PATH        only the object of that path
//   --here             without processes of their own, for a debugger
//   --sample N         N of the scenes, spread evenly
//   --scene-seconds S  what is left of a scene's objects after that time is skipped
#include <chrono>

#include "ChangingMeshes.h"
#include "RemovedObject.h"
#include "SceneArguments.h"
#include "SceneFiles.h"
#include "SceneSweep.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace {

using namespace sofa;
using namespace sofa::tests;
using Clock = std::chrono::steady_clock;

constexpr int stepsBefore = 2, stepsAfter = 3, stepsAnew = 2;
constexpr unsigned hangs = 20;  // s

// --- What is done to a scene -----------------------------------------------------------------------------------------

bool advance(simulation::Node& root, int steps) {
  for (int i = 0; i < steps; ++i) simulation::animate(root);
  return simulation::firstNonFiniteState(root) == nullptr;
}

void draw(simulation::Node& root) {
  simulation::updateVisual(root);
  simulation::updateBoundingBoxes(root);
  gl::FrameCapture().take(root, 0);
}

/// Steps, a reset, steps. Whether all states stay finite.
bool runAndStartAnew(simulation::Node& root) {
  bool finite = advance(root, stepsAfter);
  simulation::reset(root);
  finite = advance(root, stepsAnew) && finite;
  return finite;
}

std::shared_ptr<core::Base> objectAt(simulation::Node& root, std::size_t index) {
  return test::removableObjects(root)[index];
}

Told untouched(simulation::Node& root) {
  Told told;
  simulation::reset(root);
  advance(root, stepsAfter);
  told.states = statesOf(root);
  told.finite = runAndStartAnew(root);
  return told;
}

/// The same with another step before the reset: only a scene that a reset puts back entirely can be compared.
Told untouchedOneStepLater(simulation::Node& root) {
  Told told;
  advance(root, 1);
  simulation::reset(root);
  advance(root, stepsAfter);
  told.states = statesOf(root);
  return told;
}

Told forGood(std::shared_ptr<simulation::Node> root, std::size_t index) {
  Told told;
  auto object = objectAt(*root, index);
  auto removed = std::make_optional<test::RemovedObject>(*root, object);
  told.finite = runAndStartAnew(*root);
  draw(*root);
  if (simulation::sceneText(*root).empty()) told.problem = "the scene's text is empty";
  // An editor keeps the object until the scene ends.
  removed.reset();
  object.reset();
  simulation::unload(*root);
  return told;
}

Told andBack(simulation::Node& root, std::size_t index) {
  Told told;
  test::RemovedObject removed(root, objectAt(root, index));
  advance(root, 1);
  removed.putBack();
  advance(root, 1);
  draw(root);
  simulation::reset(root);
  advance(root, stepsAfter);
  told.states = statesOf(root);
  return told;
}

// --- A scene ---------------------------------------------------------------------------------------------------------

/// What is known of one that may be gone; not itself, which would outlive the scene.
struct Object {
  std::string path, type;
  bool hasMass;
};

bool holdsMass(core::Base& object) {
  if (auto* node = dynamic_cast<core::Node*>(&object)) return node->down<core::BaseMass>() != nullptr;
  return dynamic_cast<core::BaseMass*>(&object) != nullptr;
}

class SceneSweep {
 public:
  SceneSweep(const fs::path& file, const PartOptions& options) : m_file(file), m_options(options) {}

  /// The number of findings, which are printed. -1: the scene does not load.
  int run() {
    if (!load()) return -1;
    std::vector<Object> objects;
    for (const auto& object : test::removableObjects(*m_root))
      objects.push_back({object->path(), object->className(), holdsMass(*object)});
    const auto whole = in([&] { return untouched(*m_root); });
    if (!whole.problem.empty()) {
      tell("as it is", whole.problem);
      return m_findings;
    }
    const auto later = in([&] { return untouchedOneStepLater(*m_root); });
    const auto own = difference(later.states, whole.states);
    if (!own.empty()) fmt::print("{}: note: a reset does not bring it back: {}\n", m_file.string(), own);
    const bool exact = own.empty() && !hasChangingMeshes(*m_root);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (!m_options.only.empty() && objects[i].path != m_options.only) continue;
      if (seconds() > m_options.sceneSeconds) {
        fmt::print("{}: note: {} of {} objects\n", m_file.string(), i, objects.size());
        break;
      }
      sweep(i, objects[i], whole, exact);
    }
    return m_findings;
  }

 private:
  bool load() {
    m_start = Clock::now();
    try {
      m_root = simulation::readScene(m_file.string());
      if (!m_root) return false;
      simulation::initRoot(*m_root);
      simulation::reset(*m_root);
      advance(*m_root, stepsBefore);
    } catch (const std::exception&) {
      return false;
    }
    return true;
  }

  Told in(const std::function<Told()>& job) {
    const auto start = Clock::now();
    if (m_options.here) {
      auto told = guarded(job);
      load();
      return told;
    }
    auto told = apart(job, m_limit);
    // What takes long anyway is no hang.
    if (m_limit == firstLimit)
      m_limit = hangs + 10 * static_cast<unsigned>(std::chrono::duration<double>(Clock::now() - start).count());
    return told;
  }

  void sweep(std::size_t index, const Object& object, const Told& whole, bool exact) {
    const auto what = fmt::format("{} ({})", object.path, object.type);
    const auto good = in([&] { return forGood(std::move(m_root), index); });
    if (!good.problem.empty())
      tell(what + " removed", good.problem);
    else if (!good.finite && whole.finite && !object.hasMass)
      tell(what + " removed", "the simulation diverges");
    const auto back = in([&] { return andBack(*m_root, index); });
    if (!back.problem.empty())
      tell(what + " removed and back", back.problem);
    else if (exact)
      if (const auto differs = difference(back.states, whole.states); !differs.empty())
        tell(what + " removed and back", differs + " after a reset");
  }

  void tell(const std::string& what, const std::string& problem) {
    ++m_findings;
    fmt::print("{}: {}: {}\n", m_file.string(), what, problem);
    std::fflush(stdout);
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

  static constexpr unsigned firstLimit = 300;
  fs::path m_file;
  const PartOptions& m_options;
  std::shared_ptr<simulation::Node> m_root;
  Clock::time_point m_start = Clock::now();
  unsigned m_limit = firstLimit;
  int m_findings = 0;
};

// --- All of them -----------------------------------------------------------------------------------------------------

PartOptions readOptions(int count, char** arguments) {
  PartOptions options;
  options.scenes = readArguments(
      count, arguments, [&](std::string_view option, const OptionValue& value) { return options.read(option, value); });
  return options;
}

/// One process for a scene, so that one which takes all down is one finding.
int sweepApart(const fs::path& scene, const PartOptions& options) {
  const int findings = inProcess([&] { return SceneSweep(scene, options).run(); });
  if (findings != -2) return findings;
  fmt::print("{}: crashes as it is\n", scene.string());
  return 1;
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
    const int found = options.here ? SceneSweep(scene, options).run() : sweepApart(scene, options);
    if (found < 0) continue;
    ++loaded;
    findings += found;
  }
  fmt::print("{} scenes, {} of them load; {} findings\n", options.scenes.size(), loaded, findings);
  return findings > 0 || loaded == 0 ? 1 : 0;
}

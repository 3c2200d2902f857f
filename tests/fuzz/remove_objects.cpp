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
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>

#include "RemovedObject.h"
#include "SceneFiles.h"
#include "Sofa/Core/Mass.h"
#include "Sofa/Core/State.h"
#include "Sofa/GL/FrameCapture.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/SceneReader.h"
#include "Sofa/Simulation/SceneWriter.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace {

namespace fs = std::filesystem;
using namespace sofa;
using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<fs::path> scenes;
  std::string only;
  bool here = false;
  std::size_t sample = 0;
  double sceneSeconds = 1e9;
};

/// What a process tells of one run.
struct Told {
  std::string problem;
  std::vector<double> states;  // of the last steps
  bool finite = true;
};

constexpr int stepsBefore = 2, stepsAfter = 3, stepsAnew = 2;
constexpr unsigned hangs = 20;  // s

// --- What is done to a scene -----------------------------------------------------------------------------------------

std::vector<double> statesOf(simulation::Node& root) {
  std::vector<double> all;
  for (auto* node : root.order())
    for (const auto* state : node->allLocal<core::BaseState>()) {
      if (!state->isMechanical()) continue;
      for (const auto values : {state->flat(core::vec::position), state->flat(core::vec::velocity)})
        all.insert(all.end(), values.begin(), values.end());
    }
  return all;
}

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

// --- Processes of their own ------------------------------------------------------------------------------------------

void writeAll(int file, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const auto done = ::write(file, bytes, size);
    if (done <= 0) return;
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
}

std::string readAll(int file) {
  std::string all;
  char buffer[65536];
  for (ssize_t got; (got = ::read(file, buffer, sizeof buffer)) > 0;) all.append(buffer, static_cast<std::size_t>(got));
  return all;
}

void send(int file, const Told& told) {
  const std::size_t sizes[2] = {told.problem.size(), told.states.size()};
  writeAll(file, sizes, sizeof sizes);
  writeAll(file, &told.finite, sizeof told.finite);
  writeAll(file, told.problem.data(), told.problem.size());
  writeAll(file, told.states.data(), told.states.size() * sizeof(double));
}

std::optional<Told> receive(const std::string& bytes) {
  Told told;
  std::size_t sizes[2];
  constexpr std::size_t head = sizeof sizes + sizeof told.finite;
  if (bytes.size() < head) return std::nullopt;
  std::memcpy(sizes, bytes.data(), sizeof sizes);
  std::memcpy(&told.finite, bytes.data() + sizeof sizes, sizeof told.finite);
  if (bytes.size() != head + sizes[0] + sizes[1] * sizeof(double)) return std::nullopt;
  told.problem = bytes.substr(head, sizes[0]);
  told.states.resize(sizes[1]);
  std::memcpy(told.states.data(), bytes.data() + head + sizes[0], sizes[1] * sizeof(double));
  return told;
}

Told guarded(const std::function<Told()>& job) {
  try {
    return job();
  } catch (const std::exception& problem) {
    return {std::string("an exception escapes: ") + problem.what(), {}, true};
  }
}

/// Does the job in a copy of this process; how that ended if it did not tell.
Told apart(const std::function<Told()>& job, unsigned seconds) {
  int ends[2];
  if (::pipe(ends) != 0) return {"no pipe", {}, true};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    ::alarm(seconds);
    send(ends[1], guarded(job));
    ::_exit(0);
  }
  ::close(ends[1]);
  auto told = receive(readAll(ends[0]));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return {fmt::format("no end after {} s", seconds), {}, true};
  if (WIFSIGNALED(status)) return {fmt::format("crashes: {}", ::strsignal(WTERMSIG(status))), {}, true};
  if (!told) return {fmt::format("ends with status {} and says nothing", WEXITSTATUS(status)), {}, true};
  return std::move(*told);
}

// --- A scene ---------------------------------------------------------------------------------------------------------

std::string difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return fmt::format("{} values, not {}", a.size(), b.size());
  double most = 0;
  bool differ = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    differ = true;
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return differ ? fmt::format("it differs by {:.3g}", most) : std::string();
}

/// What is known of one that may be gone; not itself, which would outlive the scene.
struct Object {
  std::string path, type;
  bool hasMass;
};

bool holdsMass(core::Base& object) {
  if (auto* node = dynamic_cast<core::Context*>(&object)) return node->down<core::BaseMass>() != nullptr;
  return dynamic_cast<core::BaseMass*>(&object) != nullptr;
}

class SceneSweep {
 public:
  SceneSweep(const fs::path& file, const Options& options) : m_file(file), m_options(options) {}

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
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (!m_options.only.empty() && objects[i].path != m_options.only) continue;
      if (seconds() > m_options.sceneSeconds) {
        fmt::print("{}: note: {} of {} objects\n", m_file.string(), i, objects.size());
        break;
      }
      sweep(i, objects[i], whole, own.empty());
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
  const Options& m_options;
  std::shared_ptr<simulation::Node> m_root;
  Clock::time_point m_start = Clock::now();
  unsigned m_limit = firstLimit;
  int m_findings = 0;
};

// --- All of them -----------------------------------------------------------------------------------------------------

Options readOptions(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const auto value = [&] { return std::string(i + 1 < count ? arguments[++i] : ""); };
    if (argument == "--data-path")
      helper::ResourcePath::data().append(fs::absolute(value()));
    else if (argument == "--only")
      options.only = value();
    else if (argument == "--here")
      options.here = true;
    else if (argument == "--sample")
      options.sample = std::stoul(value());
    else if (argument == "--scene-seconds")
      options.sceneSeconds = std::stod(value());
    else
      tests::addScenes(argument, options.scenes);
  }
  options.scenes = tests::sampleOf(std::move(options.scenes), options.sample);
  return options;
}

/// One process for a scene, so that one which takes all down is one finding.
int sweepApart(const fs::path& scene, const Options& options) {
  const int findings = tests::inProcess([&] { return SceneSweep(scene, options).run(); });
  if (findings != -2) return findings;
  fmt::print("{}: crashes as it is\n", scene.string());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = readOptions(count, arguments);
  helper::setConsole(false);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
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

// SPDX-License-Identifier: Apache-2.0
// Changes each Data of each component of the scenes, one at a time, and tells where a change that comes after
// initialisation is not that of a scene which had the value from the start, and nothing is said about it.
//
// Of each Data that a scene can set, another valid value is taken. Compared are the scene as it is, the one that has
// the other value from the start, the one in which it is set between initialisation and the first step, without
// reinit(), and the one in which it is set after two steps. The second and third must move alike; where the second
// moves otherwise than the first, the fourth must too. Or the run says in a warning what to do.
//
// Usage: change_data [--data-path FOLDER]... [--sample N] [--only PATH] [--data NAME] [--here] [--scene-seconds S]
//                    [--each K] [--never] SCENE|FOLDER...
//   --sample N         N of the scenes, spread evenly
//   --only PATH        only the component of that path
//   --data NAME        only Data of that name
//   --here             without processes of their own, for a debugger
//   --scene-seconds S  what is left of a scene's Data after that time is skipped
//   --each K           a Data of a class is tried in up to K scenes in which it acts, and 3 K in which it does not [1]
//   --never            lists the Data whose values change nothing in any of the scenes
#include <chrono>
#include <map>
#include <set>

#include "ChangedValues.h"
#include "SceneArguments.h"
#include "SceneSweep.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "TemporaryFolder.h"

namespace {

using namespace sofa;
using namespace sofa::tests;
using Clock = std::chrono::steady_clock;

struct Options : PartOptions {
  std::string data;
  std::size_t each = 1;
  bool never = false;
};

constexpr int stepsBefore = 2, steps = 3;
constexpr unsigned hangs = 60;  // s

/// Differences below these parts of what the value changes, and of the largest number, are of rounding.
constexpr double partOfEffect = 1e-4, partOfValues = 1e-9;

// --- Runs of a scene -------------------------------------------------------------------------------------------------

/// One Data and its other value.
struct Change {
  std::size_t component = 0;  ///< the number of its owner
  std::string name, value;
};

/// One way to run a scene.
struct Run {
  enum class Set { never, before, after, later } set = Set::never;
  bool placed = false;     ///< instead of the first steps, states are put where the scene as it is has them then
  bool onlyStart = false;  ///< the result is what is there after initialisation
};

std::vector<std::shared_ptr<core::Component>> componentsOf(simulation::Node& root) {
  std::vector<std::shared_ptr<core::Component>> all;
  core::forEachNode(
      root, [&](core::Node& node) { all.insert(all.end(), node.components().begin(), node.components().end()); });
  return all;
}

/// Keeps the last error, and the last warning that is about values which came too late or names a Data.
class Listener : public helper::MessageHandler {
 public:
  explicit Listener(std::string name) : m_name(std::move(name)) { helper::addMessageHandler(this); }
  ~Listener() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& message) override {
    const auto has = [&](const std::string& part) { return message.text.find(part) != std::string::npos; };
    if (message.severity >= helper::Severity::Error) error = message.text;
    if (message.severity >= helper::Severity::Deprecated && (has(m_name) || has("after initialisation, when")))
      told = message.text;
  }
  void forget() {
    error.clear();
    told.clear();
  }
  std::string error, told;

 private:
  std::string m_name;
};

/// Numbers that components put out: what engines compute moves nothing in many scenes.
void appendOutputs(simulation::Node& root, std::vector<double>& all) {
  for (const auto& component : componentsOf(root))
    for (const auto* data : component->dataFields()) {
      if (!data->options().readOnly || !data->type().isNumeric()) continue;
      const void* value = data->rawValue();
      for (std::size_t i = 0; i < data->type().scalarCount(value); ++i) all.push_back(data->type().get(value, i));
    }
}

void forEachState(simulation::Node& root, const std::function<void(core::BaseState&)>& f) {
  for (auto* node : root.order())
    for (auto* state : node->allLocal<core::BaseState>())
      if (state->isMechanical()) f(*state);
}

void advance(simulation::Node& root, int count) {
  for (int i = 0; i < count; ++i) simulation::animate(root);
}

/// Puts states and time where they are in the unchanged scene after its first steps.
void placeAfterFirstSteps(simulation::Node& root, const fs::path& file) {
  const auto other = simulation::readScene(file.string());
  simulation::initRoot(*other);
  advance(*other, stepsBefore);
  root.d_time.set(other->time());
  for (auto* node : root.order())
    if (node != &root) node->inheritContext();
  std::map<std::string, core::BaseState*> others;
  forEachState(*other, [&](core::BaseState& state) { others[state.path()] = &state; });
  forEachState(root, [&](core::BaseState& state) {
    const auto found = others.find(state.path());
    if (found == others.end() || found->second->size() != state.size()) return;
    std::ranges::copy(found->second->hostRead(core::vec::position), state.hostWrite(core::vec::position).begin());
    std::ranges::copy(found->second->hostRead(core::vec::velocity), state.hostWrite(core::vec::velocity).begin());
  });
}

/// What came out, with a problem that begins with "told: " or "error: ", a message that came with the change.
Told moved(const fs::path& file, const Change& change, const Run& run) {
  const auto root = simulation::readScene(file.string());
  // Components are counted as the scene has them, before others are added.
  const auto owner = componentsOf(*root)[change.component];
  Listener listener(change.name);
  const auto setAt = [&](Run::Set moment) {
    if (run.set != moment) return;
    listener.forget();
    owner->setAttribute(change.name, change.value);
  };
  setAt(Run::Set::before);
  simulation::initRoot(*root);
  setAt(Run::Set::after);
  if (run.onlyStart) return {{}, statesOf(*root), true};
  if (run.placed)
    placeAfterFirstSteps(*root, file);
  else
    advance(*root, stepsBefore);
  setAt(Run::Set::later);
  advance(*root, steps);
  Told end;
  end.states = statesOf(*root);
  appendOutputs(*root, end.states);
  end.finite = simulation::firstNonFiniteState(*root) == nullptr;
  if (!listener.told.empty())
    end.problem = "told: " + listener.told;
  else if (!listener.error.empty())
    end.problem = "error: " + listener.error;
  return end;
}

/// The largest difference; infinite if there are more numbers in one, or if some are not numbers in one.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (a.size() != b.size()) return infinite;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    const double d = std::abs(a[i] - b[i]);
    most = std::isnan(d) ? infinite : std::max(most, d);
  }
  return most;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values)
    if (std::isfinite(v)) most = std::max(most, std::abs(v));
  return most;
}

// --- What is tried ---------------------------------------------------------------------------------------------------

/// Whether it is an input whose value makes a difference to more than a picture or a message.
bool isTried(const core::BaseData& data, const core::Component& component) {
  static const std::set<std::string> none{"name", "printLog", "listening", "bbox", "componentState", "tags"};
  if (data.options().readOnly || data.parent() || none.contains(data.name())) return false;
  if (data.options().group == "Visualization" || data.help().starts_with("no effect: ")) return false;
  // Positions, velocities and the like are no settings but the state itself.
  const auto* state = dynamic_cast<const core::BaseState*>(&component);
  return !state || !data.type().isList();
}

/// What is not compared, and why. A name that ends with a dot stands for all Data of the class.
constexpr std::pair<std::string_view, std::string_view> exceptions[] = {
    {"MeshRemesher.", "it counts steps since the start, and remeshes at none of those that follow the change"},
    {"BeamAdapterActionController.writeMode", "the actions are those of the first steps"},
    {"InterventionalRadiologyController.controlledInstrument", "the actions are those of the first steps"},
    {"InterventionalRadiologyController.step", "the actions are those of the first steps"},
    {"CCDTightInclusionIntersection.continuousCollisionType", "the contacts are made in the first steps"},
    {"InteractiveCamera.lookAt", "a view is only looked at; the mouse moves it from there"},
    {"PlaneROI.doUpdate", "what was found before stays, as the Data says"},
    {"Gravity.gravity", "nodes below take it over after a step"},
    {"DistanceMapping.geometricStiffness", "acts after initialisation; after some steps it does not yet"},
    {"MatrixProjectionMethod.areJacobiansConstant", "which are those of the first step, after some steps too"},
    {"ConstantSparsityProjectionMethod.areJacobiansConstant", "as in MatrixProjectionMethod"},
    {"CylinderGridTopology.edges", "a grid makes its lists by itself; one that is set later is not told of yet"},
    {"CylinderGridTopology.quads", "as edges"},
    {"CylinderGridTopology.hexahedra", "as edges"},
    {"SphereGridTopology.edges", "as edges of CylinderGridTopology"},
    {"SphereGridTopology.quads", "as edges"},
    {"SphereGridTopology.hexahedra", "as edges"},
    {"LineCollisionModel.selfCollision", "acts after initialisation; after some steps it does not yet"},
    {"NewtonRaphsonSolver.absoluteResidualStoppingThreshold", "decides only in the first step"},
    {"RegularGridTopology.edges", "as edges of CylinderGridTopology"},
    {"RegularGridTopology.triangles", "as edges"},
    {"RegularGridTopology.quads", "as edges"},
    {"RegularGridTopology.hexahedra", "as edges"},
};

bool isException(std::string_view key) {
  return std::ranges::any_of(exceptions, [&](const auto& exception) {
    return exception.first.ends_with('.') ? key.starts_with(exception.first) : key == exception.first;
  });
}

/// What became of a Data of a class in all scenes.
struct Record {
  std::size_t acted = 0, idle = 0, refused = 0, told = 0, failed = 0;
};

class Sweep {
 public:
  explicit Sweep(const Options& options) : m_options(options) {}

  /// Whether the scene loads.
  bool run(const fs::path& file) {
    m_file = file;
    const auto start = Clock::now();
    const auto changes = list();
    if (!changes) return false;
    if (changes->empty()) return true;
    const auto whole = moved({}, {});
    if (!whole.finite || distance(whole.states, moved({}, {}).states) != 0) return true;
    for (std::size_t i = 0; i < changes->size(); ++i) {
      if (std::chrono::duration<double>(Clock::now() - start).count() > m_options.sceneSeconds) {
        fmt::print("{}: note: {} of {} Data\n", file.string(), i, changes->size());
        break;
      }
      tryOut((*changes)[i], whole);
    }
    return true;
  }

  /// The number of findings.
  std::size_t report(std::size_t scenes, std::size_t loaded) const {
    std::size_t tried = 0, acted = 0, told = 0, failed = 0;
    std::vector<std::string> never;
    for (const auto& [name, record] : m_records) {
      if (record.acted + record.idle == 0) continue;
      ++tried;
      acted += record.acted > 0;
      told += record.told > 0;
      failed += record.failed > 0;
      if (record.acted == 0) never.push_back(name);
    }
    if (m_options.never)
      for (const auto& name : never) fmt::print("never acts in these scenes: {}\n", name);
    fmt::print(
        "{} scenes, {} of them load; {} Data are tried, of which {} act; {} of these say that they act at "
        "initialisation only, {} neither act later nor say so\n",
        scenes, loaded, tried, acted, told, failed);
    return failed;
  }

 private:
  struct Tried {
    Change change;  ///< without a value yet
    std::string key, where;
    std::vector<std::string> values;
  };

  std::optional<std::vector<Tried>> list() const {
    const auto root = simulation::readScene(m_file.string());
    if (!root) return std::nullopt;
    std::vector<Tried> all;
    const auto components = componentsOf(*root);
    for (std::size_t i = 0; i < components.size(); ++i) {
      const auto& component = *components[i];
      if (!m_options.only.empty() && component.path() != m_options.only) continue;
      for (const auto* data : component.dataFields()) {
        if (!isTried(*data, component) || (!m_options.data.empty() && data->name() != m_options.data)) continue;
        auto values = otherValues(*data);
        if (!values.empty())
          all.push_back({{i, data->name(), {}},
                         component.className() + "." + data->name(),
                         component.path() + "." + data->name(),
                         std::move(values)});
      }
    }
    return all;
  }

  Told moved(const Change& change, const Run& run) const {
    const auto job = [&] { return ::moved(m_file, change, run); };
    return m_options.here ? guarded(job) : apart(job, hangs);
  }

  bool isEnough(const Record& record) const {
    return record.acted >= m_options.each || record.idle >= 3 * m_options.each || record.refused >= 3 * m_options.each;
  }

  void tryOut(const Tried& tried, const Told& whole) {
    auto& record = m_records[tried.key];
    if (isEnough(record)) return;
    bool isIdle = false;
    for (const auto& value : tried.values) {
      auto change = tried.change;
      change.value = value;
      const auto start = moved(change, {.set = Run::Set::before});
      if (!start.problem.empty() || !start.finite) continue;
      if (distance(start.states, whole.states) > 0) {
        ++record.acted;
        return compare(record, tried, change, whole, start);
      }
      isIdle = true;
    }
    isIdle ? ++record.idle : ++record.refused;
  }

  void compare(Record& record, const Tried& tried, const Change& change, const Told& whole, const Told& start) {
    const auto after = moved(change, {.set = Run::Set::after}), later = moved(change, {.set = Run::Set::later});
    if (tells(after) || tells(later)) ++record.told;
    auto problem = problemAfter(change, whole, start, after);
    if (problem.empty()) problem = problemLater(change, whole, later);
    if (problem.empty() || isException(tried.key)) return;
    ++record.failed;
    fmt::print("{}: {} ({}) = {:.40}: {}\n", m_file.string(), tried.where, tried.key, change.value, problem);
    std::fflush(stdout);
  }

  static bool tells(const Told& told) { return told.problem.starts_with("told: "); }

  std::string problemAfter(const Change& change, const Told& whole, const Told& start, const Told& after) const {
    if (tells(after)) return {};
    if (!after.problem.empty()) return "set after initialisation, " + after.problem;
    const double effect = distance(start.states, whole.states), rest = distance(after.states, start.states);
    const double part = std::isfinite(effect) ? partOfEffect * effect : 0;
    if (rest <= std::max(part, partOfValues * largest(start.states))) return {};
    if (distance(after.states, whole.states) == 0) return "set after initialisation, it does not act";
    // A value that shapes the start cannot act on a start that is past.
    const Run begin{.onlyStart = true}, beginOfOther{.set = Run::Set::before, .onlyStart = true};
    if (distance(moved(change, begin).states, moved(change, beginOfOther).states) > 0) return {};
    return fmt::format("set after initialisation, it acts otherwise: by {:.2g} of {:.2g}", rest, effect);
  }

  /// Whether the value makes a difference after the first steps is found out from the states that the scene has then.
  std::string problemLater(const Change& change, const Told& whole, const Told& later) const {
    if (tells(later)) return {};
    if (!later.problem.empty()) return "set after some steps, " + later.problem;
    if (distance(later.states, whole.states) > 0) return {};
    const auto placed = moved(change, {.placed = true});
    const auto other = moved(change, {.set = Run::Set::before, .placed = true});
    const double rounding = partOfValues * largest(placed.states);
    return distance(other.states, placed.states) > rounding ? "set after some steps, it does not act" : "";
  }

  const Options& m_options;
  fs::path m_file;
  std::map<std::string, Record> m_records;
};

Options readOptions(int count, char** arguments) {
  Options options;
  options.scenes = readArguments(count, arguments, [&](std::string_view option, const OptionValue& value) {
    if (option == "--data")
      options.data = value();
    else if (option == "--each")
      options.each = std::stoul(value());
    else if (option == "--never")
      options.never = true;
    else
      return options.read(option, value);
    return true;
  });
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = readOptions(count, arguments);
  helper::setConsole(false);
  leaveNoCore();
  const tests::TemporaryFolder folder;  // where exporters write
  fs::current_path(folder.path());
  Sweep sweep(options);
  std::size_t loaded = 0;
  for (const auto& scene : options.scenes) loaded += sweep.run(scene);
  const auto findings = sweep.report(options.scenes.size(), loaded);
  return findings > 0 || loaded == 0 ? 1 : 0;
}

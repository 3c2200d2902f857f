// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Simulation.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <atomic>
#include <mutex>
#include <set>

#include "Creation.h"
#include "DivergenceWarning.h"
#include "Messages.h"
#include "SceneWork.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Scene/LateEdits.h"
#include "Sofa/Simulation/Scene/PythonWriter.h"
#include "Sofa/Simulation/Scene/SceneChecks.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "Sofa/Version.h"

namespace sofa::python {

using simulation::Node;

namespace {

/// A scene is for one thread at a time: who comes second gets an exception, not a crash.
class Exclusive {
 public:
  explicit Exclusive(const Node& node) : m_root(node.root()) {
    const std::lock_guard lock(mutex());
    if (!busy().insert(m_root).second)
      throw std::runtime_error("this scene is being simulated: in another thread, or further up in this call");
  }
  ~Exclusive() {
    const std::lock_guard lock(mutex());
    busy().erase(m_root);
  }
  Exclusive(const Exclusive&) = delete;
  Exclusive& operator=(const Exclusive&) = delete;

 private:
  static std::mutex& mutex() {
    static auto* only = new std::mutex;
    return *only;
  }
  static std::set<const core::Node*>& busy() {
    static auto* all = new std::set<const core::Node*>;
    return *all;
  }
  const core::Node* m_root;
};

/// Runs f on the node without Python's lock, so that other threads go on.
template <class F>
void run(py::handle self, const F& f) {
  auto& node = sceneOf(self);
  const auto held = share(node);
  {
    const Exclusive exclusive(node);
    withoutPython(node, [&] { f(node); });
  }
  deliverMessages();
}

void animate(py::handle root, double dt) {
  auto& divergence = partOf(sceneOf(root)).divergence;
  run(root, [&](Node& node) {
    if (!divergence) {
      simulation::settleEdits(node);  // what scripts added counts with the size that it is initialised to
      divergence = std::make_shared<DivergenceWarning>(node);
    }
    simulation::animate(node, dt);
    divergence->afterStep(node);
  });
}

/// Asks the steps that a console has done to end: it is in no thread that signals reach.
std::atomic<bool> stepsAreToEnd{false};

void animateSteps(py::handle root, int steps, double dt) {
  stepsAreToEnd = false;
  for (int i = 0; i < steps; ++i) {
    animate(root, dt);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (stepsAreToEnd.exchange(false)) break;  // an exception waits for Python's next instruction
  }
}

/// Empties the node and all below: what Python holds stays good.
void unload(py::handle root) {
  auto& node = sceneOf(root);
  const auto held = share(node);
  const Exclusive exclusive(node);
  withoutPython(node, [&] { simulation::unload(node); });
  std::vector<std::shared_ptr<core::Base>> all;  // to be let go at the end, outside of loops over them
  core::forEachNode(node, [&](core::Node& below) { all.push_back(share(below)); });
  for (const auto& base : all) {
    auto& below = static_cast<Node&>(*base);
    for (const auto& component : std::vector(below.components())) below.removeComponent(component.get());
    for (const auto& child : std::vector(below.children())) below.removeChild(child.get());
  }
  for (auto* parent : std::vector(node.parents())) parent->removeChild(&node);
  deliverMessages();
}

/// Calls function(scene) while nobody else may simulate it: for modules that do something with the node itself.
py::object exclusively(py::handle root, const py::function& function) {
  auto& node = sceneOf(root);
  const auto held = share(node);
  const Exclusive exclusive(node);
  const SceneWork work(node);
  return function(py::capsule(&node, "sofa::simulation::Node"));
}

/// All that a scene carries from step to step.
py::bytes saveState(py::handle root) {
  std::string state;
  run(root, [&](Node& node) { state = simulation::savedState(node, 0); });
  return py::bytes(state);
}

void restoreState(py::handle root, const py::bytes& state) {
  const std::string_view bytes = state;
  std::string problem;
  bool works = false;
  auto& divergence = partOf(sceneOf(root)).divergence;
  run(root, [&](Node& node) {
    works = simulation::restoreState(bytes, node, problem) >= 0;
    divergence.reset();
  });
  if (!works) throw py::value_error("The state cannot be restored: " + problem);
}

py::object loadScene(const std::string& file) {
  std::shared_ptr<Node> root;
  {
    const py::gil_scoped_release noGil;
    root = simulation::readScene(file);
  }
  deliverMessages();
  return wrap(root.get());
}

/// How the framework has scenes read that are written in Python.
std::shared_ptr<Node> loadPythonScene(const std::string& file) {
  const py::gil_scoped_acquire gil;
  try {
    const py::object root = py::module_::import("Sofa._scene").attr("load")(file, simulation::sceneArguments());
    if (root.is_none()) return nullptr;
    return std::static_pointer_cast<Node>(share(nodeOf(root)));
  } catch (py::error_already_set& problem) {
    const auto text = describeException(problem);
    const py::gil_scoped_release noGil;
    helper::send(helper::Severity::Error, "SofaPython3", fmt::format("{}: {}", file, text));
    return nullptr;
  }
}

bool importPlugin(const std::string& name) {
  core::PluginManager::Result result;
  if (name == "SofaPython3") return true;
  {
    const py::gil_scoped_release noGil;
    result = core::PluginManager::instance().load(name);
    if (!result.loaded) helper::send(helper::Severity::Error, "SofaRuntime", result.message);
  }
  deliverMessages();
  return result.loaded;
}

void bindPaths(py::module_& m) {
  m.def("data_folders", [] {
    std::vector<std::string> folders;
    for (const auto& folder : helper::ResourcePath::data().folders({})) folders.push_back(folder.string());
    return folders;
  });
  m.def("add_data_folder", [](const std::string& folder, bool first) {
    auto& path = helper::ResourcePath::data();
    first ? path.prepend(folder) : path.append(folder);
  });
  m.def("remove_data_folder", [](const std::string& folder) { helper::ResourcePath::data().remove(folder); });
  m.def("find_data_file", [](const std::string& file, const std::string& base) -> py::object {
    const auto found = helper::ResourcePath::data().find(
        file, base.empty() ? std::filesystem::current_path() : std::filesystem::path(base));
    if (!found) return py::none();
    return py::str(found->string());
  });
  m.def("add_plugin_folder", [](const std::string& folder) { core::PluginManager::instance().addFolder(folder); });
  m.def("remove_plugin_folder",
        [](const std::string& folder) { core::PluginManager::instance().removeFolder(folder); });
  m.def("import_plugin", &importPlugin);
}

/// (name, calls, seconds, entries within)
py::tuple timesOf(const helper::Profiler::Entry& entry) {
  py::list within;
  for (const auto& child : entry.children) within.append(timesOf(*child));
  return py::make_tuple(entry.name, entry.calls, entry.seconds, within);
}

/// Times of this thread.
void bindTimes(py::module_& m) {
  m.def("start_times", [] { helper::Profiler::instance().start(false); });
  m.def("stop_times", [] { helper::Profiler::instance().stop(); });
  m.def("enter_time", [](const std::string& name) { helper::Profiler::instance().enter(name); });
  m.def("leave_time", [] { helper::Profiler::instance().leave(); });
  m.def("times", [] { return timesOf(helper::Profiler::instance().root()); });
  m.def("time_table", [] { return helper::Profiler::instance().table(); });
}

/// What a script has added is the scene's, in a root that was initialised before too.
void initialiseRoot(Node& root) {
  core::forEachNode(root, [](Node& node) {
    core::markAsScene(node);
    for (const auto& component : node.components()) core::markAsScene(*component);
  });
  simulation::initRoot(root);
}

void initRoot(py::handle root) {
  auto& divergence = partOf(sceneOf(root)).divergence;
  core::SceneProblems::tellHeldNames();
  run(root, [&](Node& node) {
    initialiseRoot(node);
    divergence.reset();
  });
}

void reset(py::handle root) {
  auto& divergence = partOf(sceneOf(root)).divergence;
  run(root, [&](Node& node) {
    simulation::reset(node);
    divergence.reset();
  });
}

}  // namespace

void bindSimulation(py::module_& m) {
  m.def("initRoot", &initRoot, py::arg("root"));
  m.def(
      "init",
      [](py::handle node) {
        core::SceneProblems::tellHeldNames();
        run(node, [](Node& below) { initialiseBelow(below); });
      },
      py::arg("node"));
  m.def("accept_former_names", [] {
    core::acceptFormerNamesByDefault();
    core::SceneProblems::holdNames();
  });
  m.def("keep_going", &simulation::keepGoing);
  m.def("animate", &animate, py::arg("root"), py::arg("dt") = 0.0);
  m.def("animateNSteps", &animateSteps, py::arg("root_node"), py::arg("n_steps") = 1, py::arg("dt") = 0.0);
  m.def("reset", &reset, py::arg("root"));
  m.def("updateVisual", [](py::handle root) { run(root, [](Node& node) { simulation::updateVisual(node); }); });
  m.def("unload", &unload, py::arg("root"));
  m.def("exclusively", &exclusively);
  m.def("interrupt_steps", [] { stepsAreToEnd = true; });
  m.def("save_state", &saveState);
  m.def("restore_state", &restoreState);
  m.def("load", &loadScene);
  m.def("check_scene", [](py::handle root) { run(root, [](Node& node) { simulation::checkScene(node); }); });
  m.def("scene_text", [](py::handle root) { return simulation::sceneText(nodeOf(root)); });
  m.def("python_text", [](py::handle object) { return simulation::pythonText(baseOf(object)); });
  m.def("scene_arguments", &simulation::sceneArguments);
  m.def("read_scenes_in_python", [] {
    for (const char* extension : {".py", ".py3", ".pyscn", ".py3scn"})
      simulation::setSceneLoader(extension, &loadPythonScene);
  });
  m.def("thread_count", &helper::threadCount);
  m.def("set_thread_count", &helper::setThreadCount);
  m.attr("version") = SOFA_VERSION;
  bindPaths(m);
  bindTimes(m);
}

}  // namespace sofa::python

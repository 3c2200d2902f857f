// SPDX-License-Identifier: Apache-2.0
#include "SceneWork.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "Sofa/Simulation/SceneGuard.h"

namespace sofa::python {
namespace {

using Scene = const core::Node*;

/// Which thread works on which scene. Asked and changed with Python's lock; waiting is done without it.
class Workers {
 public:
  static Workers& all() {
    static auto* only = new Workers;  // outlives the interpreter
    return *only;
  }

  /// Returns when no other thread works on the scene.
  void awaitRest(Scene scene) {
    std::unique_lock lock(m_mutex);
    if (!isTaken(scene)) return;
    ++m_waiting[scene];
    do {
      lock.unlock();
      wait([&] { return !isTaken(scene); });
      lock.lock();
    } while (isTaken(scene));
    if (--m_waiting[scene] == 0) m_waiting.erase(scene);
    m_changed.notify_all();
  }
  /// Takes the scene when it rests; those who wait for that come first, so that steps leave them a chance.
  void begin(Scene scene) {
    awaitRest(scene);
    std::unique_lock lock(m_mutex);
    while (isTaken(scene) || m_waiting.contains(scene)) {
      lock.unlock();
      wait([&] { return !isTaken(scene) && !m_waiting.contains(scene); });
      lock.lock();
    }
    m_workers[scene] = std::this_thread::get_id();
  }
  void end(Scene scene) {
    const std::lock_guard lock(m_mutex);
    m_workers.erase(scene);
    m_changed.notify_all();
  }

 private:
  /// By another thread.
  bool isTaken(Scene scene) const {
    const auto it = m_workers.find(scene);
    return it != m_workers.end() && it->second != std::this_thread::get_id();
  }
  template <class Condition>
  void wait(const Condition& condition) {
    const py::gil_scoped_release noGil;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, condition);
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::map<Scene, std::thread::id> m_workers;
  std::map<Scene, int> m_waiting;
};

/// What this thread does: the scenes it works on, innermost last, each at work or at rest in a call into Python.
struct Working {
  Scene scene;
  bool rests;
};
thread_local std::vector<Working> t_working;
thread_local int t_foreignTurns = 0;

/// Null for what is in no node.
Scene rootOf(const core::Base& object) {
  const auto* node = object.linkContext();
  return node ? node->root() : nullptr;
}

bool worksOn(Scene scene) {
  return std::ranges::any_of(t_working, [&](const Working& w) { return w.scene == scene && !w.rests; });
}

bool beginWork(simulation::Node& root) {
  if (!isPythonAlive() || worksOn(&root)) return false;
  const py::gil_scoped_acquire gil;
  Workers::all().begin(&root);
  t_working.push_back({&root, false});
  return true;
}

void endWork(simulation::Node& root) {
  t_working.pop_back();
  if (!isPythonAlive()) return;
  const py::gil_scoped_acquire gil;
  Workers::all().end(&root);
}

const bool guards = [] {
  simulation::setSceneGuard({&beginWork, &endWork});
  return true;
}();

}  // namespace

void awaitRest(const core::Base& object) {
  // A thread that C++ shares its work with calls Python for the one that works on the scene, and must not wait for it.
  if (t_foreignTurns > 0 && t_working.empty()) return;
  if (const auto scene = rootOf(object); scene && !worksOn(scene)) Workers::all().awaitRest(scene);
}

SceneWork::SceneWork(const core::Base& object) {
  const auto scene = rootOf(object);
  if (scene && !worksOn(scene)) {
    Workers::all().begin(scene);
    t_working.push_back({scene, false});
  } else {
    t_working.push_back({nullptr, false});  // of no scene, or of one that this thread has already
  }
}

SceneWork::~SceneWork() {
  if (const auto scene = t_working.back().scene) Workers::all().end(scene);
  t_working.pop_back();
}

PythonTurn::PythonTurn()
    : m_isForeign(PyGILState_Check() == 0),
      m_rests(!t_working.empty() && t_working.back().scene && !t_working.back().rests) {
  t_foreignTurns += m_isForeign;
  if (!m_rests) return;
  t_working.back().rests = true;
  Workers::all().end(t_working.back().scene);
}

PythonTurn::~PythonTurn() {
  t_foreignTurns -= m_isForeign;
  if (!m_rests) return;
  Workers::all().begin(t_working.back().scene);
  t_working.back().rests = false;
}

}  // namespace sofa::python

// SPDX-License-Identifier: Apache-2.0
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <thread>

#include "Messages.h"
#include "Sofa/Simulation/Run/ScriptConsole.h"

/// The console of a viewer: what package/Sofa/_console.py does, for those who know no Python.
namespace sofa::python {
namespace {

using simulation::Node;
using simulation::ScriptConsole;

class PythonConsole : public ScriptConsole {
 public:
  explicit PythonConsole(py::object made) : m_console(std::move(made)) {}
  ~PythonConsole() override {
    for (auto& thread : m_interrupters) thread.join();
    if (!isPythonAlive()) {
      m_console.release();
      return;
    }
    const py::gil_scoped_acquire gil;
    m_console = {};
  }

  std::string greeting() override {
    const py::gil_scoped_acquire gil;
    return py::str(m_console.attr("greeting"));
  }

  Outcome run(const std::string& source, bool whole, Node& root, core::Base* selected, const Write& write) override {
    const py::gil_scoped_acquire gil;
    std::string outcome = "failed";
    try {
      outcome = py::str(m_console.attr("run")(source, whole, wrap(&root), wrap(selected), py::cpp_function(write)));
    } catch (py::error_already_set& problem) {
      write(describeException(problem) + "\n");
    }
    deliverMessages();
    return outcome == "done" ? Outcome::done : outcome == "incomplete" ? Outcome::incomplete : Outcome::failed;
  }

  std::vector<std::string> complete(const std::string& text, Node& root, std::size_t& start) override {
    const py::gil_scoped_acquire gil;
    try {
      const auto found = m_console.attr("complete")(text, wrap(&root)).cast<py::tuple>();
      start = found[0].cast<std::size_t>();
      return found[1].cast<std::vector<std::string>>();
    } catch (py::error_already_set&) {  // what stands before the cursor has no value
      start = text.size();
      return {};
    }
  }

  /// Python's lock may be taken for a while, which the interface must not wait for.
  void interrupt() override {
    m_interrupters.emplace_back([this] {
      const py::gil_scoped_acquire gil;
      m_console.attr("interrupt")();
    });
  }

 private:
  py::object m_console;
  std::vector<std::thread> m_interrupters;
};

std::shared_ptr<ScriptConsole> makeConsole() {
  const py::gil_scoped_acquire gil;
  try {
    return std::make_shared<PythonConsole>(py::module_::import("Sofa._console").attr("Console")());
  } catch (py::error_already_set& problem) {
    const auto text = describeException(problem);
    const py::gil_scoped_release noGil;
    helper::send(helper::Severity::Error, "SofaPython3", "The console cannot be made: " + text);
    return nullptr;
  }
}

}  // namespace

void bindConsole(py::module_& m) {
  simulation::setScriptConsoleMaker(&makeConsole);
  m.def("make_console", &makeConsole);
}

}  // namespace sofa::python

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "Messages.h"
#include "Sofa/Simulation/Run/FrontEndLibrary.h"

/// The viewer as scripts open it.
namespace sofa::python {
namespace {

/// Why the window cannot be opened; empty if it can.
std::string viewerProblem() {
  const py::gil_scoped_release noGil;
  std::string problem;
  return simulation::loadFrontEnd("qt", problem) ? simulation::frontEndProblem("qt") : problem;
}

/// Whether Python goes on: a signal, such as that of Ctrl-C, raises an exception.
bool passesSignals(py::object& raised) {
  const py::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() == 0) return true;
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  raised = py::reinterpret_steal<py::object>(value);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  return false;
}

/// Shows a scene until the window is closed. Python's other threads, and the methods of the scene's components, run.
bool showScene(py::handle root, const std::string& file, int width, int height, bool sizeGiven, bool fullScreen) {
  std::string problem;
  const auto* frontEnd = simulation::loadFrontEnd("qt", problem);
  if (!frontEnd) throw std::runtime_error(problem);
  simulation::FrontEndOptions options;
  options.batch.root = std::static_pointer_cast<simulation::Node>(share(nodeOf(root)));
  options.batch.scene = file;
  options.temporary = file.empty();
  options.width = width;
  options.height = height;
  options.sizeGiven = sizeGiven;
  options.fullScreen = fullScreen;
  py::object raised;
  options.goesOn = [&raised] { return passesSignals(raised); };
  auto status = simulation::ExitStatus::badInput;
  {
    const py::gil_scoped_release noGil;
    status = (*frontEnd)(options);
  }
  deliverMessages();
  if (raised) {
    PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
    throw py::error_already_set();
  }
  return status == simulation::ExitStatus::good;
}

}  // namespace

void bindViewer(py::module_& m) {
  m.def("front_ends", &simulation::availableFrontEnds);
  m.def("viewer_problem", &viewerProblem);
  m.def("show_scene", &showScene);
  m.def("has_viewer", [] { return simulation::withViewer([](auto&) {}); });
  m.def("set_viewer_size",
        [](int width, int height) { simulation::withViewer([=](auto& v) { v.setSize(width, height); }); });
  m.def("set_viewer_full_screen", [](bool full) { simulation::withViewer([=](auto& v) { v.setFullScreen(full); }); });
  m.def("center_viewer", [] { simulation::withViewer([](auto& v) { v.center(); }); });
  m.def("close_viewer", [] { return simulation::withViewer([](auto& v) { v.close(); }); });
}

}  // namespace sofa::python

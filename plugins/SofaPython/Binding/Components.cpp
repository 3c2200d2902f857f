// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "Creation.h"
#include "PythonCall.h"
#include "Sofa/Core/Service/SceneProblems.h"

/// Controllers and engines written in Python.
namespace sofa::python {

py::object overrideOf(PyObject* self, const char* method) {
  if (!self) return {};
  const py::handle type(reinterpret_cast<PyObject*>(Py_TYPE(self)));
  if (!py::hasattr(type, method)) return {};
  const py::object function = type.attr(method);
  const py::handle object = classOf("Object");
  if (py::hasattr(object, method) && py::object(object.attr(method)).is(function)) return {};
  return py::handle(self).attr(method);
}

py::object requireOverride(PyObject* self, const char* method, const char* kind) {
  if (auto function = overrideOf(self, method)) return function;
  throw std::runtime_error(fmt::format("{} has no method {}: {} needs it",
                                       std::string(py::str(py::type::of(py::handle(self)).attr("__name__"))), method,
                                       kind));
}

py::dict paramsDict(const core::MechanicalParams& params, double time) {
  py::dict d;
  d["time"] = time;
  d["mFactor"] = params.mFactor.value;
  d["nFactor"] = params.mFactor.value;
  d["bFactor"] = params.bFactor.value;
  d["kFactor"] = params.kFactor.value;
  d["isImplicit"] = params.implicit;
  d["energy"] = false;
  return d;
}

namespace {

py::dict eventDict(const core::Event& event) {
  py::dict d;
  d["type"] = event.name();
  d["isHandled"] = event.handled;
  if (const auto* begin = core::eventAs<core::AnimateBeginEvent>(event)) d["dt"] = begin->dt;
  if (const auto* end = core::eventAs<core::AnimateEndEvent>(event)) d["dt"] = end->dt;
  if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event)) d["key"] = std::string(1, pressed->key);
  if (const auto* released = core::eventAs<core::KeyreleasedEvent>(event)) d["key"] = std::string(1, released->key);
  if (const auto* script = core::eventAs<ScriptEvent>(event)) {
    d["sender"] = wrap(script->sender);
    d["event_name"] = script->event;
    d["userData"] = script->data;
  }
  return d;
}

class PythonController final : public Scripted<core::Component> {
 public:
  PythonController() { d_listening.set(true); }

  /// It hears events as soon as it is added; its init() is the scene's to call, or the script's.
  bool waitsForInit() const override { return false; }
  void handleEvent(core::Event& event) override {
    const std::string_view name = event.name();
    info("event {}", name);
    // Most controllers want few events: the others need no Python.
    const auto fits = [name](const std::string& method) {
      return method == "onEvent" || std::string_view(method).substr(2) == name;
    };
    if (std::ranges::any_of(eventMethods, fits)) callPython(event);
  }

 private:
  void callPython(core::Event& event) {
    const PythonTurn turn;
    const py::object keep = py::reinterpret_borrow<py::object>(self);  // it may remove itself
    const auto kept = share(*this);
    const std::string method = fmt::format("on{}", event.name());
    try {
      py::object function = py::getattr(keep, method.c_str(), py::none());
      if (!PyCallable_Check(function.ptr())) function = py::getattr(keep, "onEvent", py::none());
      if (!PyCallable_Check(function.ptr())) return;
      if (py::bool_(function(eventDict(event)))) event.handled = true;
    } catch (py::error_already_set& problem) {
      deliverMessages();
      endOrReport(*this, method.c_str(), problem);
    }
    core::SceneProblems::tellHeldNames();
    deliverMessages();
  }
};

class PythonEngine final : public Scripted<core::DataEngine> {
 public:
  using core::DataEngine::addInput;
  using core::DataEngine::addOutput;

  void init() override {
    Scripted::init();
    setDirty();
  }

 protected:
  void doUpdate() override {
    if (std::exchange(m_isUpdating, true)) return;  // update() reads an output: it is what it was
    const PythonTurn turn;
    const std::shared_ptr<void> done(nullptr, [this](void*) { m_isUpdating = false; });
    if (!overrideOf(self, "update"))
      error("The engine {} has no update() method.", path());
    else
      callOverride<OnException::isReported>(*this, self, "update");
  }

 private:
  bool m_isUpdating = false;
};

core::BaseData& dataOf(py::handle object) {
  if (auto* data = findData(object)) return *data;
  throw py::type_error("a Data is expected");
}

void noteMethods(py::handle self, Peer& peer) {
  for (const auto name : py::module_::import("builtins").attr("dir")(py::type::of(self)))
    if (auto text = name.cast<std::string>(); text.starts_with("on")) peer.eventMethods.push_back(std::move(text));
}

void makeController(py::handle self) {
  if (findHandle(self)) return;
  auto* controller = new PythonController;
  noteMethods(self, *controller);
  adopt(self, controller, "");
}

PythonEngine& engineOf(py::handle self) {
  if (auto* engine = dynamic_cast<PythonEngine*>(&baseOf(self))) return *engine;
  throw py::type_error("an engine is expected");
}

}  // namespace

void bindComponents(py::module_& m) {
  m.def("make_controller", &makeController);
  m.def("make_engine", [](py::handle self) {
    if (!findHandle(self)) adopt(self, new PythonEngine, "");
  });
  m.def("add_input", [](py::handle self, py::handle data) { engineOf(self).addInput(&dataOf(data)); });
  m.def("add_output", [](py::handle self, py::handle data) { engineOf(self).addOutput(&dataOf(data)); });
}

}  // namespace sofa::python

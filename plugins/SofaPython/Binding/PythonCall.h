// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pybind11/numpy.h>

#include "DataValue.h"
#include "Messages.h"
#include "SceneWork.h"
#include "ScriptEnd.h"
#include "Sofa/Core/Contract/MechanicalParams.h"

/// Calls from the framework into Python.
namespace sofa::python {

/// The method of the object's class if it is not that of the classes of the package; else nothing.
py::object overrideOf(PyObject* self, const char* method);
/// The same; without one a runtime_error says that this kind of component, such as "a force field", needs it.
py::object requireOverride(PyObject* self, const char* method, const char* kind);

/// What becomes of an exception of an override. Data are read where nobody can end a run.
enum class OnException { endsRun, isReported };

/// Calls an override with whatever arguments; an exception ends the run (endOrReport()), or is an error message of the
/// component, but for those that passOn() knows.
template <OnException Way = OnException::endsRun, class... Arguments>
void callOverride(const core::Base& component, PyObject* self, const char* method, Arguments&&... arguments) {
  const PythonTurn turn;
  try {
    if (const auto function = overrideOf(self, method)) function(std::forward<Arguments>(arguments)...);
  } catch (py::error_already_set& problem) {
    deliverMessages();
    if constexpr (Way == OnException::endsRun) {
      endOrReport(component, method, problem);
    } else {
      passOn(problem);
      reportException(component, method, problem);
    }
  } catch (helper::Interrupted&) {
    throw;
  } catch (std::exception& problem) {
    component.error("Unable to execute code. Python exception in {}: {}", method, problem.what());
  }
  deliverMessages();
}

/// Has an override of draw() fill the list. What it raises is raised here as a runtime_error.
void drawByScript(PyObject* self, core::DrawList& list);

/// A component that belongs to a Python object, and calls its methods init() and reinit().
template <class Contract>
class Scripted : public Contract, public Peer {
 public:
  /// Scripts that override init() rarely call that of the base class: what it does comes first.
  void init() override {
    const PythonTurn turn;
    baseInit();
    callOverride(*this, self, "init");
  }
  void baseInit() override { Contract::init(); }
  void draw(core::DrawList& list) const override {
    Contract::draw(list);
    drawByScript(self, list);
  }
  void reinit() override {
    const PythonTurn turn;
    if (overrideOf(self, "reinit"))
      callOverride(*this, self, "reinit");
    else
      Contract::reinit();
  }
};

/// A vector of a state as the Python object that such methods get: like a DataContainer.
template <class Point>
py::object vectorObject(const std::vector<Point>& values, bool writeable) {
  const auto scalars = core::typeInfo<std::vector<Point>>().scalars(&values);
  return classOf("StateVector")(arrayView(py::none(), scalars, false), writeable);
}

py::dict paramsDict(const core::MechanicalParams& params, double time);

template <class T>
void adopt(py::handle self, T* component, const std::string& templateName) {
  component->self = self.ptr();
  component->setClass(std::string(py::str(py::type::of(self).attr("__name__"))), templateName);
  attachValue(self, new Handle(static_cast<core::Base*>(component)));
  partOf(*component).wrapper = self.ptr();
}

}  // namespace sofa::python

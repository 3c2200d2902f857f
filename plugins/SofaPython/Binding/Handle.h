// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Simulation/Node.h"

/// Objects of a scene as Python sees them: who keeps whom alive, and which Python object stands for which.
namespace sofa::python {

namespace py = pybind11;

/// What a Python object holds that stands for a node or component.
///
/// An object made in C++ is kept alive by it, and its Python attributes are kept with the object. An object made in
/// Python (a node, a component with Python methods) belongs to its Python object and goes with it; while C++ holds it,
/// it holds the Python object (share()). So neither loses the other, and there is no cycle of references between them.
struct Handle {
  core::Base* object = nullptr;
  std::shared_ptr<core::Base> keep;  ///< of an object made in C++
  bool owned = false;                ///< made in Python

  Handle() = default;
  explicit Handle(std::shared_ptr<core::Base> made) : object(made.get()), keep(std::move(made)) {}
  explicit Handle(core::Base* made) : object(made), owned(true) {}
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

class DivergenceWarning;

/// What an object of C++ remembers of Python; goes with the object.
struct PythonPart {
  PyObject* wrapper = nullptr;     ///< borrowed; null while there is none
  PyObject* attributes = nullptr;  ///< dictionary of those set on an object made in C++; null while there are none
  std::vector<std::pair<const core::BaseData*, PyObject*>> data;   ///< borrowed
  std::vector<std::pair<const core::BaseLink*, PyObject*>> links;  ///< borrowed
  std::vector<std::unique_ptr<core::BaseData>> ownData;            ///< added by a script
  std::vector<std::unique_ptr<core::BaseLink>> ownLinks;
  std::vector<std::pair<std::string, std::string>> waiting;  ///< paths to resolve once it is in a node
  /// What scripts call Data and links instead of what these are declared as, and say of them.
  std::vector<std::pair<const void*, std::string>> names, helps;
  std::shared_ptr<DivergenceWarning> divergence;  ///< of a node that a script steps through
  ~PythonPart();
};
PythonPart& partOf(const core::Base& object);

/// Base of components that call methods of a Python object.
class Peer {
 public:
  virtual ~Peer() = default;
  PyObject* self = nullptr;     ///< borrowed: it owns the component
  virtual void baseInit() = 0;  ///< what init() of the base class does
  /// Whether it takes part in a scene that runs only once it is initialised.
  virtual bool waitsForInit() const { return true; }
  /// Names of the methods on...Event that the object has.
  std::vector<std::string> eventMethods;
};

/// The one Python object that stands for `object`, of the class that fits it.
py::object wrap(core::Base* object);
inline py::object wrap(const core::Base* object) { return wrap(const_cast<core::Base*>(object)); }

/// The handle of a Python object; null if it has none, or its base class's __init__ was not called yet.
Handle* findHandle(py::handle object);
/// The object; TypeError if there is none, or none of that type. Other threads are not at work on its scene then, and
/// begin nothing before the caller lets go of Python's lock.
core::Base& baseOf(py::handle object);
simulation::Node& nodeOf(py::handle object);
core::Component& componentOf(py::handle object);
core::Base* findBase(py::handle object);
/// As baseOf() and nodeOf(), for what waits or refuses itself.
core::Base& objectOf(py::handle object);
simulation::Node& sceneOf(py::handle object);

/// For C++ to hold: as long as it does, the Python part is there too.
std::shared_ptr<core::Base> share(core::Base& object);

/// Makes `value` what a Python object holds whose class derives from the one bound for T, without a call of __init__.
template <class T>
void attachValue(py::handle object, T* value) {
  auto* instance = reinterpret_cast<py::detail::instance*>(object.ptr());
  const auto* type = py::detail::get_type_info(typeid(T), true);
  auto place = instance->get_value_and_holder(type);
  place.value_ptr() = value;
  type->init_instance(instance, nullptr);
}
/// What a Python object holds; null before attachValue(), and while the object is still being made: the first of a
/// class makes Python collect garbage, which looks at the object before pybind11 has given it room for a value.
template <class T>
T* attachedValue(py::handle object) {
  auto* instance = reinterpret_cast<py::detail::instance*>(object.ptr());
  if (!instance->simple_layout && !instance->nonsimple.values_and_holders) return nullptr;
  const auto place = instance->get_value_and_holder();
  return place.holder_constructed() ? place.template value_ptr<T>() : nullptr;
}
/// A new object of a Python class, without a call of __init__.
inline py::object newObject(const py::object& type) {
  auto* made = reinterpret_cast<PyTypeObject*>(type.ptr());
  auto* object = made->tp_new(made, py::tuple().ptr(), nullptr);
  if (!object) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(object);
}

/// Registers the Python class for a kind of object; see kinds in Handle.cpp.
void setClass(const std::string& kind, py::object type);
py::object classOf(const std::string& kind);

/// Whether Python code can still run: false at the end of the process.
bool isPythonAlive();

void bindHandles(py::module_& m);
void bindData(py::module_& m);
void bindLinks(py::module_& m);
void bindObjects(py::module_& m);
void bindNodes(py::module_& m);
void bindSimulation(py::module_& m);
void bindMessages(py::module_& m);
void bindComponents(py::module_& m);
void bindForces(py::module_& m);
void bindMappings(py::module_& m);
void bindFactory(py::module_& m);
void bindTopology(py::module_& m);
void bindMatrices(py::module_& m);
void bindServices(py::module_& m);
void bindDrawing(py::module_& m);
void bindAdjoint(py::module_& m);
void bindConsole(py::module_& m);
void bindViewer(py::module_& m);

}  // namespace sofa::python

// SPDX-License-Identifier: Apache-2.0
#include "Handle.h"

#include <map>

#include "SceneWork.h"
#include "Sofa/Component/Collision/ContactListener.h"
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Component/Visual/BaseCamera.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::python {

bool isPythonAlive() { return Py_IsInitialized() && !_Py_IsFinalizing(); }

PythonPart& partOf(const core::Base& object) {
  auto& attachment = object.attachment(typeid(PythonPart));
  if (!attachment) attachment = std::make_shared<PythonPart>();
  return *static_cast<PythonPart*>(attachment.get());
}

PythonPart::~PythonPart() {
  if (!attributes || !isPythonAlive()) return;
  const py::gil_scoped_acquire gil;
  Py_DECREF(attributes);
}

Handle::~Handle() {
  if (!object) return;
  partOf(*object).wrapper = nullptr;
  if (owned) delete object;
}

namespace {

PyTypeObject* handleType = nullptr;
std::map<std::string, PyObject*>& classes() {
  static auto* all = new std::map<std::string, PyObject*>;  // outlives the interpreter
  return *all;
}

/// From special to general.
const char* baseClassOf(const core::Base& object) {
  if (dynamic_cast<const simulation::Node*>(&object)) return "Node";
  if (dynamic_cast<const core::BaseMeshTopology*>(&object)) return "BaseMeshTopology";
  if (dynamic_cast<const core::BaseMass*>(&object)) return "BaseMass";
  if (dynamic_cast<const core::BaseForceField*>(&object)) return "BaseForceField";
  if (const auto* state = dynamic_cast<const core::BaseState*>(&object))
    return state->isMechanical() ? "BaseMechanicalState" : "Object";
  if (dynamic_cast<const core::LinearSolver*>(&object)) return "LinearSolver";
  if (dynamic_cast<const core::LinearSystem*>(&object)) return "LinearSystem";
  if (dynamic_cast<const core::ConstraintSolver*>(&object)) return "ConstraintSolver";
  if (dynamic_cast<const core::BaseMapping*>(&object)) return "BaseMapping";
  if (dynamic_cast<const component::topology::TopologyModifier*>(&object)) return "PointSetTopologyModifier";
  if (dynamic_cast<const component::visual::BaseCamera*>(&object)) return "Camera";
  if (dynamic_cast<const component::io::Exporter*>(&object)) return "Exporter";
  if (dynamic_cast<const component::collision::ContactListener*>(&object)) return "ContactListener";
  return "Object";
}

/// Holds a Python object for C++: the deleter of what share() gives out.
struct Release {
  PyObject* self;
  void operator()(core::Base*) const {
    if (!isPythonAlive()) return;
    const py::gil_scoped_acquire gil;
    Py_DECREF(self);
  }
};

}  // namespace

std::shared_ptr<core::Base> share(core::Base& object) {
  if (auto held = object.weak_from_this().lock()) return held;
  PyObject* self = partOf(object).wrapper;
  if (!self) throw py::type_error("the object is gone");
  Py_INCREF(self);
  return {&object, Release{self}};
}

Handle* findHandle(py::handle object) {
  if (!handleType || !PyObject_TypeCheck(object.ptr(), handleType)) return nullptr;
  return attachedValue<Handle>(object);
}

core::Base* findBase(py::handle object) {
  const auto* handle = findHandle(object);
  return handle ? handle->object : nullptr;
}

core::Base& objectOf(py::handle object) {
  if (auto* base = findBase(object)) return *base;
  const std::string type = py::str(py::type::of(object).attr("__name__"));
  if (handleType && PyObject_TypeCheck(object.ptr(), handleType))
    throw py::type_error(type + ": call __init__ of the base class first, with *args and **kwargs");
  throw py::type_error("a node or component is expected, not a " + type);
}

core::Base& baseOf(py::handle object) {
  auto& base = objectOf(object);
  awaitRest(base);
  return base;
}

simulation::Node& sceneOf(py::handle object) {
  auto& base = objectOf(object);
  if (auto* node = dynamic_cast<simulation::Node*>(&base)) return *node;
  throw py::type_error("a Node is expected, not " + base.path());
}

simulation::Node& nodeOf(py::handle object) {
  auto& node = sceneOf(object);
  awaitRest(node);
  return node;
}

core::Component& componentOf(py::handle object) {
  if (auto* component = dynamic_cast<core::Component*>(&baseOf(object))) return *component;
  throw py::type_error("a component is expected, not the node " + baseOf(object).path());
}

void setClass(const std::string& kind, py::object type) { classes()[kind] = type.release().ptr(); }

py::object classOf(const std::string& kind) {
  const auto it = classes().find(kind);
  return py::reinterpret_borrow<py::object>(it == classes().end() ? classes().at("Object") : it->second);
}

py::object wrap(core::Base* object) {
  if (!object) return py::none();
  auto& part = partOf(*object);
  if (part.wrapper) return py::reinterpret_borrow<py::object>(part.wrapper);
  const auto held = object->weak_from_this().lock();
  if (!held) throw py::type_error("the object is being destroyed");
  const bool ownClass = classes().contains(object->className());
  const py::object type = classOf(ownClass ? object->className() : baseClassOf(*object));
  py::object wrapper = newObject(type);
  attachValue(wrapper, new Handle(held));
  part.wrapper = wrapper.ptr();
  if (part.attributes) {
    Py_INCREF(part.attributes);
    Py_XSETREF(*_PyObject_GetDictPtr(wrapper.ptr()), part.attributes);
  }
  return wrapper;
}

void bindHandles(py::module_& m) {
  py::class_<Handle> handle(m, "Handle", "Stands for a node or component.");
  handleType = reinterpret_cast<PyTypeObject*>(handle.ptr());
  m.def("set_class", &setClass);
}

}  // namespace sofa::python

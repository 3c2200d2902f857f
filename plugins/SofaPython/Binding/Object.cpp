// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "DataFactory.h"
#include "DataValue.h"
#include "Messages.h"
#include "References.h"
#include "SceneWork.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Scene/ComputedData.h"
#include "Sofa/Simulation/Scene/LateEdits.h"

/// What nodes and components share.
namespace sofa::python {

using core::Base;

py::object findField(Base& object, const std::string& name) {
  if (auto* data = object.findData(name)) return dataObject(data);
  if (auto* link = findLinkOf(object, name)) return linkObject(link);
  return {};
}

bool setField(Base& object, const std::string& name, py::handle value, Entries entries) {
  if (auto* data = object.findData(name)) {
    assignOrLink(*data, value, entries);
    return true;
  }
  if (auto* link = findLinkOf(object, name)) {
    assignLink(*link, value);
    return true;
  }
  return false;
}

namespace {

constexpr const char* protectedNames[] = {"children", "objects", "parents", "data", "links", "linkpath"};

std::vector<std::string> membersOf(const Base& object) {
  auto names = object.attributeNames();
  if (const auto* node = dynamic_cast<const core::Node*>(&object)) {
    for (const auto& component : node->components()) names.push_back(component->name());
    for (const auto& child : node->children()) names.push_back(child->name());
  }
  return names;
}

py::object findMember(Base& object, const std::string& name) {
  if (const auto* node = dynamic_cast<const core::Node*>(&object)) {
    for (const auto& component : node->components())
      if (component->name() == name) return wrap(component.get());
    for (const auto& child : node->children())
      if (child->name() == name) return wrap(child.get());
  }
  return findField(object, name);
}

py::object getAttribute(py::handle self, const std::string& name) {
  auto* object = findBase(self);
  if (!object)
    throw py::attribute_error(
        fmt::format("{}: there is nothing of that name; __init__ of the base class was not called yet", name));
  awaitRest(*object);
  if (auto found = findMember(*object, name)) return found;
  if (name.starts_with("__")) throw py::attribute_error(name);
  throw py::attribute_error(fmt::format("{} has no attribute, Data or link \"{}\".{}", object->path(), name,
                                        helper::didYouMean(name, membersOf(*object))));
}

/// Of an object made in C++: with the first attribute the dictionary goes with the object.
void keepAttributes(py::handle self, const Handle& handle) {
  auto& part = partOf(*handle.object);
  if (handle.owned || part.attributes) return;
  part.attributes = *_PyObject_GetDictPtr(self.ptr());
  Py_XINCREF(part.attributes);
}

void noteEventMethod(Base& object, const std::string& name) {
  if (auto* peer = dynamic_cast<Peer*>(&object); peer && name.starts_with("on")) peer->eventMethods.push_back(name);
}

/// Whether the class is one of the package: scripts may do as they like with objects of their own classes.
bool isOfPackage(py::handle self) {
  const auto module = py::str(py::type::of(self).attr("__module__")).cast<std::string>();
  return module == "Sofa" || module.starts_with("Sofa.");
}

/// Numbers, text and lists are what Data take.
bool isPlain(py::handle value) { return !findBase(value) && PyCallable_Check(value.ptr()) == 0; }

/// The name that a script is likely to have meant. Nodes often carry things of the script, under names that are alike.
std::string meant(const Base& object, const std::string& name, bool isPlain) {
  const auto* node = dynamic_cast<const core::Node*>(&object);
  if (!node) {
    const auto near = helper::nearest(name, object.attributeNames(), 1);
    return near.empty() ? std::string() : near.front();
  }
  constexpr std::size_t shortest = 4;
  constexpr double alike = 0.7;
  if (!isPlain || name.size() < shortest) return {};
  const auto near = helper::nearest(name, object.attributeNames(), 1);
  return near.empty() || helper::similarity(name, near.front()) < alike ? std::string() : near.front();
}

/// A misspelt Data would be an attribute of the Python object, without effect. What is like no other name may be meant
/// so, and is told.
void refuseMisspelt(py::handle self, const Base& object, const std::string& name, py::handle value) {
  if (name.starts_with('_') || dynamic_cast<const Peer*>(&object) || !isOfPackage(self)) return;
  if (py::hasattr(py::type::of(self), name.c_str()) || self.attr("__dict__").contains(name)) return;
  const bool plain = isPlain(value);
  const auto near = meant(object, name, plain);
  const bool isComponent = dynamic_cast<const core::Component*>(&object) != nullptr;
  if (near.empty()) {
    if (isComponent && plain)
      object.warning("It has no Data or link \"{}\": the attribute is one of the script alone, and nothing reads it.",
                     name);
    return;
  }
  throw py::attribute_error(
      fmt::format("{} has no Data or link \"{}\". Did you mean \"{}\"? An attribute of your own begins with an "
                  "underscore, or belongs to an object of "
                  "your own class; addData() adds a Data.",
                  object.path(), name, near));
}

void setAttribute(py::handle self, const py::str& name, py::handle value) {
  auto* handle = findHandle(self);
  if (handle) awaitRest(*handle->object);
  const auto text = name.cast<std::string>();
  if (handle && setField(*handle->object, text, value)) return deliverMessages();
  if (handle) refuseMisspelt(self, *handle->object, text, value);
  if (PyObject_GenericSetAttr(self.ptr(), name.ptr(), value.ptr()) != 0) throw py::error_already_set();
  if (!handle) return;
  keepAttributes(self, *handle);
  noteEventMethod(*handle->object, text);
}

void checkName(const Base& object, const std::string& name) {
  for (const char* word : protectedNames)
    if (name == word) throw py::value_error(fmt::format("{}: \"{}\" is a Protected keyword", object.path(), name));
  const auto names = membersOf(object);
  if (std::find(names.begin(), names.end(), name) != names.end())
    object.warning("Ambiguous creation: something of the name {} is there already.", name);
}

core::BaseData& keepData(Base& object, std::unique_ptr<core::BaseData> data) {
  auto& own = partOf(object).ownData;
  own.push_back(std::move(data));
  return *own.back();
}

void follow(core::BaseData& data, core::BaseData& parent) {
  std::string reason;
  if (!data.setParent(&parent, &reason)) throw py::value_error(reason);
}

py::object addData(py::handle self, const std::string& name, py::handle value, py::handle defaultValue,
                   const std::string& help, const std::string& group, const std::string& type) {
  Base& object = baseOf(self);
  checkName(object, name);
  core::BaseData* parent = findData(value);
  const bool isPath = PyUnicode_Check(value.ptr()) && value.cast<std::string>().starts_with('@');
  if (isLinkPath(value)) parent = findData(value.attr("target")());
  if (isPath) {
    std::string reason;
    parent = core::findDataByPath(object, value.cast<std::string>(), &reason);
    if (!parent && type.empty())
      throw py::value_error(fmt::format("No Data found with path {}.{} {}", value.cast<std::string>(),
                                        core::suggestDataPath(object, value.cast<std::string>()), reason));
    if (!parent)
      throw py::value_error(fmt::format("No Data found with path {}.{}", value.cast<std::string>(),
                                        core::suggestDataPath(object, value.cast<std::string>())));
  }
  if (parent && (type.empty() || isPath || findData(value))) {
    auto& data = keepData(object, makeDataLike(object, *parent, name, help, group));
    follow(data, *parent);
    return dataObject(&data);
  }
  auto made = makeData(object, type, name, help, group);
  if (!made) {
    const auto types = dataTypeNames();
    throw py::type_error(fmt::format("There is no type of Data \"{}\".{} The types are: {}", type,
                                     helper::didYouMean(type, types), fmt::join(types, ", ")));
  }
  const bool isSet = !value.is_none();
  const bool mayBePart = kindOf(made->type()) == ValueKind::container && !made->type().isList();
  if (!defaultValue.is_none() && (!isSet || (mayBePart && !PyUnicode_Check(defaultValue.ptr()))))
    assignOrLink(*made, defaultValue, Entries::some);
  if (isSet)
    assignOrLink(*made, value, Entries::some);
  else
    made->unset();
  return dataObject(&keepData(object, std::move(made)));
}

/// A link to anything.
py::object addLink(py::handle self, const std::string& name, py::handle value, const std::string& help) {
  Base& object = baseOf(self);
  checkName(object, name);
  auto& own = partOf(object).ownLinks;
  own.push_back(std::make_unique<core::Link<Base>>(&object, name, help));
  if (PyUnicode_Check(value.ptr()) && !value.cast<std::string>().starts_with('@'))
    assignLink(*own.back(), py::str("@" + value.cast<std::string>()));
  else if (!value.is_none())
    assignLink(*own.back(), value);
  return linkObject(own.back().get());
}

template <class T, class MakeObject>
py::list listOf(const T& items, const MakeObject& make) {
  py::list list;
  for (auto* item : items) list.append(make(item));
  return list;
}

std::string targetOf(const Base& object) {
  const auto* entry = core::ObjectFactory::instance().find(object.className());
  return entry ? entry->module : std::string();
}

std::string linkPathOf(const Base& object) { return "@" + object.path(); }

void initPart(py::handle self) {
  auto& component = componentOf(self);
  if (core::isDormant(component)) return;  // when its node is switched on
  if (component.context()) core::markAsScene(component);
  simulation::noteInitialised(component);
  if (auto* peer = dynamic_cast<Peer*>(&component)) return peer->baseInit();
  withoutPython(component, [&] { simulation::initialise(component); });
}

template <void (core::Component::*Method)()>
void call(py::handle self) {
  auto& component = componentOf(self);
  if (dynamic_cast<Peer*>(&component)) return;
  withoutPython(component, [&] { (component.*Method)(); });
  deliverMessages();
}

/// The same, but a component that initialisation passed by is passed by here too.
template <void (core::Component::*Method)()>
void callUnlessDormant(py::handle self) {
  if (!core::isDormant(componentOf(self))) call<Method>(self);
}

void bindLife(py::module_& m) {
  m.def("init_object", &initPart);
  m.def("bwd_init", &callUnlessDormant<&core::Component::bwdInit>);
  m.def("reinit", &callUnlessDormant<&core::Component::reinit>);
  m.def("reset_object", &call<&core::Component::reset>);
  m.def("store_reset_state", &callUnlessDormant<&core::Component::storeResetState>);
  m.def("cleanup", &call<&core::Component::cleanup>);
  m.def("compute_bbox", &call<&core::Component::computeBoundingBox>);
  m.def("context_of", [](py::handle self) { return wrap(simulation::holderOf(componentOf(self))); });
}

}  // namespace

void bindObjects(py::module_& m) {
  auto handle = py::reinterpret_borrow<py::class_<Handle>>(m.attr("Handle"));
  handle.def("__getattr__", &getAttribute);
  handle.def("__setattr__", &setAttribute);
  handle.def("getName", [](py::handle self) { return baseOf(self).name(); });
  handle.def("setName", [](py::handle self, const std::string& name) { baseOf(self).setName(name); });
  handle.def("getClassName", [](py::handle self) {
    const auto& name = baseOf(self).className();
    return name.empty() ? std::string("Node") : name;
  });
  handle.def("getTemplateName", [](py::handle self) { return baseOf(self).templateName(); });
  handle.def("getPathName", [](py::handle self) { return baseOf(self).path(); });
  handle.def("getLinkPath", [](py::handle self) { return linkPathOf(baseOf(self)); });
  handle.def("getData",
             [](py::handle self, const std::string& name) { return dataObject(baseOf(self).findData(name)); });
  handle.def("findData",
             [](py::handle self, const std::string& name) { return dataObject(baseOf(self).findData(name)); });
  handle.def("findLink",
             [](py::handle self, const std::string& name) { return linkObject(findLinkOf(baseOf(self), name)); });
  handle.def("getDataFields", [](py::handle self) { return listOf(baseOf(self).dataFields(), dataObject); });
  handle.def("getLinks", [](py::handle self) { return listOf(baseOf(self).links(), linkObject); });
  handle.def("addLink", &addLink, py::arg("name"), py::arg("value") = py::none(), py::arg("help") = "");
  handle.def("_addData", &addData);
  handle.def("_setField", [](py::handle self, const std::string& name, py::handle value) {
    return setField(baseOf(self), name, value);
  });
  handle.def("_giveField", [](py::handle self, const std::string& name, py::handle value) {
    return setField(baseOf(self), name, value, Entries::some);
  });
  handle.def("_setText", [](py::handle self, const std::string& name, const std::string& text) {
    auto& object = baseOf(self);
    if (!text.starts_with('@'))
      for (auto* data : object.findAllData(name)) readOrThrow(*data, text);
    return object.setAttribute(name, text);
  });
  handle.def("_waitFor", [](py::handle self, const std::string& name, const std::string& path) {
    partOf(baseOf(self)).waiting.emplace_back(name, path);
  });
  handle.def("_members", [](py::handle self) { return membersOf(baseOf(self)); });
  handle.def("_isOwned", [](py::handle self) { return findHandle(self) && findHandle(self)->owned; });
  handle.def("_checkName", [](py::handle self, const std::string& name) {
    for (const char* word : protectedNames)
      if (name == word)
        throw py::value_error(fmt::format("{}: \"{}\" is a Protected keyword", baseOf(self).path(), name));
  });
  handle.def("getTarget", [](py::handle self) { return targetOf(baseOf(self)); });
  handle.def("getInstanciationFileName", [](py::handle self) { return baseOf(self).location().file; });
  handle.def("getInstanciationSourceFilePos", [](py::handle self) { return baseOf(self).location().line; });
  handle.def("_setLocation", [](py::handle self, const std::string& file, int line) {
    baseOf(self).setLocation({file, line});
  });
  m.def("similar",
        [](const std::string& word, const std::vector<std::string>& words) { return helper::didYouMean(word, words); });
  bindLife(m);
}

}  // namespace sofa::python

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "DataValue.h"
#include "References.h"
#include "SceneWork.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/LateEdits.h"

namespace sofa::python {

using core::Base;
using core::BaseLink;

LinkRef::~LinkRef() {
  if (!owner) return;
  if (link)
    if (auto* base = findBase(owner))
      std::erase_if(partOf(*base).links, [this](const auto& entry) { return entry.first == link; });
  Py_DECREF(owner);
}

namespace {

/// Sets targets directly: a path reaches no object of another scene, nor one without a name of its own.
struct Targets : BaseLink {
  static bool fits(const BaseLink& link, const Base* target) { return (link.*(&Targets::accepts))(target); }
  static void makeRoom(BaseLink& link, std::size_t n) { (link.*(&Targets::resizeTargets))(n); }
  static void put(BaseLink& link, std::size_t i, Base* target) { (link.*(&Targets::setTarget))(i, target); }
};

PyTypeObject* linkType = nullptr;

int traverse(PyObject* self, visitproc visit, void* arg) {
  if (auto* ref = attachedValue<LinkRef>(self)) Py_VISIT(ref->owner);
  return 0;
}

int clear(PyObject* self) {
  if (auto* ref = attachedValue<LinkRef>(self)) {
    if (auto* base = ref->owner ? findBase(ref->owner) : nullptr)
      std::erase_if(partOf(*base).links, [ref](const auto& entry) { return entry.first == ref->link; });
    ref->link = nullptr;
    Py_CLEAR(ref->owner);
  }
  return 0;
}

BaseLink& linkOf(py::handle object) {
  auto* ref = attachedValue<LinkRef>(object);
  if (!ref || !ref->link) throw std::runtime_error("the link is gone");
  if (const auto* owner = ref->link->owner()) awaitRest(*owner);
  return *ref->link;
}

/// What a value that is no text points to; null if it is none of the things a link can lead to.
Base* targetOf(py::handle value) {
  if (isLinkPath(value)) return findBase(value.attr("target")());
  return findBase(value);
}

void setTargets(BaseLink& link, const std::vector<Base*>& targets) {
  std::string text;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!Targets::fits(link, targets[i]))
      throw py::type_error(
          fmt::format("link {} leads to a {}, which {} is not", link.name(), link.typeName(), targets[i]->path()));
    text += (text.empty() ? "@" : " @") + targets[i]->path();
  }
  std::string ignored;
  link.read(text, &ignored);
  Targets::makeRoom(link, targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) Targets::put(link, i, targets[i]);
}

void readPath(BaseLink& link, const std::string& text) {
  std::string reason;
  if (!link.read(text, &reason)) throw py::value_error(fmt::format("link {}: \"{}\": {}", link.name(), text, reason));
}

}  // namespace

bool isLinkPath(py::handle object) {
  static PyObject* type = nullptr;
  if (!type) type = classOf("LinkPath").release().ptr();
  return PyObject_IsInstance(object.ptr(), type) == 1;
}

BaseLink* findLinkOf(Base& object, const std::string& name) {
  if (auto* link = object.findLink(name)) return link;
  for (const auto& [field, text] : partOf(object).names)
    for (auto* link : object.links())
      if (field == link && text == name) return link;
  return nullptr;
}

namespace {

bool leads(const BaseLink& link) {
  for (std::size_t i = 0; i < link.size(); ++i)
    if (!link.target(i)) return false;
  return link.size() > 0;
}

/// Notes a link that led somewhere when this began and leads nowhere when it ends.
class Change {
 public:
  explicit Change(BaseLink& link) : m_link(link), m_led(leads(link)) {}
  ~Change() {
    auto* component = dynamic_cast<core::Component*>(m_link.owner());
    if (component && m_led && !leads(m_link)) simulation::noteUnlinked(*component);
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  BaseLink& m_link;
  bool m_led;
};

/// Saved scenes and what is initialised again are not to find it again.
void takeAway(BaseLink& link) {
  Targets::makeRoom(link, 0);
  auto given = core::givenAttributes(*link.owner());
  if (!given || given->values.erase(link.name()) == 0) return;
  core::setGivenAttributes(*link.owner(), std::move(given));
}

void assignTargets(BaseLink& link, py::handle value) {
  if (PyUnicode_Check(value.ptr())) {
    const auto text = value.cast<std::string>();
    link.owner()->setAttribute(link.name(), text);
    return;
  }
  if (value.is_none()) return takeAway(link);
  std::vector<Base*> targets;
  if (Base* target = targetOf(value)) {
    targets.push_back(target);
  } else if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    for (const auto entry : value) {
      Base* one = targetOf(entry);
      if (!one) return readPath(link, toText(value));
      targets.push_back(one);
    }
  } else {
    throw py::type_error(fmt::format("link {} takes \"@path\", an object or its linkpath", link.name()));
  }
  setTargets(link, targets);
}

}  // namespace

void assignLink(BaseLink& link, py::handle value) {
  const Change change(link);
  assignTargets(link, value);
}

py::object linkObject(BaseLink* link) {
  if (!link || !link->owner()) return py::none();
  auto& part = partOf(*link->owner());
  for (const auto& [known, object] : part.links)
    if (known == link) return py::reinterpret_borrow<py::object>(object);
  py::object owner = wrap(link->owner());
  py::object made = newObject(classOf("Link"));
  auto ref = std::make_unique<LinkRef>();
  ref->owner = owner.release().ptr();
  ref->link = link;
  attachValue(made, ref.release());
  part.links.emplace_back(link, made.ptr());
  return made;
}

void bindLinks(py::module_& m) {
  py::class_<LinkRef> c(m, "LinkRef", py::custom_type_setup([](PyHeapTypeObject* type) {
                          type->ht_type.tp_flags |= Py_TPFLAGS_HAVE_GC;
                          type->ht_type.tp_traverse = &traverse;
                          type->ht_type.tp_clear = &clear;
                        }));
  linkType = reinterpret_cast<PyTypeObject*>(c.ptr());
  c.def("getName", [](py::handle self) { return shownName(linkOf(self)); });
  c.def("getHelp", [](py::handle self) { return shownHelp(linkOf(self)); });
  c.def("setName", [](py::handle self, const std::string& name) {
    auto& link = linkOf(self);
    keepText(partOf(*link.owner()).names, &link, name);
  });
  c.def("setHelp", [](py::handle self, const std::string& text) {
    auto& link = linkOf(self);
    keepText(partOf(*link.owner()).helps, &link, text);
  });
  c.def("getOwnerBase", [](py::handle self) { return wrap(linkOf(self).owner()); });
  c.def("isMultiLink", [](py::handle self) { return linkOf(self).isMultiple(); });
  c.def("getSize", [](py::handle self) {
    const auto& link = linkOf(self);
    return link.isMultiple() || link.target(0) ? link.size() : 0;
  });
  c.def(
      "getLinkedBase", [](py::handle self, std::size_t i) { return wrap(linkOf(self).target(i)); },
      py::arg("index") = 0);
  c.def(
      "getLinkedPath",
      [](py::handle self, std::size_t i) {
        const auto& link = linkOf(self);
        if (const auto* target = link.target(i)) return "@" + target->path();
        return i < link.paths().size() ? link.paths()[i] : std::string();
      },
      py::arg("index") = 0);
  c.def("getValueString", [](py::handle self) {
    const auto& link = linkOf(self);
    std::string text;
    for (std::size_t i = 0; i < link.size(); ++i)
      if (const auto* target = link.target(i)) text += (text.empty() ? "@" : " @") + target->path();
    return text.empty() ? link.text() : text;
  });
  c.def("getValueTypeString", [](py::handle self) { return linkOf(self).typeName(); });
  c.def("getPathName", [](py::handle self) { return linkOf(self).owner()->path() + "." + shownName(linkOf(self)); });
  c.def("setLinkedBase", [](py::handle self, py::handle target) { assignLink(linkOf(self), target); });
  c.def("read", [](py::handle self, const std::string& text) {
    std::string reason;
    const Change change(linkOf(self));
    return linkOf(self).read(text, &reason);
  });
  c.def("_assign", [](py::handle self, py::handle value) { assignLink(linkOf(self), value); });
}

}  // namespace sofa::python

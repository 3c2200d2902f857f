// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "DataFactory.h"
#include "DataValue.h"
#include "References.h"
#include "SceneWork.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Helper/Suggest.h"
#include "WriteLog.h"

namespace sofa::python {

using core::BaseData;

DataRef::~DataRef() {
  if (!owner) return;
  if (data)
    if (auto* base = findBase(owner))
      std::erase_if(partOf(*base).data, [this](const auto& entry) { return entry.first == data; });
  Py_DECREF(owner);
}

namespace {

PyTypeObject* dataType = nullptr;

const char* classFor(const BaseData& data) {
  switch (kindOf(data.type())) {
    case ValueKind::string:
      return "DataString";
    case ValueKind::words:
      return "DataVectorString";
    case ValueKind::container:
    case ValueKind::color:
      return "DataContainer";
    case ValueKind::box:
      return "BoundingBox";
    default:
      return "Data";
  }
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  if (auto* ref = attachedValue<DataRef>(self)) Py_VISIT(ref->owner);
  return 0;
}

int clear(PyObject* self) {
  if (auto* ref = attachedValue<DataRef>(self)) {
    if (auto* base = ref->owner ? findBase(ref->owner) : nullptr)
      std::erase_if(partOf(*base).data, [ref](const auto& entry) { return entry.first == ref->data; });
    ref->data = nullptr;
    Py_CLEAR(ref->owner);
  }
  return 0;
}

DataRef& refOf(py::handle object) {
  auto* ref = attachedValue<DataRef>(object);
  if (!ref || !ref->data) throw std::runtime_error("the Data is gone");
  if (const auto* owner = ref->data->owner()) awaitRest(*owner);
  return *ref;
}

/// Data are compared by what is behind them only where both are Data.
struct Access {
  py::handle owner;
  BaseData& data;
  explicit Access(py::handle object) : owner(refOf(object).owner), data(*refOf(object).data) {}
};

std::string pathOf(const BaseData& data) {
  const std::string owner = data.owner()->path();
  return owner == "/" ? "/." + shownName(data) : owner + "." + shownName(data);
}

void setParent(BaseData& data, py::handle parent) {
  if (parent.is_none()) return static_cast<void>(data.setParent(nullptr));
  py::object target = py::reinterpret_borrow<py::object>(parent);
  if (py::hasattr(parent, "target")) target = parent.attr("target")();
  auto* from = findData(target);
  std::string reason;
  if (PyUnicode_Check(parent.ptr())) {
    const auto path = parent.cast<std::string>();
    from = core::findDataByPath(*data.owner(), path, &reason);
    if (!from)
      throw py::value_error(
          fmt::format("No Data found with path {}.{} {}", path, core::suggestDataPath(*data.owner(), path), reason));
  } else if (!from) {
    throw std::runtime_error("the parent of a Data is a Data, its linkpath or \"@path.data\"");
  }
  if (!data.setParent(from, &reason))
    throw py::value_error(fmt::format("Invalid Data link to {}: {}", pathOf(*from), reason));
  data.setLinkPath("@" + pathOf(*from));
}

py::object ownerOf(py::handle object) { return py::reinterpret_borrow<py::object>(refOf(object).owner); }

/// The object finds it by both names from then on.
void setName(py::handle self, const std::string& name) {
  auto& data = Access(self).data;
  auto* other = data.owner()->findData(name);
  if (other && other != &data)
    throw py::value_error(fmt::format("{} has a Data {} already", data.owner()->path(), name));
  if (!other) data.addAlias(name);
  keepText(partOf(*data.owner()).names, &data, name);
}

bool hasChanged(BaseData& data) {
  const bool dirty = data.isDirty();
  data.updateIfDirty();
  return dirty;
}

void bindValues(py::class_<DataRef>& c) {
  c.def("_value", [](py::handle self) {
    const Access a(self);
    return valueOf(a.owner, a.data);
  });
  c.def("_assign", [](py::handle self, py::handle value) { assign(Access(self).data, value); });
  c.def_property(
      "value",
      [](py::handle self) {
        const Access a(self);
        return valueOf(a.owner, a.data);
      },
      [](py::handle self, py::handle value) { assignOrLink(Access(self).data, value); });
  c.def("setValue", [](py::handle self, py::handle value) { assignOrLink(Access(self).data, value); });
  c.def("_view", [](py::handle self, bool writeable) {
    const Access a(self);
    if (writeable) noteWrite(a.data);
    return arrayView(a.owner, a.data, writeable);
  });
  c.def("array", [](py::handle self) {
    const Access a(self);
    return arrayView(a.owner, a.data, false);
  });
  c.def(
      "_touch", [](py::handle self) { static_cast<void>(Access(self).data.rawEdit()); },
      "Says that the value was changed in place.");
  c.def("read", [](py::handle self, const std::string& text) {
    auto& data = Access(self).data;
    noteWrite(data);
    const auto problem = core::readText(data, text);
    return !problem || !problem->isError();
  });
  c.def("getValueString", [](py::handle self) { return Access(self).data.text(); });
  c.def("getValueVoidPtr",
        [](py::handle self) { return reinterpret_cast<std::uintptr_t>(Access(self).data.rawValue()); });
}

void bindState(py::class_<DataRef>& c) {
  c.def("getName", [](py::handle self) { return shownName(Access(self).data); });
  c.def("getHelp", [](py::handle self) { return shownHelp(Access(self).data); });
  c.def("setName", &setName);
  c.def("setHelp", [](py::handle self, const std::string& text) {
    auto& data = Access(self).data;
    keepText(partOf(*data.owner()).helps, &data, text);
  });
  c.def("getGroup", [](py::handle self) { return Access(self).data.options().group; });
  c.def("getDefaultString", [](py::handle self) { return Access(self).data.defaultText(); });
  c.def("getOwner", &ownerOf);
  c.def("getPathName", [](py::handle self) { return pathOf(Access(self).data); });
  c.def("getLinkPath", [](py::handle self) { return "@" + pathOf(Access(self).data); });
  c.def("getAsACreateObjectParameter", [](py::handle self) { return "@" + pathOf(Access(self).data); });
  c.def("typeName", [](py::handle self) { return shortTypeName(Access(self).data.type()); });
  c.def("getValueTypeString", [](py::handle self) { return shortTypeName(Access(self).data.type()); });
  c.def("getCounter", [](py::handle self) { return Access(self).data.counter(); });
  c.def("isSet", [](py::handle self) { return Access(self).data.isSet(); });
  c.def("unset", [](py::handle self) { Access(self).data.unset(); });
  c.def("isDirty", [](py::handle self) { return Access(self).data.isDirty(); });
  c.def("updateIfDirty", [](py::handle self) { Access(self).data.updateIfDirty(); });
  c.def("hasChanged", [](py::handle self) { return hasChanged(Access(self).data); });
  c.def("isRequired", [](py::handle self) { return Access(self).data.options().required; });
  c.def("isReadOnly", [](py::handle self) { return Access(self).data.options().readOnly; });
  c.def("setReadOnly", [](py::handle self, bool readOnly) {
    auto options = Access(self).data.options();
    options.readOnly = readOnly;
    Access(self).data.setOptions(options);
  });
  c.def("hasParent", [](py::handle self) { return Access(self).data.parent() != nullptr; });
  c.def("getParent", [](py::handle self) { return dataObject(Access(self).data.parent()); });
  c.def("setParent", [](py::handle self, py::handle parent) { setParent(Access(self).data, parent); });
}

}  // namespace

BaseData* findData(py::handle object) {
  if (!dataType || !PyObject_TypeCheck(object.ptr(), dataType)) return nullptr;
  const auto* ref = attachedValue<DataRef>(object);
  return ref ? ref->data : nullptr;
}

py::object dataObject(BaseData* data) {
  if (!data || !data->owner()) return py::none();
  auto& part = partOf(*data->owner());
  for (const auto& [known, object] : part.data)
    if (known == data) return py::reinterpret_borrow<py::object>(object);
  const py::object owner = wrap(data->owner());
  py::object made = newObject(classOf(classFor(*data)));
  auto ref = std::make_unique<DataRef>();
  ref->owner = py::object(owner).release().ptr();
  ref->data = data;
  attachValue(made, ref.release());
  part.data.emplace_back(data, made.ptr());
  return made;
}

void assignOrLink(BaseData& data, py::handle value, Entries entries) {
  if (!findData(value) && !PyUnicode_Check(value.ptr()) && isLinkPath(value)) return setParent(data, value);
  assign(data, value, entries);
}

void bindData(py::module_& m) {
  py::class_<DataRef> c(m, "DataRef", py::custom_type_setup([](PyHeapTypeObject* type) {
                          type->ht_type.tp_flags |= Py_TPFLAGS_HAVE_GC;
                          type->ht_type.tp_traverse = &traverse;
                          type->ht_type.tp_clear = &clear;
                        }));
  dataType = reinterpret_cast<PyTypeObject*>(c.ptr());
  bindValues(c);
  bindState(c);
  m.def("set_writeable", &setWriteable);
  m.def("to_text", &toText);
  m.def("data_types", &dataTypeNames);
}

}  // namespace sofa::python

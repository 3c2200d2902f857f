#pragma once
#include "Handle.h"

/// Data and links of objects as Python objects: each keeps its owner, and there is one for each while it is in use.
namespace sofa::python {

struct DataRef {
  PyObject* owner = nullptr;  ///< strong
  core::BaseData* data = nullptr;
  DataRef() = default;
  ~DataRef();
  DataRef(const DataRef&) = delete;
  DataRef& operator=(const DataRef&) = delete;
};

struct LinkRef {
  PyObject* owner = nullptr;  ///< strong
  core::BaseLink* link = nullptr;
  LinkRef() = default;
  ~LinkRef();
  LinkRef(const LinkRef&) = delete;
  LinkRef& operator=(const LinkRef&) = delete;
};

/// None for null.
py::object dataObject(core::BaseData* data);
py::object linkObject(core::BaseLink* link);

/// Whether it is the linkpath of something: an object with the method target().
bool isLinkPath(py::handle object);

/// Gives a Data a value, or has it follow the Data of a linkpath.
void assignOrLink(core::BaseData& data, py::handle value);
/// Sets a link from a path, an object, a linkpath, or a list of these.
void assignLink(core::BaseLink& link, py::handle value);

/// Sets Data or link `name` of an object; false if it has none.
bool setField(core::Base& object, const std::string& name, py::handle value);
/// The Data or link of that name as a Python object, or nothing.
py::object findField(core::Base& object, const std::string& name);

}  // namespace sofa::python

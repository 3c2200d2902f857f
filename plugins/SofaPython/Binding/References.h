// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "DataValue.h"

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
void assignOrLink(core::BaseData& data, py::handle value, Entries entries = Entries::all);
/// Sets a link from a path, an object, a linkpath, or a list of these.
void assignLink(core::BaseLink& link, py::handle value);

/// Sets Data or link `name` of an object; false if it has none.
bool setField(core::Base& object, const std::string& name, py::handle value, Entries entries = Entries::all);
/// Name of a Data or link: one that a script gave it, else its own. The same for what it is for.
template <class Field>
std::string shownName(const Field& field) {
  for (const auto& [known, text] : partOf(*field.owner()).names)
    if (known == &field) return text;
  return field.name();
}
template <class Field>
std::string shownHelp(const Field& field) {
  for (const auto& [known, text] : partOf(*field.owner()).helps)
    if (known == &field) return text;
  return field.help();
}
inline void keepText(std::vector<std::pair<const void*, std::string>>& texts, const void* field, std::string text) {
  std::erase_if(texts, [field](const auto& entry) { return entry.first == field; });
  texts.emplace_back(field, std::move(text));
}

/// The link of that name, its own or one that a script gave it.
core::BaseLink* findLinkOf(core::Base& object, const std::string& name);

/// The Data or link of that name as a Python object, or nothing.
py::object findField(core::Base& object, const std::string& name);

}  // namespace sofa::python

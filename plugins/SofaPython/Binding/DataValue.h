// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pybind11/numpy.h>

#include "Handle.h"

/// Values of Data as Python sees them. What is needed of a type comes from its TypeInfo, so a new component or a new
/// type of Data needs nothing here.
namespace sofa::python {

enum class ValueKind {
  scalar,     ///< one number or bool
  text,       ///< anything that only its text form tells of
  string,     ///< that is a str itself
  words,      ///< list of str
  container,  ///< array of numbers
  color,      ///< array of four floats
  box,        ///< array of two points
  flags       ///< list of bool
};
ValueKind kindOf(const core::TypeInfo& type);

/// As scripts know it: "d", "vector<i>", "Vec3d".
std::string shortTypeName(const core::TypeInfo& type);

/// An array on the scalars where they lie. They stay there as long as it lives: `owner` is kept, and so is memory that
/// a list gives up meanwhile.
py::array arrayView(py::handle owner, const core::ScalarArray& scalars, bool writeable);
py::array arrayView(py::handle owner, const core::BaseData& data, bool writeable);
void setWriteable(py::array& array, bool writeable);
/// Where the numbers of a value lie; those of colours and boxes too.
core::ScalarArray scalarsOf(const core::BaseData& data);

/// An array, a number, a str or a list.
py::object valueOf(py::handle owner, const core::BaseData& data);
/// Whether a vector, colour or matrix of fixed size may be given with fewer entries; the others stay as they are.
enum class Entries { all, some };
/// Converts and assigns, by docs/manual/python.md, "Writing". Exceptions leave the value as it was.
void assign(core::BaseData& data, py::handle value, Entries entries = Entries::all);

/// Reads the text that a scene would hold. What cannot be read raises a ValueError and leaves the value as it was.
void readOrThrow(core::BaseData& data, const std::string& text);

/// A value as scene text; `exact` numbers.
std::string toText(py::handle value);

/// Calls f with the Data that stands behind a Python object, if one does.
core::BaseData* findData(py::handle object);

}  // namespace sofa::python

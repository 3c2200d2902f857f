// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "DataValue.h"

/// Python values as the text that a scene file would hold.
namespace sofa::python {
namespace {

template <class T>
void appendNumbers(std::string& text, const py::array_t<T, py::array::c_style | py::array::forcecast>& array) {
  const T* numbers = array.data();
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    if (!text.empty()) text += ' ';
    fmt::format_to(std::back_inserter(text), "{}", numbers[i]);
  }
}

void append(std::string& text, py::handle value);

void appendWord(std::string& text, const std::string& word) {
  if (!text.empty()) text += ' ';
  text += word;
}

void appendArray(std::string& text, const py::array& array) {
  const char kind = array.dtype().kind();
  if (kind == 'f' && array.itemsize() == 4) return appendNumbers<float>(text, array);
  if (kind == 'f') return appendNumbers<double>(text, array);
  if (kind == 'b' || kind == 'i') return appendNumbers<std::int64_t>(text, array);
  if (kind == 'u') return appendNumbers<std::uint64_t>(text, array);
  for (const auto entry : array.attr("tolist")()) append(text, entry);
}

void append(std::string& text, py::handle value) {
  if (const auto* data = findData(value)) return appendWord(text, data->text(0));
  if (const auto* base = findBase(value)) return appendWord(text, "@" + base->path());
  PyObject* object = value.ptr();
  if (PyUnicode_Check(object)) return appendWord(text, value.cast<std::string>());
  if (PyBool_Check(object)) return appendWord(text, object == Py_True ? "1" : "0");
  if (PyFloat_Check(object)) return appendWord(text, fmt::format("{}", PyFloat_AS_DOUBLE(object)));
  if (PyLong_Check(object)) return appendWord(text, py::str(value));
  if (py::isinstance<py::array>(value)) return appendArray(text, py::reinterpret_borrow<py::array>(value));
  if (py::hasattr(value, "__fspath__")) return appendWord(text, py::str(value.attr("__fspath__")()));
  if (py::hasattr(value, "target") || PyBytes_Check(object)) return appendWord(text, py::str(value));
  if (py::hasattr(value, "tolist")) return append(text, value.attr("tolist")());  // numbers of numpy
  if (PyDict_Check(object) || !py::hasattr(value, "__iter__")) return appendWord(text, py::repr(value));
  for (const auto entry : value) append(text, entry);
}

}  // namespace

std::string toText(py::handle value) {
  if (PyUnicode_Check(value.ptr())) return value.cast<std::string>();
  std::string text;
  append(text, value);
  return text;
}

}  // namespace sofa::python

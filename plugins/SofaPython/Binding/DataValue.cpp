// SPDX-License-Identifier: Apache-2.0
#include "DataValue.h"

#include <fmt/format.h>

#include "Sofa/Helper/PinnedMemory.h"
#include "Sofa/Type/Values.h"

namespace sofa::python {

using core::BaseData;
using core::ScalarArray;
using core::ScalarType;
using core::TypeInfo;

ValueKind kindOf(const TypeInfo& type) {
  if (type.scalarType() != ScalarType::none) {
    const bool single = !type.isList() && type.elementSize() == 1;
    return single ? ValueKind::scalar : ValueKind::container;
  }
  if (type.scalar() == TypeInfo::Scalar::text) return ValueKind::string;
  if (&type == &core::typeInfo<type::Color>()) return ValueKind::color;
  if (&type == &core::typeInfo<type::BoundingBox>()) return ValueKind::box;
  if (&type == &core::typeInfo<std::vector<bool>>()) return ValueKind::flags;
  const bool words = &type == &core::typeInfo<std::vector<std::string>>() || &type == &core::typeInfo<type::TagSet>();
  return words ? ValueKind::words : ValueKind::text;
}

std::string shortTypeName(const TypeInfo& type) {
  std::string name = type.name();
  if (kindOf(type) == ValueKind::words) return "vector<string>";
  const std::pair<const char*, const char*> scalars[] = {
      {"double", "d"}, {"float", "f"}, {"unsigned_int", "I"}, {"int", "i"}};
  for (const auto& [full, brief] : scalars) {
    if (name == full) return brief;
    if (name == fmt::format("vector<{}>", full)) return fmt::format("vector<{}>", brief);
  }
  return name;
}

// --- Views -----------------------------------------------------------------------------------------------------------

namespace {

/// Unsigned indices are seen as signed ones: an invalid index is -1.
py::dtype dtypeOf(ScalarType type) {
  switch (type) {
    case ScalarType::float64:
      return py::dtype::of<double>();
    case ScalarType::float32:
      return py::dtype::of<float>();
    case ScalarType::int32:
    case ScalarType::uint32:
      return py::dtype::of<std::int32_t>();
    case ScalarType::int64:
    case ScalarType::uint64:
      return py::dtype::of<std::int64_t>();
    case ScalarType::int16:
    case ScalarType::uint16:
      return py::dtype::of<std::int16_t>();
    case ScalarType::int8:
    case ScalarType::uint8:
      return py::dtype::of<std::int8_t>();
    default:
      return py::dtype::of<bool>();
  }
}

struct Keeper {
  PyObject* owner;
  const void* pinned;
};

void endView(PyObject* capsule) {
  auto* keeper = static_cast<Keeper*>(PyCapsule_GetPointer(capsule, nullptr));
  helper::unpinMemory(keeper->pinned);
  Py_XDECREF(keeper->owner);
  delete keeper;
}

py::object keeperOf(py::handle owner, const void* address) {
  helper::pinMemory(address);
  Py_XINCREF(owner.ptr());
  return py::reinterpret_steal<py::object>(PyCapsule_New(new Keeper{owner.ptr(), address}, nullptr, &endView));
}

}  // namespace

ScalarArray scalarsOf(const BaseData& data) {
  const void* value = data.rawValue();
  switch (kindOf(data.type())) {
    case ValueKind::color:
      return {ScalarType::float32, value, {4}, {sizeof(float)}};
    case ValueKind::box:
      return {ScalarType::float64, value, {2, 3}, {3 * sizeof(double), sizeof(double)}};
    default:
      return data.type().scalars(value);
  }
}

void setWriteable(py::array& array, bool writeable) {
  auto& flags = py::detail::array_proxy(array.ptr())->flags;
  if (writeable)
    flags |= py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  else
    flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

py::array arrayView(py::handle owner, const ScalarArray& scalars, bool writeable) {
  const std::vector<py::ssize_t> shape(scalars.shape.begin(), scalars.shape.end()),
      strides(scalars.strides.begin(), scalars.strides.end());
  const py::object keeper = scalars.address ? keeperOf(owner, scalars.address) : py::object();
  py::array array(dtypeOf(scalars.type), shape, strides, scalars.address, keeper);
  setWriteable(array, writeable);
  return array;
}

py::array arrayView(py::handle owner, const BaseData& data, bool writeable) {
  return arrayView(owner, scalarsOf(data), writeable);
}

namespace {

py::object scalarValue(const BaseData& data) {
  const void* value = data.rawValue();
  if (data.type().scalarType() == ScalarType::boolean) return py::bool_(*static_cast<const bool*>(value));
  const double number = data.type().get(value, 0);
  if (data.type().scalar() == TypeInfo::Scalar::real) return py::float_(number);
  return py::int_(static_cast<long long>(number));
}

py::list wordsOf(const BaseData& data) {
  py::list words;
  if (&data.type() == &core::typeInfo<type::TagSet>()) {
    for (const auto& word : *static_cast<const type::TagSet*>(data.rawValue())) words.append(word);
  } else {
    for (const auto& word : *static_cast<const std::vector<std::string>*>(data.rawValue())) words.append(word);
  }
  return words;
}

}  // namespace

py::object valueOf(py::handle owner, const BaseData& data) {
  switch (kindOf(data.type())) {
    case ValueKind::scalar:
      return scalarValue(data);
    case ValueKind::string:
      return py::str(*static_cast<const std::string*>(data.rawValue()));
    case ValueKind::words:
      return wordsOf(data);
    case ValueKind::flags: {
      py::list flags;
      for (const bool flag : *static_cast<const std::vector<bool>*>(data.rawValue())) flags.append(py::bool_(flag));
      return flags;
    }
    case ValueKind::text:
      return py::str(data.text());
    default: {
      py::array view = arrayView(owner, data, false);
      if (view.ndim() == 3) return view.attr("reshape")(view.shape(0), view.shape(1) * view.shape(2));
      return view;
    }
  }
}

}  // namespace sofa::python

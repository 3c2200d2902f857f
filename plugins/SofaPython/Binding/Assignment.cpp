// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "DataValue.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Type/Values.h"
#include "WriteLog.h"

/// Python values that become values of Data.
namespace sofa::python {

using core::BaseData;
using core::ScalarArray;
using core::ScalarType;
using core::TypeInfo;

namespace {

/// What to assign instead.
const char* wanted(const BaseData& data) {
  switch (kindOf(data.type())) {
    case ValueKind::scalar:
      if (data.type().scalarType() == ScalarType::boolean) return "True or False";
      return data.type().scalar() == TypeInfo::Scalar::real ? "a number" : "an integer";
    case ValueKind::string:
      return "a str";
    case ValueKind::words:
      return "a list of str";
    case ValueKind::flags:
      return "a list of True and False";
    default:
      return "a list or an array";
  }
}

[[noreturn]] void refuse(const BaseData& data, py::handle value) {
  throw std::runtime_error(fmt::format(
      "Unable to cast Python instance of type {} to a value of Data {} of type {}: {} is needed, {} is given",
      std::string(py::str(py::type::of(value).attr("__name__"))), data.name(), shortTypeName(data.type()), wanted(data),
      std::string(py::repr(value)).substr(0, 80)));
}

struct Limits {
  double least, greatest;
};

/// Numbers that an integer of that type holds; -1 is an index that is none.
Limits limitsOf(ScalarType type) {
  const auto of = []<class T>(T) {
    using All = std::numeric_limits<T>;
    return Limits{std::is_unsigned_v<T> ? -1.0 : static_cast<double>(All::min()), static_cast<double>(All::max())};
  };
  switch (type) {
    case ScalarType::int8:
      return of(std::int8_t{});
    case ScalarType::uint8:
      return of(std::uint8_t{});
    case ScalarType::int16:
      return of(std::int16_t{});
    case ScalarType::uint16:
      return of(std::uint16_t{});
    case ScalarType::int32:
      return of(std::int32_t{});
    case ScalarType::uint32:
      return of(std::uint32_t{});
    case ScalarType::uint64:
      return of(std::uint64_t{});
    default:
      return of(std::int64_t{});
  }
}

[[noreturn]] void refuseNumber(const BaseData& data, const std::string& number) {
  throw py::value_error(fmt::format("{}: {} is no value of type {}", data.name(), number, shortTypeName(data.type())));
}

/// An integer that the Data can hold; -1 for an unsigned one only where its default is that there is none.
void setInteger(BaseData& data, long long number) {
  const auto& type = data.type();
  const bool isBool = type.scalarType() == ScalarType::boolean;
  const auto limits = limitsOf(type.scalarType());
  const auto real = static_cast<double>(number);
  const bool isNone = limits.least == -1 && number == -1;
  const bool mayLack = type.get(data.rawDefault(), 0) == limits.greatest;
  if (!isBool && (real < limits.least || real > limits.greatest || (isNone && !mayLack)))
    refuseNumber(data, std::to_string(number));
  type.set(data.rawEdit(), 0, isNone && !isBool ? limits.greatest : real);
}

void assignScalar(BaseData& data, py::handle value) {
  const auto& type = data.type();
  if (type.scalar() == TypeInfo::Scalar::real) {
    if (PyUnicode_Check(value.ptr()) || !PyNumber_Check(value.ptr())) refuse(data, value);
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      refuse(data, value);
    }
    return type.set(data.rawEdit(), 0, number);
  }
  const bool isNumpyBool = std::string(Py_TYPE(value.ptr())->tp_name) == "numpy.bool_";
  if (!PyIndex_Check(value.ptr()) && !isNumpyBool) refuse(data, value);
  if (isNumpyBool) return setInteger(data, value.cast<bool>());
  const py::int_ number(py::reinterpret_borrow<py::object>(value));
  int overflow = 0;
  const long long fitting = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) refuseNumber(data, py::str(py::handle(number)));
  setInteger(data, fitting);
}

void assignWords(BaseData& data, py::handle value) {
  if (PyUnicode_Check(value.ptr())) return readOrThrow(data, value.cast<std::string>());
  std::vector<std::string> words;
  if (!py::isinstance<py::iterable>(value)) refuse(data, value);
  for (const auto word : value) {
    if (!PyUnicode_Check(word.ptr())) refuse(data, value);
    words.push_back(word.cast<std::string>());
  }
  if (&data.type() == &core::typeInfo<type::TagSet>())
    *static_cast<type::TagSet*>(data.rawEdit()) = {words.begin(), words.end()};
  else
    *static_cast<std::vector<std::string>*>(data.rawEdit()) = std::move(words);
}

/// A value as an array of doubles or 64 bit integers, lists row by row.
py::array arrayOf(const BaseData& data, py::handle value, bool fromArray) {
  static PyObject* asarray = py::object(py::module_::import("numpy").attr("asarray")).release().ptr();
  py::object source = py::reinterpret_borrow<py::object>(value);
  if (!fromArray && !py::isinstance<py::sequence>(value)) source = py::list(source);
  py::object array;
  try {
    array = py::handle(asarray)(source);
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_ValueError)) throw;
    throw py::index_error(fmt::format("{}: the rows have different lengths", data.name()));
  }
  const char kind = array.attr("dtype").attr("kind").cast<std::string>().front();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b') {
    if (py::len(array) == 0) return py::array_t<double>(std::vector<py::ssize_t>{0});
    // What numpy cannot make numbers of: rows that are Data, vectors, or numbers of other kinds.
    try {
      array = py::handle(asarray)(source, "float64");
    } catch (py::error_already_set& problem) {
      if (!problem.matches(PyExc_ValueError)) throw;
      throw py::value_error(fmt::format("{}: {}. Give numbers", data.name(), std::string(py::str(problem.value()))));
    }
  }
  return array;
}

struct Target {
  bool list;
  std::vector<py::ssize_t> shape;  ///< rows, and entries of a row
};

Target targetOf(const BaseData& data) {
  const auto scalars = scalarsOf(data);
  Target target{data.type().isList(), {scalars.shape.begin(), scalars.shape.end()}};
  if (target.list && target.shape.size() == 3) target.shape = {target.shape[0], target.shape[1] * target.shape[2]};
  return target;
}

/// Number of rows after the assignment; exceptions where the shape does not fit.
py::ssize_t checkShape(const BaseData& data, const Target& target, py::array& array, bool fromArray, Entries entries) {
  const auto wanted = static_cast<py::ssize_t>(target.shape.size());
  if (array.size() == 0 && target.list) return 0;
  if (array.ndim() == 3 && target.list && wanted == 2)
    array = array.attr("reshape")(array.shape(0), -1).cast<py::array>();
  if (array.ndim() != wanted)
    throw py::type_error(fmt::format("Invalid dimension: {} takes {} of {} dimension{}, not of {}{}", data.name(),
                                     fromArray ? "an array" : "a list", wanted, wanted == 1 ? "" : "s", array.ndim(),
                                     wanted == 2 ? ", one row per element" : ""));
  if (wanted == 2) {
    const auto columns = array.shape(1);
    if (columns < target.shape[1] || (fromArray && columns != target.shape[1]))
      throw py::index_error(
          fmt::format("{}: a row has {} entries, {} are needed", data.name(), columns, target.shape[1]));
  }
  if (target.list) return array.shape(0);
  if (entries == Entries::some && array.shape(0) < target.shape[0]) return array.shape(0);
  if (array.shape(0) < target.shape[0])
    throw py::index_error(fmt::format("{} has {} entries, {} are given", data.name(), target.shape[0], array.shape(0)));
  if (array.shape(0) > target.shape[0])
    throw py::value_error(fmt::format("{} has {} entries, {} are given", data.name(), target.shape[0], array.shape(0)));
  return target.shape[0];
}

template <class To>
void store(void* place, double real, long long integer, bool fromReal) {
  const To value = fromReal ? static_cast<To>(real) : static_cast<To>(integer);
  std::memcpy(place, &value, sizeof(To));
}

void storeScalar(ScalarType type, char* place, double real, long long integer, bool fromReal) {
  if (fromReal && type != ScalarType::float64 && type != ScalarType::float32) {
    integer = static_cast<long long>(real);  // unsigned from a negative real is not defined
    fromReal = false;
  }
  switch (sizeOf(type)) {
    case 8:
      return type == ScalarType::float64 ? store<double>(place, real, integer, fromReal)
                                         : store<std::int64_t>(place, real, integer, fromReal);
    case 4:
      return type == ScalarType::float32 ? store<float>(place, real, integer, fromReal)
                                         : store<std::int32_t>(place, real, integer, fromReal);
    case 2:
      return store<std::int16_t>(place, real, integer, fromReal);
    default:
      return type == ScalarType::boolean ? store<bool>(place, real, integer, fromReal)
                                         : store<std::int8_t>(place, real, integer, fromReal);
  }
}

void copyEntries(const ScalarArray& to, const py::array& from, std::size_t rows) {
  const bool real = from.dtype().kind() == 'f';
  const py::array_t<double, py::array::c_style | py::array::forcecast> reals = real ? from : py::array_t<double>(1);
  const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast> integers =
      real ? py::array_t<std::int64_t>(1) : from;
  const double* r = reals.data();
  const std::int64_t* n = integers.data();
  const std::size_t columns = from.ndim() > 1 ? static_cast<std::size_t>(from.shape(1)) : 1;
  auto* start = static_cast<char*>(const_cast<void*>(to.address));
  if (real && columns == 1 && to.shape.size() == 1 && to.type == ScalarType::float64)
    return static_cast<void>(std::memcpy(start, r, rows * sizeof(double)));
  std::size_t wide = to.shape.size() > 1 ? to.shape[1] : 1, deep = to.shape.size() > 2 ? to.shape[2] : 1;
  if (real && wide * deep == columns && deep == 1 && to.type == ScalarType::float64 &&
      to.strides.back() == sizeof(double) && to.strides[0] == columns * sizeof(double))
    return static_cast<void>(std::memcpy(start, r, rows * columns * sizeof(double)));
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < wide * deep; ++i) {
      char* place = start + row * to.strides[0];
      if (to.shape.size() > 1) place += (i / deep) * to.strides[1];
      if (to.shape.size() > 2) place += (i % deep) * to.strides[2];
      const std::size_t k = row * columns + i;
      storeScalar(to.type, place, real ? r[k] : 0, real ? 0 : n[k], real);
    }
}

/// More or fewer positions are more or fewer points: the other vectors of a state follow.
void resizeState(BaseData& data, std::size_t rows, std::size_t before) {
  auto* state = dynamic_cast<core::BaseState*>(data.owner());
  if (state && state->isMechanical() && data.name() == "position" && rows != before && state->size() == before)
    state->resize(rows);
}

/// Numbers for integers have to be whole, and such that these can hold them.
void checkIntegers(const BaseData& data, const py::array& array) {
  const char kind = array.dtype().kind();
  if (kind == 'b' || array.size() == 0 || data.type().scalar() == TypeInfo::Scalar::real ||
      kindOf(data.type()) != ValueKind::container || data.type().scalarType() == ScalarType::boolean)
    return;
  if (kind == 'f') {
    const py::object whole = py::module_::import("numpy").attr("array_equal")(array, array.attr("round")());
    if (!whole.cast<bool>())
      throw std::runtime_error(
          fmt::format("Unable to cast: {} holds integers, and some of the numbers are not", data.name()));
  }
  const auto limits = limitsOf(data.type().scalarType());
  for (const char* end : {"min", "max"}) {
    const py::object number = array.attr(end)();
    const auto real = number.cast<double>();
    if (!(real >= limits.least && real <= limits.greatest)) refuseNumber(data, py::str(number));
  }
}

void assignArray(BaseData& data, py::handle value, Entries entries = Entries::all) {
  const bool fromArray = py::isinstance<py::array>(value);
  py::array array = arrayOf(data, value, fromArray);
  checkIntegers(data, array);
  const Target target = targetOf(data);
  const auto rows = static_cast<std::size_t>(checkShape(data, target, array, fromArray, entries));
  if (target.list) {
    const auto before = static_cast<std::size_t>(target.shape[0]);
    resizeState(data, rows, before);
    void* edited = data.rawEdit();
    if (rows != scalarsOf(data).shape[0]) data.type().setElementCount(edited, rows);
  } else {
    data.rawEdit();
  }
  if (rows == 0) return;
  copyEntries(scalarsOf(data), array, rows);
}

bool isListOfNumbers(const BaseData& data) {
  return kindOf(data.type()) == ValueKind::container && data.type().isList() && scalarsOf(data).shape.size() == 1;
}

void assignFromText(BaseData& data, const std::string& text) {
  if (text.starts_with('@')) {
    data.owner()->setAttribute(data.name(), text);
    return;
  }
  const auto kind = kindOf(data.type());
  if (kind == ValueKind::container)
    data.owner()->deprecated("Data {}: a str is given where numbers are expected; write a list or an array.",
                             data.name());
  readOrThrow(data, text);
}

/// What only has a text form.
void assignText(BaseData& data, py::handle value) {
  const std::string text = PyUnicode_Check(value.ptr()) ? value.cast<std::string>() : toText(value);
  auto* owner = data.owner();
  if (owner && text.starts_with('@')) return void(owner->setAttribute(data.name(), text));
  readOrThrow(data, text);
  if (owner) core::giveAttribute(*owner, data.name(), text);  // for saving
}

void assignData(BaseData& data, const BaseData& from) {
  if (&from == &data) return;
  if (&from.type() == &data.type()) {
    const void* value = from.rawValue();
    if (data.type().isList() && kindOf(data.type()) == ValueKind::container)
      resizeState(data, scalarsOf(from).shape[0], scalarsOf(data).shape[0]);
    return data.type().copy(value, data.rawEdit());
  }
  if (!core::convertible(from.type(), data.type()))
    throw py::type_error(
        fmt::format("{} of type {} takes no value of type {}", data.name(), data.type().name(), from.type().name()));
  const void* value = from.rawValue();
  core::convert(from.type(), value, data.type(), data.rawEdit());
}

}  // namespace

void readOrThrow(BaseData& data, const std::string& text) {
  noteWrite(data);
  const bool wasSet = data.isSet();
  const std::string before = data.text(0);
  const auto problem = core::readText(data, text);
  if (!problem) return;
  if (!problem->isError()) {
    if (data.owner()) data.owner()->message(problem->severity, problem->text);
    return;
  }
  data.type().read(before, data.rawEdit());
  if (!wasSet) data.unset();
  const std::string path = data.owner() ? data.owner()->path() + ": " : std::string();
  throw py::value_error(path + problem->text);
}

void assign(BaseData& data, py::handle value, Entries entries) {
  noteWrite(data);
  if (const auto* from = findData(value)) return assignData(data, *from);
  const auto kind = kindOf(data.type());
  const bool isText = PyUnicode_Check(value.ptr());
  if (kind == ValueKind::scalar) return assignScalar(data, value);
  if (kind == ValueKind::string) {
    if (!isText) refuse(data, value);
    const auto text = value.cast<std::string>();
    *static_cast<std::string*>(data.rawEdit()) = text;
    return;
  }
  if (kind == ValueKind::words && !(isText && value.cast<std::string>().starts_with('@')))
    return assignWords(data, value);
  if (kind == ValueKind::text) return assignText(data, value);
  if (isText) return assignFromText(data, value.cast<std::string>());
  if (isListOfNumbers(data) && !value.is_none() && PyNumber_Check(value.ptr()) && !PySequence_Check(value.ptr())) {
    py::list one;  // of Data that were single numbers once, such as youngModulus
    one.append(value);
    return assignArray(data, one);
  }
  if (value.is_none() || PyNumber_Check(value.ptr()))
    if (!py::isinstance<py::array>(value) && !PySequence_Check(value.ptr())) {
      if (kind == ValueKind::color || kind == ValueKind::box || kind == ValueKind::flags) refuse(data, value);
      throw py::type_error(fmt::format("{} takes a list or an array, not a {}", data.name(),
                                       std::string(py::str(py::type::of(value).attr("__name__")))));
    }
  if (kind == ValueKind::flags) {
    std::vector<bool> flags;
    if (!py::isinstance<py::iterable>(value)) refuse(data, value);
    for (const auto flag : value) {
      if (!PyNumber_Check(flag.ptr())) refuse(data, value);
      flags.push_back(py::bool_(py::reinterpret_borrow<py::object>(flag)));
    }
    *static_cast<std::vector<bool>*>(data.rawEdit()) = std::move(flags);
    return;
  }
  assignArray(data, value, entries);
}

}  // namespace sofa::python

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Type/Text.h"

namespace sofa::core {

/// Machine type of the scalars of a value; none: it does not consist of equal scalars.
enum class ScalarType { none, boolean, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

/// Bytes of one scalar.
std::size_t sizeOf(ScalarType type);

namespace detail {
template <class S>
constexpr ScalarType scalarTypeOf() {
  if constexpr (std::is_same_v<S, bool>) return ScalarType::boolean;
  if constexpr (std::is_same_v<S, float>) return ScalarType::float32;
  if constexpr (std::is_same_v<S, double>) return ScalarType::float64;
  if constexpr (!std::is_integral_v<S>) return ScalarType::none;
  constexpr bool isSigned = std::is_signed_v<S>;
  switch (sizeof(S)) {
    case 1:
      return isSigned ? ScalarType::int8 : ScalarType::uint8;
    case 2:
      return isSigned ? ScalarType::int16 : ScalarType::uint16;
    case 4:
      return isSigned ? ScalarType::int32 : ScalarType::uint32;
    default:
      return isSigned ? ScalarType::int64 : ScalarType::uint64;
  }
}
}  // namespace detail

/// A value seen as an array of scalars where it lies in memory, without a copy. It holds until the value is resized or
/// goes. Reading starts after the Data was brought up to date; who writes tells the Data (BaseData::rawEdit()).
struct ScalarArray {
  ScalarType type = ScalarType::none;
  const void* address = nullptr;     ///< of the first scalar; null for none, and for an empty list
  std::vector<std::size_t> shape;    ///< elements of a list, then rows and columns of an element; {}: one scalar
  std::vector<std::size_t> strides;  ///< bytes from one entry to the next, along each dimension
};

/// Run-time description of a Data's type: its text form and, for numeric types, access to its scalars. Lets values of
/// different types be linked, edited and saved without knowing them at compile time.
class TypeInfo {
 public:
  enum class Scalar { none, integer, real, text };
  virtual ~TypeInfo() = default;

  virtual std::string name() const = 0;
  virtual bool read(std::string_view text, void* value) const = 0;
  virtual std::string write(const void* value, int precision) const = 0;
  virtual void copy(const void* from, void* to) const = 0;
  virtual bool equal(const void* a, const void* b) const = 0;
  /// A new object with that value, which stays.
  virtual const void* clone(const void* value) const = 0;

  Scalar scalar() const { return m_scalar; }
  bool isNumeric() const { return m_scalar == Scalar::integer || m_scalar == Scalar::real; }
  bool isList() const { return m_list; }
  /// Scalars per element of a list, or per value.
  int elementSize() const { return m_elementSize; }
  virtual std::size_t scalarCount(const void* value) const = 0;
  virtual void setElementCount(void* value, std::size_t count) const = 0;
  /// Elements of a list, whatever they are; 0 of what is no list.
  virtual std::size_t elementCount(const void* value) const = 0;
  /// list[to] = list[from].
  virtual void copyElement(void* list, std::size_t from, std::size_t to) const = 0;
  virtual double get(const void* value, std::size_t i) const = 0;
  virtual void set(void* value, std::size_t i, double scalar) const = 0;

  virtual ScalarType scalarType() const { return ScalarType::none; }
  /// Type, shape and address of the scalars; of type none where they do not lie in memory one beside the other.
  virtual ScalarArray scalars(const void*) const { return {}; }

 protected:
  TypeInfo(Scalar scalar, bool list, int elementSize) : m_scalar(scalar), m_list(list), m_elementSize(elementSize) {}

 private:
  Scalar m_scalar;
  bool m_list;
  int m_elementSize;
};

/// Converts between values whose types are both numeric or one of which is text; false if they are not.
bool convertible(const TypeInfo& from, const TypeInfo& to);
void convert(const TypeInfo& fromType, const void* from, const TypeInfo& toType, void* to);

namespace detail {

template <class T>
struct ListElement {
  using type = T;
  static constexpr bool isList = false;
};
template <class T>
requires(!std::is_same_v<T, bool>) struct ListElement<std::vector<T>> {
  using type = T;
  static constexpr bool isList = true;
};

/// Whether values can be compared. Asking std::vector itself would not tell: it has == whatever its elements are.
template <class T>
inline constexpr bool isComparable = std::equality_comparable<T>;
template <class T>
inline constexpr bool isComparable<std::vector<T>> = isComparable<T>;

/// Values without == are equal if their texts are. Numbers that are not a number equal themselves.
template <class T>
bool equalValues(const T& a, const T& b) {
  if constexpr (std::is_trivially_copyable_v<T> && type::isFlat<T>)
    if (std::memcmp(&a, &b, sizeof(T)) == 0) return true;
  if constexpr (isComparable<T>)
    return a == b;
  else
    return type::toText(a, 0) == type::toText(b, 0);
}

/// Rows and columns of an element, in memory column by column; one dimension for vectors, none for scalars.
template <class E>
void appendShape(ScalarArray& array) {
  using S = typename type::FlatTraits<E>::Scalar;
  if constexpr (std::is_arithmetic_v<E>) return;
  if constexpr (requires { E::RowsAtCompileTime; }) {
    if constexpr (E::ColsAtCompileTime > 1) {
      constexpr std::size_t rows = E::RowsAtCompileTime, columns = E::ColsAtCompileTime;
      array.shape.insert(array.shape.end(), {rows, columns});
      array.strides.insert(array.strides.end(), {sizeof(S), rows * sizeof(S)});
      return;
    }
  }
  if constexpr (!std::is_arithmetic_v<E>) {
    array.shape.push_back(static_cast<std::size_t>(type::FlatTraits<E>::size));
    array.strides.push_back(sizeof(S));
  }
}

template <class T>
class TypeInfoOf final : public TypeInfo {
  using Element = typename ListElement<T>::type;
  static constexpr bool list = ListElement<T>::isList;
  static constexpr bool flat = type::isFlat<Element>;
  static constexpr Scalar kind() {
    if constexpr (std::is_same_v<T, std::string>)
      return Scalar::text;
    else if constexpr (!flat)
      return Scalar::none;
    else
      return std::is_floating_point_v<typename type::FlatTraits<Element>::Scalar> ? Scalar::real : Scalar::integer;
  }

 public:
  TypeInfoOf() : TypeInfo(kind(), list, flat ? type::FlatTraits<Element>::size : 1) {}
  std::string name() const override { return type::TextTraits<T>::name(); }
  bool read(std::string_view text, void* value) const override {
    type::TextReader in(text);
    return type::TextTraits<T>::read(in, *static_cast<T*>(value));
  }
  std::string write(const void* value, int precision) const override {
    return type::toText(*static_cast<const T*>(value), precision);
  }
  void copy(const void* from, void* to) const override { *static_cast<T*>(to) = *static_cast<const T*>(from); }
  bool equal(const void* a, const void* b) const override {
    return equalValues(*static_cast<const T*>(a), *static_cast<const T*>(b));
  }
  const void* clone(const void* value) const override { return new T(*static_cast<const T*>(value)); }

  ScalarType scalarType() const override {
    if constexpr (flat)
      return scalarTypeOf<S>();
    else
      return ScalarType::none;
  }
  ScalarArray scalars(const void* value) const override {
    ScalarArray array;
    if constexpr (flat) {
      static_assert(sizeof(Element) == type::FlatTraits<Element>::size * sizeof(S), "scalars without gaps");
      array.type = scalarTypeOf<S>();
      array.address = value;
      if constexpr (list) {
        const T& values = *static_cast<const T*>(value);
        array.address = values.data();
        array.shape.push_back(values.size());
        array.strides.push_back(sizeof(Element));
      }
      appendShape<Element>(array);
    }
    return array;
  }

  std::size_t scalarCount(const void* value) const override {
    if constexpr (!flat)
      return 0;
    else if constexpr (list)
      return static_cast<const T*>(value)->size() * type::FlatTraits<Element>::size;
    else
      return type::FlatTraits<Element>::size;
  }
  void setElementCount(void* value, std::size_t count) const override {
    if constexpr (list) static_cast<T*>(value)->resize(count);
  }
  std::size_t elementCount(const void* value) const override {
    if constexpr (list)
      return static_cast<const T*>(value)->size();
    else
      return 0;
  }
  void copyElement(void* value, std::size_t from, std::size_t to) const override {
    if constexpr (list) (*static_cast<T*>(value))[to] = (*static_cast<T*>(value))[from];
  }
  double get(const void* value, std::size_t i) const override {
    if constexpr (!flat)
      return 0;
    else if constexpr (list)
      return static_cast<double>(reinterpret_cast<const S*>(static_cast<const T*>(value)->data())[i]);
    else
      return static_cast<double>(type::scalars(*static_cast<const T*>(value))[i]);
  }
  void set(void* value, std::size_t i, double scalar) const override {
    if constexpr (flat) {
      if constexpr (list)
        reinterpret_cast<S*>(static_cast<T*>(value)->data())[i] = static_cast<S>(scalar);
      else
        type::scalars(*static_cast<T*>(value))[i] = static_cast<S>(scalar);
    }
  }

 private:
  template <class E, bool F>
  struct ScalarOf {
    using type = double;
  };
  template <class E>
  struct ScalarOf<E, true> {
    using type = typename sofa::type::FlatTraits<E>::Scalar;
  };
  using S = typename ScalarOf<Element, flat>::type;
};

}  // namespace detail

template <class T>
const TypeInfo& typeInfo() {
  static const detail::TypeInfoOf<T> info;
  return info;
}

}  // namespace sofa::core

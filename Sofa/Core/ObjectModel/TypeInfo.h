#pragma once
#include <string>
#include <string_view>

#include "Sofa/Type/Text.h"

namespace sofa::core {

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

  Scalar scalar() const { return m_scalar; }
  bool isNumeric() const { return m_scalar == Scalar::integer || m_scalar == Scalar::real; }
  bool isList() const { return m_list; }
  /// Scalars per element of a list, or per value.
  int elementSize() const { return m_elementSize; }
  virtual std::size_t scalarCount(const void* value) const = 0;
  virtual void setElementCount(void* value, std::size_t count) const = 0;
  virtual double get(const void* value, std::size_t i) const = 0;
  virtual void set(void* value, std::size_t i, double scalar) const = 0;

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

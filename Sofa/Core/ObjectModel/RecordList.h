// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <vector>

#include "Sofa/Core/ObjectModel/TypeInfo.h"

namespace sofa::core {

/// Description of a list whose elements have several numbers of different types as members: each counts as one scalar.
/// A type T takes part by a specialisation of detail::TypeInfoOf<std::vector<T>> that derives from this, beside its
/// TextTraits.
template <class T, auto... Members>
class RecordListInfo : public TypeInfo {
  static constexpr std::size_t size = sizeof...(Members);
  using List = std::vector<T>;

 public:
  RecordListInfo() : TypeInfo(Scalar::real, true, static_cast<int>(size)) {}
  std::string name() const override { return type::TextTraits<List>::name(); }
  bool read(std::string_view text, void* value) const override {
    type::TextReader in(text);
    return type::TextTraits<List>::read(in, *static_cast<List*>(value));
  }
  std::string write(const void* value, int precision) const override {
    return type::toText(*static_cast<const List*>(value), precision);
  }
  void copy(const void* from, void* to) const override { *static_cast<List*>(to) = *static_cast<const List*>(from); }
  bool equal(const void* a, const void* b) const override { return write(a, 0) == write(b, 0); }
  const void* clone(const void* value) const override { return new List(*static_cast<const List*>(value)); }

  std::size_t scalarCount(const void* value) const override { return static_cast<const List*>(value)->size() * size; }
  void setElementCount(void* value, std::size_t count) const override { static_cast<List*>(value)->resize(count); }
  std::size_t elementCount(const void* value) const override { return static_cast<const List*>(value)->size(); }
  void copyElement(void* value, std::size_t from, std::size_t to) const override {
    (*static_cast<List*>(value))[to] = (*static_cast<List*>(value))[from];
  }
  double get(const void* value, std::size_t i) const override {
    const T& element = (*static_cast<const List*>(value))[i / size];
    double found = 0;
    std::size_t k = 0;
    ((k++ == i % size ? void(found = static_cast<double>(element.*Members)) : void()), ...);
    return found;
  }
  /// Whole numbers are rounded, and none is negative: they are indices.
  void set(void* value, std::size_t i, double scalar) const override {
    T& element = (*static_cast<List*>(value))[i / size];
    std::size_t k = 0;
    ((k++ == i % size ? assign(element.*Members, scalar) : void()), ...);
  }

 private:
  template <class M>
  static void assign(M& member, double scalar) {
    if constexpr (std::is_integral_v<M>)
      member = static_cast<M>(std::max(0.0, std::round(scalar)));
    else
      member = static_cast<M>(scalar);
  }
};

}  // namespace sofa::core

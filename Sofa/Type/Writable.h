// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Dense.h"

namespace sofa::type {

template <class Matrix>
class CommaInput;

/// What can be done to a matrix of fixed size besides: entries are places that can be assigned. Derived provides at(i,
/// j) that gives a reference.
template <class Derived, int R, int C, class T>
class Writable : public Dense<Derived, R, C, T> {
  using Base = Dense<Derived, R, C, T>;
  static constexpr int shorter = R < C ? R : C;

 public:
  using typename Base::Value;

  using Base::operator();
  using Base::operator[];
  using Base::w;
  using Base::x;
  using Base::y;
  using Base::z;
  constexpr T& operator()(std::ptrdiff_t i, std::ptrdiff_t j) { return self().at(i, j); }
  constexpr T& operator()(std::ptrdiff_t i) { return place(i); }
  constexpr T& operator[](std::ptrdiff_t i) requires Base::isVector { return place(i); }
  constexpr T& x() requires Base::isVector { return place(0); }
  constexpr T& y() requires Base::isVector { return place(1); }
  constexpr T& z() requires Base::isVector { return place(2); }
  constexpr T& w() requires Base::isVector { return place(3); }

  constexpr Derived& operator+=(const Value& o) {
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) self().at(i, j) += o.at(i, j);
    return self();
  }
  constexpr Derived& operator-=(const Value& o) {
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) self().at(i, j) -= o.at(i, j);
    return self();
  }
  constexpr Derived& operator*=(const T& factor) {
    const T f = factor;  // may be one of the entries
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) self().at(i, j) *= f;
    return self();
  }
  constexpr Derived& operator/=(const T& divisor) {
    const T d = divisor;
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) self().at(i, j) /= d;
    return self();
  }
  constexpr Derived& operator*=(const Mat<C, C, T>& o) { return self() = Base::times(o); }

  constexpr Derived& setConstant(const T& value) {
    const T v = value;
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < R; ++i) self().at(i, j) = v;
    return self();
  }
  constexpr void fill(const T& value) { setConstant(value); }
  constexpr Derived& setZero() { return setConstant(T(0)); }
  constexpr Derived& setOnes() { return setConstant(T(1)); }
  constexpr Derived& setIdentity() {
    setZero();
    for (int i = 0; i < shorter; ++i) self().at(i, i) = T(1);
    return self();
  }
  void normalize() { self() = Base::normalized(); }
  template <class Other>
  constexpr void swap(Writable<Other, R, C, T>&& o) {
    const Value mine(self());
    self() = Value(o.self());
    o.self() = mine;
  }
  template <class Other>
  constexpr void swap(Writable<Other, R, C, T>& o) {
    swap(std::move(o));
  }
  constexpr Derived& noalias() { return self(); }

  /// Fills in entries or parts, row by row: m << a, b, c.
  template <class First>
  constexpr CommaInput<Derived> operator<<(const First& first) {
    return CommaInput<Derived>(self(), first);
  }

  constexpr Derived& self() { return static_cast<Derived&>(*this); }
  constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }

 private:
  constexpr T& place(std::ptrdiff_t i) { return const_cast<T&>(Base::linear(i)); }
};

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"

/// Forward automatic differentiation on plain arrays (Griewank and Walther, Evaluating Derivatives, 2008, chapter 3).
namespace sofa::fem {

/// Built-in numbers and packs of them: what has no derivatives.
template <class T>
concept PlainNumber = !std::is_class_v<T>;

/// A number with its derivatives by N variables. Nested, Dual<Dual<Real, N>, N>, it has second derivatives too.
template <class Real, int N>
struct Dual {
  Real value;
  Real derivative[N];

  Dual() = default;
  /// A constant: of the number's own kind, or of the kind at the bottom of nested ones.
  template <class Constant>
  requires(!std::is_same_v<Constant, Dual>) SOFA_HOST_DEVICE Dual(const Constant& constant) : value(Real{} + constant) {
    for (Real& d : derivative) d = Real{};
  }

  friend SOFA_HOST_DEVICE Dual operator+(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value + b.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = a.derivative[i] + b.derivative[i];
    return r;
  }
  friend SOFA_HOST_DEVICE Dual operator-(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value - b.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = a.derivative[i] - b.derivative[i];
    return r;
  }
  friend SOFA_HOST_DEVICE Dual operator*(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value * b.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = a.derivative[i] * b.value + a.value * b.derivative[i];
    return r;
  }
  friend SOFA_HOST_DEVICE Dual operator/(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value / b.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = (a.derivative[i] - r.value * b.derivative[i]) / b.value;
    return r;
  }
  friend SOFA_HOST_DEVICE Dual operator-(const Dual& a) { return Real{} - a; }

  // With constants, whose derivatives need not be multiplied.
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator+(const Dual& a, const Constant& c) {
    Dual r = a;
    r.value = a.value + c;
    return r;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator+(const Constant& c, const Dual& a) {
    return a + c;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator-(const Dual& a, const Constant& c) {
    Dual r = a;
    r.value = a.value - c;
    return r;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator-(const Constant& c, const Dual& a) {
    Dual r;
    r.value = c - a.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = Real{} - a.derivative[i];
    return r;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator*(const Constant& c, const Dual& a) {
    Dual r;
    r.value = c * a.value;
    for (int i = 0; i < N; ++i) r.derivative[i] = c * a.derivative[i];
    return r;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator*(const Dual& a, const Constant& c) {
    return c * a;
  }
  template <PlainNumber Constant>
  friend SOFA_HOST_DEVICE Dual operator/(const Dual& a, const Constant& c) {
    Dual r;
    r.value = a.value / c;
    for (int i = 0; i < N; ++i) r.derivative[i] = a.derivative[i] / c;
    return r;
  }

  /// f(a) from f and f' at a.
  SOFA_HOST_DEVICE Dual chain(const Real& f, const Real& slope) const {
    Dual r;
    r.value = f;
    for (int i = 0; i < N; ++i) r.derivative[i] = slope * derivative[i];
    return r;
  }
};

template <class Real, int N>
struct NumberFunctions<Dual<Real, N>> {
  using Number = Dual<Real, N>;
  static SOFA_HOST_DEVICE Number logarithm(const Number& x) { return x.chain(fem::logarithm(x.value), 1.0 / x.value); }
  static SOFA_HOST_DEVICE Number exponential(const Number& x) {
    const Real e = fem::exponential(x.value);
    return x.chain(e, e);
  }
  template <class Exponent>
  static SOFA_HOST_DEVICE Number power(const Number& x, const Exponent& p) {
    return x.chain(fem::power(x.value, p), p * fem::power(x.value, p - 1.0));
  }
};

/// The same numbers as variables: variable i has derivative 1 by itself. Works for nested duals too.
template <class Real, int N>
SOFA_HOST_DEVICE void makeVariables(const Real (&x)[N], Dual<Real, N> (&out)[N]) {
  for (int i = 0; i < N; ++i) {
    out[i] = Dual<Real, N>(x[i]);
    out[i].derivative[i] = Real{} + 1.0;
  }
}
template <class Real, int N>
SOFA_HOST_DEVICE void makeVariables(const Real (&x)[N], Dual<Dual<Real, N>, N> (&out)[N]) {
  Dual<Real, N> inner[N];
  makeVariables(x, inner);
  makeVariables(inner, out);
}

}  // namespace sofa::fem

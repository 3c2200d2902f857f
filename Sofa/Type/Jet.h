// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>

#include "Sofa/Type/Vec.h"

namespace sofa::type {

/// A number with its derivatives by N variables, the first ones or, with Order 2, the second ones too: forward
/// automatic differentiation (Griewank and Walther, Evaluating Derivatives, 2008, chapter 13). Written like a double,
/// an energy then yields its gradient and Hessian exactly.
template <int N, int Order = 2>
struct Jet {
  static constexpr bool hasHessian = Order > 1;
  using Gradient = Vec<N>;
  using Hessian = Mat<hasHessian ? N : 0>;

  double value = 0;
  Gradient gradient = Gradient::Zero();
  Hessian hessian = Hessian::Zero();

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT: constants mix freely with variables
  /// The variable number `index` at `x`.
  static Jet variable(double x, int index) {
    Jet j(x);
    j.gradient[index] = 1;
    return j;
  }

  Jet& operator+=(const Jet& o) {
    value += o.value;
    gradient += o.gradient;
    hessian += o.hessian;
    return *this;
  }
  Jet& operator-=(const Jet& o) {
    value -= o.value;
    gradient -= o.gradient;
    hessian -= o.hessian;
    return *this;
  }
  Jet& operator*=(const Jet& o) { return *this = *this * o; }
  Jet& operator/=(const Jet& o) { return *this = *this / o; }

  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator-(Jet a) {
    a.value = -a.value;
    a.gradient *= -1;
    a.hessian *= -1;
    return a;
  }
  /// (ab)' = a b' + b a', (ab)'' = a b'' + b a'' + a' b'^T + b' a'^T, in one pass.
  friend Jet operator*(const Jet& a, const Jet& b) {
    Jet j(a.value * b.value);
    for (int k = 0; k < N; ++k) j.gradient[k] = a.value * b.gradient[k] + b.value * a.gradient[k];
    if constexpr (hasHessian)
      for (int k = 0; k < N; ++k)
        for (int i = 0; i < N; ++i)
          j.hessian(i, k) = a.value * b.hessian(i, k) + b.value * a.hessian(i, k) + a.gradient[i] * b.gradient[k] +
                            b.gradient[i] * a.gradient[k];
    return j;
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const double r = 1 / b.value;
    return a * b.chain(r, -r * r, 2 * r * r * r);
  }
  friend bool operator<(const Jet& a, const Jet& b) { return a.value < b.value; }
  friend bool operator>(const Jet& a, const Jet& b) { return a.value > b.value; }

  friend Jet sqrt(const Jet& a) {
    const double s = std::sqrt(a.value);
    return a.chain(s, 0.5 / s, -0.25 / (s * a.value));
  }
  friend Jet exp(const Jet& a) {
    const double e = std::exp(a.value);
    return a.chain(e, e, e);
  }
  friend Jet log(const Jet& a) { return a.chain(std::log(a.value), 1 / a.value, -1 / (a.value * a.value)); }
  friend Jet sin(const Jet& a) { return a.chain(std::sin(a.value), std::cos(a.value), -std::sin(a.value)); }
  friend Jet cos(const Jet& a) { return a.chain(std::cos(a.value), -std::sin(a.value), -std::cos(a.value)); }
  friend Jet pow(const Jet& a, double p) {
    return a.chain(std::pow(a.value, p), p * std::pow(a.value, p - 1), p * (p - 1) * std::pow(a.value, p - 2));
  }

 private:
  /// f(a) from f, f' and f'' at a.
  Jet chain(double f, double first, double second) const {
    Jet j(f);
    for (int k = 0; k < N; ++k) j.gradient[k] = first * gradient[k];
    if constexpr (hasHessian)
      for (int k = 0; k < N; ++k)
        for (int i = 0; i < N; ++i) j.hessian(i, k) = first * hessian(i, k) + (second * gradient[i]) * gradient[k];
    return j;
  }
};

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::component::solidmechanics {

/// Polynomials without constant term, one per spring: P(s) = sum over n = 1 .. degree of c_n s^n. The coefficients of
/// all springs stand one after the other; a single degree is that of all springs, which then share the coefficients.
class SpringPolynomials {
 public:
  /// What is wrong with the lists; empty: nothing.
  std::string set(const std::vector<double>& coefficients, const std::vector<type::Index>& degrees,
                  std::size_t springCount) {
    m_coefficients = coefficients.empty() ? std::vector<double>{100} : coefficients;
    m_begin = {0};
    const std::vector<type::Index> all = degrees.empty() ? std::vector<type::Index>{1} : degrees;
    m_isShared = all.size() != springCount;
    for (const type::Index degree : all) m_begin.push_back(m_begin.back() + degree);
    if (m_isShared && all.size() != 1) return "polynomialDegree needs one number, or one per spring";
    if (m_begin.back() > m_coefficients.size()) return "polynomialStiffness holds fewer numbers than the degrees say";
    return {};
  }
  double value(std::size_t spring, double s) const {
    double sum = 0, power = 1;
    forEach(spring, [&](double c, int) { sum += c * (power *= s); });
    return sum;
  }
  double derivative(std::size_t spring, double s) const {
    double sum = 0, power = 1;
    forEach(spring, [&](double c, int n) {
      sum += n * c * power;
      power *= s;
    });
    return sum;
  }
  /// Of P from 0 to s.
  double integral(std::size_t spring, double s) const {
    double sum = 0, power = s;
    forEach(spring, [&](double c, int n) { sum += c / (n + 1) * (power *= s); });
    return sum;
  }

 private:
  template <class F>
  void forEach(std::size_t spring, const F& f) const {
    const std::size_t i = m_isShared ? 0 : spring;
    for (std::size_t k = m_begin[i]; k < m_begin[i + 1]; ++k)
      f(m_coefficients[k], static_cast<int>(k - m_begin[i]) + 1);
  }

  std::vector<double> m_coefficients;
  std::vector<std::size_t> m_begin;
  bool m_isShared = true;
};

}  // namespace sofa::component::solidmechanics

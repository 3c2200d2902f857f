// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::tests {

/// Whether segments go through triangles, without rounding: the sign of a determinant of doubles is found from its
/// exact value, a sum of doubles that do not overlap (Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast
/// Robust Geometric Predicates, 1997). Shares nothing with the geometry that is tested.
class ExactSum {
 public:
  void add(double value) {
    std::vector<double> next;
    for (const double part : m_parts) {
      const double sum = value + part, b = sum - value, error = (value - (sum - b)) + (part - b);
      if (error != 0) next.push_back(error);
      value = sum;
    }
    next.push_back(value);
    m_parts = std::move(next);
  }
  /// += s a b c
  void addProduct(double s, double a, double b, double c) {
    const double ab = a * b, low = std::fma(a, b, -ab);
    for (const double part : {ab, low}) {
      const double p = part * c;
      add(s * p);
      add(s * std::fma(part, c, -p));
    }
  }
  int sign() const {
    for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part)
      if (*part != 0) return *part > 0 ? 1 : -1;
    return 0;
  }

 private:
  std::vector<double> m_parts;
};

/// The side of the plane of a, b, c on which d lies: the sign of the determinant of (1, a), (1, b), (1, c), (1, d),
/// whose terms are products of three coordinates.
inline int exactSide(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c, const type::Vec3& d) {
  ExactSum sum;
  const auto addDeterminant = [&](double s, const type::Vec3& p, const type::Vec3& q, const type::Vec3& r) {
    sum.addProduct(s, p.x(), q.y(), r.z());
    sum.addProduct(s, p.y(), q.z(), r.x());
    sum.addProduct(s, p.z(), q.x(), r.y());
    sum.addProduct(-s, p.z(), q.y(), r.x());
    sum.addProduct(-s, p.y(), q.x(), r.z());
    sum.addProduct(-s, p.x(), q.z(), r.y());
  };
  addDeterminant(1, b, c, d);
  addDeterminant(-1, a, c, d);
  addDeterminant(1, a, b, d);
  addDeterminant(-1, a, b, c);
  return sum.sign();
}

/// Whether the segment p q meets the triangle a b c; one in its plane does not.
inline bool exactlyCross(const type::Vec3& p, const type::Vec3& q, const type::Vec3& a, const type::Vec3& b,
                         const type::Vec3& c) {
  for (int k = 0; k < 3; ++k)
    if (std::max(p[k], q[k]) < std::min({a[k], b[k], c[k]}) || std::min(p[k], q[k]) > std::max({a[k], b[k], c[k]}))
      return false;
  if (exactSide(a, b, c, p) * exactSide(a, b, c, q) > 0) return false;
  const int i = exactSide(p, q, a, b), j = exactSide(p, q, b, c), k = exactSide(p, q, c, a);
  return (i >= 0 && j >= 0 && k >= 0 && i + j + k > 0) || (i <= 0 && j <= 0 && k <= 0 && i + j + k < 0);
}

}  // namespace sofa::tests

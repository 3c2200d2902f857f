// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Mat.h"

namespace sofa::type {

/// A vector or matrix whose operators work entry by entry, so that comparisons give matrices of bool:
/// (p.array() >= low.array()).all().
template <class Matrix>
class Elementwise {
  using T = typename Matrix::Scalar;
  static constexpr int R = Matrix::RowsAtCompileTime, C = Matrix::ColsAtCompileTime;
  using Answer = Mat<R, C, bool>;

 public:
  constexpr explicit Elementwise(const Matrix& m) : m_matrix(m) {}
  constexpr Elementwise(const T& number) : m_matrix(Matrix::Constant(number)) {}

  constexpr const Matrix& matrix() const { return m_matrix; }
  constexpr operator const Matrix&() const { return m_matrix; }
  constexpr T sum() const { return m_matrix.sum(); }
  constexpr T maxCoeff() const { return m_matrix.maxCoeff(); }
  constexpr T minCoeff() const { return m_matrix.minCoeff(); }

  constexpr Elementwise abs() const { return Elementwise(m_matrix.cwiseAbs()); }
  constexpr Elementwise square() const { return Elementwise(m_matrix.cwiseProduct(m_matrix)); }
  constexpr Elementwise max(const T& limit) const { return Elementwise(m_matrix.cwiseMax(limit)); }
  Elementwise sqrt() const { return Elementwise(m_matrix.cwiseSqrt()); }
  Elementwise floor() const {
    return each([](const T& x) { return std::floor(x); });
  }
  Elementwise round() const {
    return each([](const T& x) { return std::round(x); });
  }
  Elementwise pow(double exponent) const {
    return each([exponent](const T& x) { return static_cast<T>(std::pow(x, exponent)); });
  }

  friend constexpr Elementwise operator+(const Elementwise& a, const Elementwise& b) {
    return Elementwise(a.m_matrix + b.m_matrix);
  }
  friend constexpr Elementwise operator-(const Elementwise& a, const Elementwise& b) {
    return Elementwise(a.m_matrix - b.m_matrix);
  }
  friend constexpr Elementwise operator-(const Elementwise& a) { return Elementwise(-a.m_matrix); }
  friend constexpr Elementwise operator*(const Elementwise& a, const Elementwise& b) {
    return Elementwise(a.m_matrix.cwiseProduct(b.m_matrix));
  }
  friend constexpr Elementwise operator/(const Elementwise& a, const Elementwise& b) {
    return Elementwise(a.m_matrix.cwiseQuotient(b.m_matrix));
  }
  friend constexpr Answer operator<(const Elementwise& a, const Elementwise& b) {
    Answer answer;
    for (int i = 0; i < R * C; ++i) answer.data()[i] = a.m_matrix.data()[i] < b.m_matrix.data()[i];
    return answer;
  }
  friend constexpr Answer operator<=(const Elementwise& a, const Elementwise& b) {
    Answer answer;
    for (int i = 0; i < R * C; ++i) answer.data()[i] = a.m_matrix.data()[i] <= b.m_matrix.data()[i];
    return answer;
  }
  friend constexpr Answer operator>(const Elementwise& a, const Elementwise& b) { return b < a; }
  friend constexpr Answer operator>=(const Elementwise& a, const Elementwise& b) { return b <= a; }
  friend constexpr Answer operator!=(const Elementwise& a, const T& b) {
    Answer answer;
    for (int i = 0; i < R * C; ++i) answer.data()[i] = a.m_matrix.data()[i] != b;
    return answer;
  }
  friend constexpr Answer operator==(const Elementwise& a, const T& b) {
    Answer answer;
    for (int i = 0; i < R * C; ++i) answer.data()[i] = a.m_matrix.data()[i] == b;
    return answer;
  }

 private:
  template <class Function>
  Elementwise each(const Function& function) const {
    Matrix r = m_matrix;
    for (T& entry : r) entry = function(entry);
    return Elementwise(r);
  }

  Matrix m_matrix;
};

}  // namespace sofa::type

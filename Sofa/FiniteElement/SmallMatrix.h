// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <type_traits>

/// Before what runs on the host and on devices: SOFA_HOST_DEVICE before small functions, which are to melt into their
/// callers, SOFA_DEVICE_FUNCTION before larger ones.
#if defined(__CUDACC__)
#define SOFA_HOST_DEVICE __host__ __device__ __forceinline__
#define SOFA_DEVICE_FUNCTION __host__ __device__ inline
#else
#define SOFA_HOST_DEVICE __attribute__((always_inline)) inline
#define SOFA_DEVICE_FUNCTION inline
#endif

/// Square matrices and functions of one number (float, double), of a pack of numbers side by side, or of a number with
/// derivatives. Plain arrays without allocation, for the host and for devices.
namespace sofa::fem {

/// D x D, row-major.
template <class Real, int D>
struct SquareMatrix {
  Real m[D][D];
  SOFA_HOST_DEVICE Real& operator()(int i, int j) { return m[i][j]; }
  SOFA_HOST_DEVICE const Real& operator()(int i, int j) const { return m[i][j]; }
};
template <class Real>
using Matrix3 = SquareMatrix<Real, 3>;

/// Elementary functions of a kind of number; other kinds specialise it.
template <class Real>
struct NumberFunctions {
  static SOFA_HOST_DEVICE Real logarithm(const Real& x) { return std::log(x); }
  static SOFA_HOST_DEVICE Real exponential(const Real& x) { return std::exp(x); }
  static SOFA_HOST_DEVICE Real squareRoot(const Real& x) { return std::sqrt(x); }
  static SOFA_HOST_DEVICE Real absolute(const Real& x) { return std::fabs(x); }
  static SOFA_HOST_DEVICE Real power(const Real& x, const Real& p) { return std::pow(x, p); }
};

template <class Real>
SOFA_HOST_DEVICE Real logarithm(const Real& x) {
  return NumberFunctions<Real>::logarithm(x);
}
template <class Real>
SOFA_HOST_DEVICE Real exponential(const Real& x) {
  return NumberFunctions<Real>::exponential(x);
}
/// x^p; p is a constant without derivatives.
template <class Real, class Exponent>
SOFA_HOST_DEVICE Real power(const Real& x, const Exponent& p) {
  return NumberFunctions<Real>::power(x, p);
}

template <class Real>
SOFA_HOST_DEVICE void cross(const Real* a, const Real* b, Real* c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
template <class Real, int D>
SOFA_HOST_DEVICE Real dot(const Real (&a)[D], const Real (&b)[D]) {
  Real sum = a[0] * b[0];
  for (int i = 1; i < D; ++i) sum = sum + a[i] * b[i];
  return sum;
}
template <class Real>
SOFA_HOST_DEVICE void cofactors(const Matrix3<Real>& a, Matrix3<Real>& c) {
  cross(a.m[1], a.m[2], c.m[0]);
  cross(a.m[2], a.m[0], c.m[1]);
  cross(a.m[0], a.m[1], c.m[2]);
}

template <class Real>
SOFA_HOST_DEVICE Real determinant(const SquareMatrix<Real, 3>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) + a(0, 1) * (a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}

template <class Real, int D>
SOFA_HOST_DEVICE Real trace(const SquareMatrix<Real, D>& a) {
  Real sum = a(0, 0);
  for (int i = 1; i < D; ++i) sum = sum + a(i, i);
  return sum;
}

/// Sum of the squares of all entries.
template <class Real, int D>
SOFA_HOST_DEVICE Real squaredNorm(const SquareMatrix<Real, D>& a) {
  Real sum = a(0, 0) * a(0, 0);
  for (int k = 1; k < D * D; ++k) sum = sum + a(k / D, k % D) * a(k / D, k % D);
  return sum;
}

/// c = a b.
template <class Real, int D>
SOFA_HOST_DEVICE void multiply(const SquareMatrix<Real, D>& a, const SquareMatrix<Real, D>& b,
                               SquareMatrix<Real, D>& c) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) {
      c.m[i][j] = a(i, 0) * b(0, j);
      for (int k = 1; k < D; ++k) c.m[i][j] = c.m[i][j] + a(i, k) * b(k, j);
    }
}
/// w = a v.
template <class Real>
SOFA_HOST_DEVICE void multiply(const Matrix3<Real>& a, const Real (&v)[3], Real (&w)[3]) {
  for (int i = 0; i < 3; ++i) w[i] = dot(a.m[i], v);
}
/// c = a^T b.
template <class Real, int D>
SOFA_HOST_DEVICE void multiplyTransposed(const SquareMatrix<Real, D>& a, const SquareMatrix<Real, D>& b,
                                         SquareMatrix<Real, D>& c) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) {
      c.m[i][j] = a(0, i) * b(0, j);
      for (int k = 1; k < D; ++k) c.m[i][j] = c.m[i][j] + a(k, i) * b(k, j);
    }
}

/// Symmetric matrices of N^2 entries of which the upper triangle is held, row by row.
SOFA_HOST_DEVICE constexpr int triangleSize(int n) { return n * (n + 1) / 2; }
SOFA_HOST_DEVICE constexpr int triangleIndex(int n, int row, int column) {
  const int first = row < column ? row : column, second = row < column ? column : row;
  return first * n - first * (first - 1) / 2 + second - first;
}

}  // namespace sofa::fem

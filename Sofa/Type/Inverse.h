// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Mat.h"

namespace sofa::type {

/// The entry (i, j) of the cofactors of a matrix of three rows, with its sign: a minor whose rows and columns follow
/// the cycle 0, 1, 2.
template <class Matrix>
constexpr auto cofactor(const Matrix& m, int i, int j) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  return m.at(i1, j1) * m.at(i2, j2) - m.at(i1, j2) * m.at(i2, j1);
}

/// Makes of [A | B] the matrix A^-1 B by Gauss and Jordan's elimination, the largest pivot of each column first (Golub
/// and Van Loan, Matrix Computations, 2013, section 3.4). Returns det A.
template <int N, int K, class T>
T eliminate(Mat<N, N, T>& a, Mat<N, K, T>& b) {
  T determinant(1);
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int i = k + 1; i < N; ++i)
      if (std::abs(a.at(pivot, k)) < std::abs(a.at(i, k))) pivot = i;
    if (pivot != k) {
      for (int j = 0; j < N; ++j) std::swap(a.at(k, j), a.at(pivot, j));
      for (int j = 0; j < K; ++j) std::swap(b.at(k, j), b.at(pivot, j));
      determinant = -determinant;
    }
    const T diagonal = a.at(k, k);
    determinant *= diagonal;
    if (diagonal == T(0)) continue;  // singular: what follows is infinite or not a number
    for (int i = 0; i < N; ++i) {
      if (i == k) continue;
      const T factor = a.at(i, k) / diagonal;
      for (int j = k; j < N; ++j) a.at(i, j) -= factor * a.at(k, j);
      for (int j = 0; j < K; ++j) b.at(i, j) -= factor * b.at(k, j);
    }
  }
  for (int k = 0; k < N; ++k)
    for (int j = 0; j < K; ++j) b.at(k, j) /= a.at(k, k);
  return determinant;
}

template <class Derived, int R, int C, class T>
T Dense<Derived, R, C, T>::determinant() const requires(R == C) {
  const Derived& m = self();
  if constexpr (R == 1)
    return m.at(0, 0);
  else if constexpr (R == 2)
    return m.at(0, 0) * m.at(1, 1) - m.at(0, 1) * m.at(1, 0);
  else if constexpr (R == 3)
    return m.at(0, 0) * cofactor(m, 0, 0) + (m.at(1, 0) * cofactor(m, 1, 0) + m.at(2, 0) * cofactor(m, 2, 0));
  else {
    Value a(m);
    Mat<R, 1, T> none;
    return eliminate(a, none);
  }
}

template <class Derived, int R, int C, class T>
Mat<R, C, T> Dense<Derived, R, C, T>::inverse() const requires(R == C) {
  const Derived& m = self();
  if constexpr (R == 1) {
    return Value(T(1) / m.at(0, 0));
  } else if constexpr (R == 2) {
    const T factor = T(1) / m.determinant();
    Value r = Value::raw();
    r.at(0, 0) = m.at(1, 1) * factor, r.at(0, 1) = -m.at(0, 1) * factor;
    r.at(1, 0) = -m.at(1, 0) * factor, r.at(1, 1) = m.at(0, 0) * factor;
    return r;
  } else if constexpr (R == 3) {
    const T c00 = cofactor(m, 0, 0), c10 = cofactor(m, 1, 0), c20 = cofactor(m, 2, 0);
    const T factor = T(1) / (m.at(0, 0) * c00 + (m.at(1, 0) * c10 + m.at(2, 0) * c20));
    Value r = Value::raw();
    r.at(0, 0) = c00 * factor, r.at(0, 1) = c10 * factor, r.at(0, 2) = c20 * factor;
    for (int i = 1; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r.at(i, j) = cofactor(m, j, i) * factor;
    return r;
  } else {
    Value a(m), b = Value::Identity();
    eliminate(a, b);
    return b;
  }
}

}  // namespace sofa::type

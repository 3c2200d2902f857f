// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Mat.h"

namespace sofa::type {

/// A diagonal matrix by its diagonal, for products: R d.asDiagonal() R^T.
template <int N, class T>
class Diagonal {
 public:
  constexpr explicit Diagonal(const Vec<N, T>& entries) : m_entries(entries) {}

  constexpr const Vec<N, T>& diagonal() const { return m_entries; }
  constexpr operator Mat<N, N, T>() const {
    Mat<N, N, T> m;
    m.diagonal() = m_entries;
    return m;
  }
  /// The columns of m, each times its entry; its rows from the other side.
  template <class M, int R>
  friend constexpr Mat<R, N, T> operator*(const Dense<M, R, N, T>& m, const Diagonal& d) {
    Mat<R, N, T> r(m.self());
    for (int j = 0; j < N; ++j) r.col(j) *= d.m_entries[j];
    return r;
  }
  template <class M, int C>
  friend constexpr Mat<N, C, T> operator*(const Diagonal& d, const Dense<M, N, C, T>& m) {
    Mat<N, C, T> r(m.self());
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < N; ++i) r.at(i, j) *= d.m_entries[i];
    return r;
  }
  friend constexpr Diagonal operator*(const T& factor, const Diagonal& d) { return Diagonal(factor * d.m_entries); }

 private:
  Vec<N, T> m_entries;
};

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Compatibility/Types.h"

namespace sofa::type {

/// A symmetric matrix by its N (N + 1) / 2 entries, row by row of the lower triangle.
template <int N, class Real = double>
class MatSym : public Vec<N*(N + 1) / 2, Real> {
  using Entries = Vec<N*(N + 1) / 2, Real>;

 public:
  MatSym() : Entries(Entries::Zero()) {}
  template <class Other>
  MatSym(const Dense<Other, Entries::SizeAtCompileTime, 1, Real>& entries) : Entries(entries.self()) {}
  void fromMat(const Mat<N, N, Real>& m) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j <= i; ++j) (*this)(i, j) = m(i, j);
  }

  Real& operator()(int i, int j) { return this->data()[place(i, j)]; }
  const Real& operator()(int i, int j) const { return this->data()[place(i, j)]; }
  Mat<N, N, Real> mat() const {
    Mat<N, N, Real> m;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) m(i, j) = (*this)(i, j);
    return m;
  }
  void identity() {
    this->setZero();
    for (int i = 0; i < N; ++i) (*this)(i, i) = Real(1);
  }
  Vec<N, Real> operator*(const Vec<N, Real>& v) const { return mat().times(v); }
  Mat<N, N, Real> operator*(const MatSym& other) const { return mat().times(other.mat()); }
  Mat<N, N, Real> SymSymMultiply(const MatSym& other) const { return *this * other; }
  Mat<N, N, Real> SymMatMultiply(const Mat<N, N, Real>& m) const { return mat().times(m); }
  Mat<N, N, Real> MatSymMultiply(const Mat<N, N, Real>& m) const { return m.times(mat()); }

 private:
  static int place(int i, int j) { return i >= j ? i * (i + 1) / 2 + j : place(j, i); }
};
using MatSym3x3d = MatSym<3>;
using MatSym3x3 = MatSym<3>;

template <int N, class Real>
Real trace(const MatSym<N, Real>& m) {
  return m.mat().trace();
}
template <int N, class Real>
Real determinant(const MatSym<N, Real>& m) {
  return m.mat().determinant();
}
/// False, and `inverse` as it was, if the determinant is zero.
template <int N, class Real>
bool invertMatrix(MatSym<N, Real>& inverse, const MatSym<N, Real>& m) {
  Mat<N, N, Real> inverted;
  if (!invertMatrix(inverted, m.mat())) return false;
  inverse.fromMat(inverted);
  return true;
}

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "Sofa/Compatibility/Types.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::helper {

/// Decompositions of small matrices.
template <class Real>
class Decompose {
 public:
  /// M = R S: R the rotation nearest to M (never a reflection), S symmetric. True if M is one that turns nothing over.
  template <int N>
  static bool polarDecomposition(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& r) {
    type::Mat<N, N, Real> u, v;
    type::Vec<N, Real> s;
    const bool plain = !SVD_stable(m, u, s, v);
    r = u.times(v.transpose());
    return plain;
  }
  template <int N>
  static bool polarDecomposition(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& r, type::Mat<N, N, Real>& s) {
    const bool plain = polarDecomposition(m, r);
    s = r.transpose().times(m);
    return plain;
  }
  /// The same, but true if M is singular or turns something over.
  template <int N>
  static bool polarDecomposition_stable(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& r) {
    return !polarDecomposition(m, r);
  }
  template <int N>
  static bool polarDecomposition_stable(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& r,
                                        type::Mat<N, N, Real>& s) {
    return !polarDecomposition(m, r, s);
  }
  /// M = U diag(s) V^T.
  template <int N>
  static void SVD(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& u, type::Vec<N, Real>& s,
                  type::Mat<N, N, Real>& v) {
    const Eigen::JacobiSVD<Eigen::Matrix<Real, N, N>> svd(eigen(m), Eigen::ComputeFullU | Eigen::ComputeFullV);
    u = svd.matrixU();
    v = svd.matrixV();
    s = svd.singularValues();
  }
  /// Computes the same with rotations U and V: the smallest value takes the remaining sign. True if that is not
  /// positive: M is singular or turns something over.
  template <int N>
  static bool SVD_stable(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& u, type::Vec<N, Real>& s,
                         type::Mat<N, N, Real>& v) {
    SVD(m, u, s, v);
    const auto turn = [&](type::Mat<N, N, Real>& matrix) {
      if (matrix.determinant() >= 0) return;
      matrix.col(N - 1) *= Real(-1);
      s[N - 1] = -s[N - 1];
    };
    turn(u);
    turn(v);
    return !(s[N - 1] > 0);
  }
  /// The columns of R: the first of M normalised, the second as near to M's as it is square to that, and so on.
  template <int N>
  static void QRDecomposition(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& r) {
    for (int j = 0; j < N; ++j) {
      type::Vec<N, Real> column = m.col(j);
      for (int k = 0; k < j; ++k) column -= r.col(k).dot(column) * r.col(k);
      r.col(j) = column.normalized();
    }
    if (N == 3 && r.determinant() < 0) r.col(2) *= Real(-1);
  }
  /// M = V diag(values) V^T of a symmetric matrix, values ascending.
  template <int N>
  static void eigenDecomposition(const type::Mat<N, N, Real>& m, type::Mat<N, N, Real>& v, type::Vec<N, Real>& values) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<Real, N, N>> solver(eigen(m));
    v = solver.eigenvectors();
    values = solver.eigenvalues();
  }
};

}  // namespace sofa::helper

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Dense L L^T of the lower part of a matrix.
class DenseCholesky {
 public:
  /// A pivot that is not positive, or not finite, fails and its row is named.
  FactorResult factorise(const BlockMatrix& a);
  /// x := A^-1 x; false, with x unchanged, when there is no factorisation of that size.
  bool solve(std::span<double> x) const;

 private:
  DenseMatrix m_factor;
  bool m_ready = false;
};

/// Dense singular value decomposition A = U S V^T, also for singular and unsymmetric matrices.
class DenseSVD {
 public:
  /// False when A holds values that are not finite.
  bool factorise(const BlockMatrix& a);
  /// x := V S^+ U^T x, where singular values up to `minSingularValue` count as 0; false as in DenseCholesky.
  bool solve(std::span<double> x, double minSingularValue) const;
  /// Descending.
  std::span<const double> singularValues() const;
  /// Largest singular value over the smallest: infinite for a singular matrix, 0 for an empty one.
  double conditionNumber() const;

 private:
  DenseMatrix m_u, m_v;
  Vector m_singular;
  mutable Vector m_work;
  bool m_ready = false;
};

/// A^-1 as a dense matrix, from L L^T of the lower part where A is positive definite, else from L U with pivoting.
/// False, with `inverse` unchanged, when A is singular or not finite.
bool denseInverse(const BlockMatrix& a, DenseMatrix& inverse);

}  // namespace sofa::linearalgebra

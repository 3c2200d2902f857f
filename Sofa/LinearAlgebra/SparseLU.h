// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Direct solution for square matrices of any kind: by L D L^T those that are symmetric and positive definite, which
/// takes a fraction of the time and needs no exchange of rows; all others by sparse L U with partial pivoting (UMFPACK,
/// Davis 2004). The symbolic factorisation is kept while the pattern and the ordering stay.
class SparseLU {
 public:
  explicit SparseLU(Ordering ordering = Ordering::best);
  ~SparseLU();
  SparseLU(SparseLU&&) noexcept;
  SparseLU& operator=(SparseLU&&) noexcept;

  void setOrdering(Ordering ordering);
  /// A singular matrix gives zeroPivot, one close to it nearlySingular; no row is named, for rows may be exchanged.
  FactorResult factorise(const BlockMatrix& a);
  bool ready() const;
  /// x := A^-1 x; false, with x unchanged, when there is no factorisation of that size.
  bool solve(std::span<double> x);
  bool solve(DenseMatrix& x);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_data;
};

/// Sparse Q R with column pivoting by rank, for square matrices of any kind; a singular one gives a basic solution.
class SparseQR {
 public:
  explicit SparseQR(Ordering ordering = Ordering::best);
  ~SparseQR();
  SparseQR(SparseQR&&) noexcept;
  SparseQR& operator=(SparseQR&&) noexcept;

  void setOrdering(Ordering ordering);
  /// Rank-deficient matrices give nearlySingular.
  FactorResult factorise(const BlockMatrix& a);
  int rank() const;
  /// x := the solution, for a singular A of least residual; false as in SparseLU.
  bool solve(std::span<double> x);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_data;
};

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Incomplete factorisations of a block matrix without fill, as preconditioners: z = (L U)^-1 r.
///
/// Where a diagonal block turns out singular, or for `cholesky` not positive definite, the diagonal is raised by a
/// growing part of itself and the factorisation starts again (Manteuffel 1980).
class IncompleteFactorisation {
 public:
  /// lu: ILU(0) for any square matrix. cholesky: IC(0) as L D L^T of the lower triangle, a symmetric preconditioner.
  enum class Kind { lu, cholesky };
  explicit IncompleteFactorisation(Kind kind) : m_kind(kind) {}

  /// Fails, naming the row, when no shift helps or A holds values that are not finite.
  FactorResult factorise(const BlockMatrix& a);
  bool apply(std::span<const double> r, std::span<double> z) const;
  /// The part of the diagonal that had to be added, 0 as a rule.
  double shift() const { return m_shift; }

 private:
  void analyse(const BlockMatrix& a);
  void loadValues(const BlockMatrix& a);
  template <int B>
  FactorResult eliminateLU();
  template <int B>
  FactorResult eliminateCholesky();
  template <int B>
  void solveLU(const double* r, double* z) const;
  template <int B>
  void solveCholesky(const double* r, double* z) const;

  Kind m_kind;
  bool m_ready = false;
  double m_shift = 0;
  std::size_t m_pattern = 0;
  int m_blockSize = 1;
  std::vector<int> m_from;  // block of A for each block of the factor, -1 for a diagonal that A lacks
  std::vector<int> m_start, m_columns, m_diagonal;
  std::vector<double> m_values, m_inverse, m_row;  // m_row: S = L D of the row at hand
  std::vector<int> m_place;
};

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Block Thomas algorithm for block tridiagonal matrices, such as chains of rigid bodies:
/// alpha_0 = A_0, lambda_i = alpha_i^-1 C_i, alpha_i = A_i - B_i lambda_(i-1) with A on, B left and C right of the
/// diagonal.
class BlockTridiagonal {
 public:
  /// Blocks outside the three diagonals are not read. The result names the first row of a block without inverse.
  FactorResult factorise(const BlockMatrix& a);
  /// x := A^-1 x; false, with x unchanged, when there is no factorisation of that size.
  bool solve(std::span<double> x) const;
  /// Blocks with a value other than zero that lie outside the three diagonals.
  int ignoredBlocks() const { return m_ignored; }

 private:
  int m_blockSize = 1, m_ignored = 0;
  bool m_ready = false;
  int m_blockRows = 0;
  std::vector<double> m_inverse, m_lambda, m_left;  // alpha^-1, lambda and B of every row
};

}  // namespace sofa::linearalgebra

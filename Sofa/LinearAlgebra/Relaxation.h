// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// z = r / diagonal of A.
class DiagonalInverse {
 public:
  /// A zero or not finite entry of the diagonal fails and is named; z is then 0 there.
  FactorResult factorise(const BlockMatrix& a);
  bool apply(std::span<const double> r, std::span<double> z) const;

 private:
  std::vector<double> m_inverse;
};

/// z = (diagonal blocks of A)^-1 r with blocks of a size of its own, whatever the blocks of A.
class BlockDiagonalInverse {
 public:
  /// width: 1, 2, 3 or 6; the rows of A must be a multiple of it, else std::invalid_argument. A block without inverse
  /// fails, and the first row of the first such block is named.
  FactorResult factorise(const BlockMatrix& a, int width = 3);
  bool apply(std::span<const double> r, std::span<double> z) const;

 private:
  int m_width = 3;
  std::size_t m_pattern = 0;
  std::vector<std::size_t> m_from;  // place of every entry of the blocks in the values of A, or notStored
  std::vector<double> m_inverse;
};

/// Symmetric successive over-relaxation as a preconditioner: for j = N-1...0
/// z_j = (r_j - sum over i > j of A_ji z_i) omega / A_jj, then for j = 0...N-1
/// z_j -= (sum over i < j of A_ji z_i) omega / A_jj, by scalars whatever the blocks.
class SymmetricRelaxation {
 public:
  /// Keeps a reference to A, which must live, unchanged, until the last apply. Failures as in DiagonalInverse.
  FactorResult factorise(const BlockMatrix& a, double omega = 1);
  /// scaled: multiplies by 2 - omega at the end, as for a symmetric splitting.
  bool apply(std::span<const double> r, std::span<double> z, bool scaled = true) const;

 private:
  const BlockMatrix* m_matrix = nullptr;
  double m_omega = 1;
  std::vector<double> m_step;  // omega / A_jj
};

}  // namespace sofa::linearalgebra

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::linearalgebra {

/// Damps the upper part of the spectrum of A by a Chebyshev polynomial in D^-1 A, with D the diagonal blocks of A. It
/// is symmetric, so it keeps a multigrid cycle fit for conjugate gradients, and parallel (Adams, Brezina, Hu and
/// Tuminaro 2003).
class ChebyshevSmoother {
 public:
  /// Finds D^-1 and the largest eigenvalue of D^-1 A. Fails on a block without inverse, as BlockDiagonalInverse does.
  FactorResult setup(const BlockMatrix& a);
  /// An estimate from below by a few power iterations, which start from the vector the last setup ended with.
  double largestEigenvalue() const { return m_largest; }
  /// The vector that the next setup starts from; another one serves for the next setup only if it has the right size.
  std::span<const double> eigenvector() const { return m_eigenvector; }
  void startFrom(std::vector<double> eigenvector) { m_start = std::move(eigenvector); }
  /// D^-1, block after block.
  std::span<const double> inverseDiagonal() const { return m_inverse; }

  /// r -= A x.
  static void subtractProduct(const BlockMatrix& a, std::span<const double> x, std::span<double> r);
  /// Improves x as a solution of A x = b. On entry r = b - A x, on return too. zeroGuess: x counts as 0, r as b.
  void smooth(const BlockMatrix& a, int degree, bool zeroGuess, std::span<double> x, std::span<double> r);
  /// The same without the r on return, one product with A cheaper.
  void smoothLast(const BlockMatrix& a, int degree, std::span<double> x, std::span<double> r);

 private:
  void run(const BlockMatrix& a, int degree, bool zeroGuess, bool keepResidual, std::span<double> x,
           std::span<double> r);

  std::size_t m_pattern = 0;
  double m_largest = 1;
  std::vector<double> m_inverse, m_eigenvector, m_start, m_step, m_next;
};

}  // namespace sofa::linearalgebra

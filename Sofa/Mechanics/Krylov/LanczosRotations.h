// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::mechanics {

/// The scalars of minimal residuals. The Lanczos process makes A tridiagonal: entry i of the diagonal is alpha, the one
/// beside it beta. Plane rotations (cosine, sine) make that matrix triangular, column by column: column i of the
/// triangle is (epsilon of two before, delta, gamma).
struct LanczosRotations {
  double beta1 = 0, beta = 0, previousBeta = 0, alpha = 0;
  double squaredNorm = 0;  ///< of the tridiagonal matrix: an estimate of |A|^2
  double cosine = -1, sine = 0, dbar = 0, epsilon = 0, previousEpsilon = 0, delta = 0, gamma = 0, root = 0;
  double phi = 0, phibar = 0;  ///< the factor of the new direction in x, and |r|
  double largestGamma = 0, smallestGamma = 0;

  /// Starts from r_0, with |r_0| given.
  void begin(double norm) { beta1 = beta = phibar = norm; }
  /// Makes the column of the last Lanczos step, given by alpha and beta, a column of the triangle.
  void rotate();
  /// Updates the extreme gammas, whose ratio estimates the condition of A.
  void keepExtremes(bool isFirst);
  /// Whether |r| / (|A| |x|) or |A r| / (|A| |r|) is at most `tolerance`, or rounding prevents smaller values.
  bool hasConverged(double tolerance, double norm) const;
  /// The quotient |r| / (|A| |x|).
  double error(double norm) const;
};

}  // namespace sofa::mechanics

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
  double phi = 0, phibar = 0;  ///< what the new direction adds to x, and |r|
  double largestGamma = 0, smallestGamma = 0;

  /// From r_0, with |r_0| given.
  void begin(double norm) { beta1 = beta = phibar = norm; }
  /// After alpha and beta of a Lanczos step: takes up its column.
  void rotate();
  /// The ratio of the extreme gammas estimates the condition of A.
  void keepExtremes(bool isFirst);
  /// Whether the tests |r| / (|A| |x|) and |A r| / (|A| |r|) are at most `tolerance`, or rounding allows no better.
  bool hasConverged(double tolerance, double norm) const;
  /// The first of these quotients.
  double error(double norm) const;
};

}  // namespace sofa::mechanics

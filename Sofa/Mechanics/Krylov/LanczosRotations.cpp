// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Krylov/LanczosRotations.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sofa::mechanics {

namespace {
constexpr double rounding = std::numeric_limits<double>::epsilon();
}

void LanczosRotations::rotate() {
  // The previous rotation acts on (dbar, alpha) of this column, and on (0, beta) of the next one.
  previousEpsilon = epsilon;
  delta = cosine * dbar + sine * alpha;
  const double gbar = sine * dbar - cosine * alpha;
  epsilon = sine * beta;
  dbar = -cosine * beta;
  root = std::hypot(gbar, dbar);
  // The next rotation turns (gbar, beta) to (gamma, 0).
  gamma = std::max(std::hypot(gbar, beta), rounding);
  cosine = gbar / gamma;
  sine = beta / gamma;
  phi = cosine * phibar;
  phibar = sine * phibar;
}

void LanczosRotations::keepExtremes(bool isFirst) {
  largestGamma = isFirst ? gamma : std::max(largestGamma, gamma);
  smallestGamma = isFirst ? gamma : std::min(smallestGamma, gamma);
}

double LanczosRotations::error(double norm) const { return phibar / (std::sqrt(squaredNorm) * norm); }

bool LanczosRotations::hasConverged(double tolerance, double norm) const {
  const double size = std::sqrt(squaredNorm);
  const double forResidual = error(norm), forLeastSquares = root / size;
  if (forResidual <= 0 || forLeastSquares <= 0 || forResidual <= tolerance || forLeastSquares <= tolerance) return true;
  return largestGamma / smallestGamma >= 0.1 / rounding || size * rounding * norm >= beta1;
}

}  // namespace sofa::mechanics

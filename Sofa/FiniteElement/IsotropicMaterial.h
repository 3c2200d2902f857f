// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

/// Isotropic linear elasticity of a strain e by the coefficients of Lame: W = lambda/2 tr(e)^2 + mu e:e, stress =
/// lambda tr(e) I + 2 mu e.
template <class Real>
struct HookeLaw {
  Real lambda{};  ///< Pa
  Real mu{};      ///< Pa

  template <class S, int D>
  SOFA_HOST_DEVICE S energy(const SquareMatrix<S, D>& strain) const {
    const S t = trace(strain);
    return 0.5 * lambda * t * t + mu * squaredNorm(strain);
  }
  template <class S, int D>
  SOFA_HOST_DEVICE void stress(const SquareMatrix<S, D>& strain, SquareMatrix<S, D>& s) const {
    const S pressure = lambda * trace(strain);
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) s.m[i][j] = 2.0 * mu * strain(i, j);
    for (int i = 0; i < D; ++i) s.m[i][i] = s(i, i) + pressure;
  }
};

using Lame = HookeLaw<double>;

/// From Young's modulus and Poisson's ratio, in `dimension` dimensions: 3 is the full law, 2 plane stress, 1 a bar.
inline Lame lame(double young, double poisson, int dimension = 3) {
  return {young * poisson / ((1 + poisson) * (1 - (dimension - 1) * poisson)), young / (2 * (1 + poisson))};
}

}  // namespace sofa::fem

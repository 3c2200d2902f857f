// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"
#if !defined(__CUDACC__)
#include "Sofa/Helper/Simd.h"
#endif

/// Eigenvalues and eigenvectors of symmetric 3x3 matrices, of packs of them too, without branches but the end of the
/// loop. What comes out in one lane does not depend on the others.
namespace sofa::fem {

/// Whether a comparison holds; of packs, in all lanes.
SOFA_HOST_DEVICE bool allLanes(bool holds) { return holds; }
#if !defined(__CUDACC__)
SOFA_HOST_DEVICE bool allLanes(const helper::Mask& holds) { return !helper::anyLane(~holds); }
#endif

/// Eigenvalues of the symmetric matrix c and its eigenvectors as columns, by Jacobi's rotations (Golub, Van Loan,
/// Matrix Computations, 2013, section 8.5). c is lost. Sweeps end where no lane turns; eight leave nothing above
/// rounding.
template <class Real>
SOFA_DEVICE_FUNCTION void symmetricModes(Matrix3<Real>& c, Real (&value)[3], Matrix3<Real>& axes) {
  using Functions = NumberFunctions<Real>;
  const Real one = Real{} + 1.0, zero{};
  axes = {};
  for (int i = 0; i < 3; ++i) axes.m[i][i] = one;
  bool turned = true;
  for (int sweep = 0; sweep < 8 && turned; ++sweep) {
    turned = false;
    for (int k = 2; k >= 0; --k) {
      const int i = k == 0 ? 1 : 0, j = 3 - i - k;
      const Real size = Functions::absolute(c(i, i)) + Functions::absolute(c(j, j));
      const auto null = Functions::absolute(c(i, j)) <= 1e-300 + 1e-18 * size;
      turned |= !allLanes(null);
      const Real theta = (c(j, j) - c(i, i)) / (2.0 * (null ? one : c(i, j)));
      const Real inverse = Functions::absolute(theta) + Functions::squareRoot(theta * theta + 1.0);
      const Real t = null ? zero : (theta < 0 ? -one : one) / inverse;
      const Real cosine = 1.0 / Functions::squareRoot(t * t + 1.0), sine = t * cosine;
      c.m[i][i] = c(i, i) - t * c(i, j);
      c.m[j][j] = c(j, j) + t * c(i, j);
      const Real ik = cosine * c(i, k) - sine * c(j, k), jk = sine * c(i, k) + cosine * c(j, k);
      c.m[i][j] = c.m[j][i] = zero;
      c.m[i][k] = c.m[k][i] = ik;
      c.m[j][k] = c.m[k][j] = jk;
      for (int r = 0; r < 3; ++r) {
        const Real left = axes(r, i), right = axes(r, j);
        axes.m[r][i] = cosine * left - sine * right;
        axes.m[r][j] = sine * left + cosine * right;
      }
    }
  }
  for (int i = 0; i < 3; ++i) value[i] = c(i, i);
}

/// The closest matrix without negative eigenvalues, in the Frobenius norm; lanes that have none stay to the last bit.
/// `a`: the upper triangle, row by row.
template <class Real>
SOFA_DEVICE_FUNCTION void makePositive(Real (&a)[triangleSize(3)]) {
  // Sylvester: the leading minors are positive; by far, as rounding must not hide a negative eigenvalue.
  const Real first = a[0], second = a[0] * a[3] - a[1] * a[1];
  const Real third = a[5] * second - a[0] * a[4] * a[4] + 2.0 * a[1] * a[2] * a[4] - a[3] * a[2] * a[2];
  const Real size = a[0] + a[3] + a[5];
  const auto positive =
      (size > 0) & (first > 1e-6 * size) & (second > 1e-6 * size * size) & (third > 1e-6 * size * size * size);
  if (allLanes(positive)) return;
  Matrix3<Real> c, axes;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c.m[i][j] = a[triangleIndex(3, i, j)];
  Real value[3];
  symmetricModes(c, value, axes);
  const auto stays = (value[0] >= 0) & (value[1] >= 0) & (value[2] >= 0);
  for (Real& v : value) v = v < 0 ? Real{} : v;
  for (int i = 0, entry = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j, ++entry) {
      const Real sum =
          value[0] * axes(i, 0) * axes(j, 0) + value[1] * axes(i, 1) * axes(j, 1) + value[2] * axes(i, 2) * axes(j, 2);
      a[entry] = (positive | stays) ? a[entry] : sum;
    }
}

}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/MaterialTangents.h"
#include "Sofa/FiniteElement/SymmetricModes.h"

/// The principal stretches of a deformation gradient F, and what second derivatives of functions of them are made
/// positive by.
namespace sofa::fem {

/// F = U diag(value) V^T with rotations U and V; the sizes of the values descend, and the last one has the sign of
/// det F.
template <class Real>
struct PrincipalStretches {
  Matrix3<Real> u, v;  ///< columns: axes in the world and at rest
  Real value[3];
};

/// The closest one without negative eigenvalues, in the Frobenius norm; lanes that have none stay to the last bit.
template <class Real>
SOFA_DEVICE_FUNCTION void makePositive(StretchHessian<Real>& h) {
  makePositive(h.stretching);
  for (int k = 0; k < 3; ++k) {
    const Real flip = h.own[k] + h.across[k], twist = h.own[k] - h.across[k], zero{};
    const auto stays = (flip >= 0) & (twist >= 0);
    const Real half = 0.5 * (flip < 0 ? zero : flip), other = 0.5 * (twist < 0 ? zero : twist);
    h.own[k] = stays ? h.own[k] : half + other;
    h.across[k] = stays ? h.across[k] : half - other;
  }
}

namespace stretches {

/// Turns columns i and j of F V, and of V, so that the former become orthogonal. False if they were, in all lanes.
template <class Real>
SOFA_HOST_DEVICE bool turnColumns(Real (&b)[3][3], Real (&v)[3][3], int i, int j) {
  using Functions = NumberFunctions<Real>;
  const Real first = dot(b[i], b[i]), second = dot(b[j], b[j]), product = dot(b[i], b[j]);
  const auto null = product * product <= 1e-30 * first * second;
  // t = tan of the angle, the smaller root of t^2 + (second - first) / product t = 1.
  const Real gap = second - first, one = Real{} + 1.0;
  const Real twice = gap < 0 ? -2.0 * product : 2.0 * product;
  const Real below = Functions::absolute(gap) + Functions::squareRoot(gap * gap + twice * twice);
  const Real t = null ? Real{} : twice / (null ? one : below);
  const Real cosine = 1.0 / Functions::squareRoot(t * t + 1.0), sine = t * cosine;
  for (int r = 0; r < 3; ++r) {
    const Real bi = b[i][r], vi = v[i][r];
    b[i][r] = cosine * bi - sine * b[j][r];
    b[j][r] = sine * bi + cosine * b[j][r];
    v[i][r] = cosine * vi - sine * v[j][r];
    v[j][r] = sine * vi + cosine * v[j][r];
  }
  return !allLanes(null);
}

/// Makes column i the longer one; a turn by 90 degrees.
template <class Real>
SOFA_HOST_DEVICE void sortColumns(Real (&b)[3][3], Real (&v)[3][3], int i, int j) {
  const auto swap = dot(b[i], b[i]) < dot(b[j], b[j]);
  for (int r = 0; r < 3; ++r) {
    const Real bi = b[i][r], vi = v[i][r];
    b[i][r] = swap ? b[j][r] : bi;
    b[j][r] = swap ? -bi : b[j][r];
    v[i][r] = swap ? v[j][r] : vi;
    v[j][r] = swap ? -vi : v[j][r];
  }
}

/// A unit vector along v; along `otherwise` where v has no length.
template <class Real>
SOFA_HOST_DEVICE void direction(const Real (&v)[3], const Real (&otherwise)[3], Real (&unit)[3]) {
  const Real square = dot(v, v), one = Real{} + 1.0;
  const auto some = square > 1e-280;
  const Real inverse = 1.0 / NumberFunctions<Real>::squareRoot(some ? square : one);
  for (int r = 0; r < 3; ++r) unit[r] = some ? inverse * v[r] : otherwise[r];
}

}  // namespace stretches

/// By rotations of the columns of F from the right until they are orthogonal (M. R. Hestenes, Inversion of matrices by
/// biorthogonalization and related results, 1958): small stretches come out as accurate as large ones.
template <class Real>
SOFA_DEVICE_FUNCTION void principalStretches(const Matrix3<Real>& f, PrincipalStretches<Real>& s) {
  Real b[3][3], v[3][3], u[3][3];  // columns of F V, V and U
  const Real one = Real{} + 1.0, zero{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      b[j][i] = f(i, j);
      v[j][i] = i == j ? one : zero;
    }
  bool turned = true;
  for (int sweep = 0; sweep < 12 && turned; ++sweep) {
    turned = stretches::turnColumns(b, v, 0, 1);
    turned |= stretches::turnColumns(b, v, 0, 2);
    turned |= stretches::turnColumns(b, v, 1, 2);
  }
  stretches::sortColumns(b, v, 0, 1);
  stretches::sortColumns(b, v, 1, 2);
  stretches::sortColumns(b, v, 0, 1);

  const Real axis[3] = {one, zero, zero};
  stretches::direction(b[0], axis, u[0]);
  // What is orthogonal to u_0 where F has rank one or none: across it and the axis that is least along it.
  Real least[3], across[3], rest[3], unit[3];
  const auto steep = u[0][0] * u[0][0] > 0.5;
  least[0] = steep ? zero : one;
  least[1] = steep ? one : zero;
  least[2] = zero;
  cross(u[0], least, across);
  stretches::direction(across, axis, unit);
  const Real along = dot(u[0], b[1]);
  for (int r = 0; r < 3; ++r) rest[r] = b[1][r] - along * u[0][r];
  stretches::direction(rest, unit, u[1]);
  cross(u[0], u[1], u[2]);
  for (int j = 0; j < 3; ++j) {
    s.value[j] = dot(u[j], b[j]);
    for (int i = 0; i < 3; ++i) {
      s.u.m[i][j] = u[j][i];
      s.v.m[i][j] = v[j][i];
    }
  }
}

}  // namespace sofa::fem

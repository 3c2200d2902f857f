// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Material.h"
#include "Sofa/FiniteElement/PrincipalStretches.h"

/// d2W/dF2 of isotropic materials in the axes of the principal stretches.
///
/// Of W = w(s_1, s_2, s_3), symmetric in the stretches, the second derivatives at F = diag(s). With W' the function of
/// F = diag(s) + E for a small matrix E: rotations of either side change nothing, so that
///
///   W' = W + sum_i w_i E_ii + 1/2 sum_ij A_ij E_ii E_jj + sum over i < j of D_ij,
///   D_ij = d_ij (E_ij^2 + E_ji^2) / 2 + o_ij E_ij E_ji
///
/// with A_ij = d2w / ds_i ds_j. The matrix [d o; o d] of each plane (i, j) has the eigenvectors E_ij = E_ji and
/// E_ij = -E_ji. Along the first, which flips, diag(s) becomes a symmetric matrix with the stretches s_i and s_j moved
/// apart by E_ij^2 / (s_i - s_j) each; along the second, which twists, a rotation of a matrix with both moved by
/// E_ij^2 / (s_i + s_j):
///
///   d + o = (w_i - w_j) / (s_i - s_j),   d - o = (w_i + w_j) / (s_i + s_j).
///
/// So nine eigenvalues are those of A and six quotients (B. Smith, F. de Goes, T. Kim, Analytic Eigensystems for
/// Isotropic Distortion Energies, 2019, sections 3 and 4). d and o are sums over the invariants that w is a function
/// of, for each of which the quotients can be divided out (Invariants.h): nothing is lost where stretches agree or
/// vanish.
///
/// At F = U diag(s) V^T the same holds in these axes: E = U^T dF V.
namespace sofa::fem {

/// The tangent at F times a weight; positive: without negative eigenvalues. With s_k the gradient of invariant k by the
/// stretches, A = sum_kl W_kl s_k (x) s_l + sum_k W_k A_k, and d and o are sums over W_k.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void lineariseMaterial(const Material& material, const Matrix3<Real>& f, const Real& weight,
                                            bool positive, SpectralTangent<Real>& t) {
  constexpr int n = Material::invariants;
  InvariantTangent<Material, Real> w;
  lineariseMaterial(material, f, weight, w);
  PrincipalStretches<Real> s;
  principalStretches(f, s);
  t.u = s.u;
  t.v = s.v;
  t.hessian = {};
  Real slope[n][3];
  material.forEachInvariant([&](int k, const auto& invariant) {
    invariant.slopes(s.value, slope[k]);
    invariant.addToHessian(s.value, w.slope[k], t.hessian);
  });
  for (int l = 0; l < n; ++l) {
    Real left[3];
    for (int i = 0; i < 3; ++i) {
      left[i] = w.curvature[triangleIndex(n, 0, l)] * slope[0][i];
      for (int k = 1; k < n; ++k) left[i] += w.curvature[triangleIndex(n, k, l)] * slope[k][i];
    }
    for (int i = 0, entry = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j, ++entry) t.hessian.stretching[entry] += left[i] * slope[l][j];
  }
  if (positive) makePositive(t.hessian);
}

/// dp = d2W/dF2 : df, with E = U^T dF V in the axes.
template <class Real>
SOFA_DEVICE_FUNCTION void tangentProduct(const SpectralTangent<Real>& t, const Matrix3<Real>& df, Matrix3<Real>& dp) {
  Matrix3<Real> left, e, p;
  multiplyTransposed(t.u, df, left);
  multiply(left, t.v, e);
  const auto& h = t.hessian;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i != j)
        p.m[i][j] = h.own[3 - i - j] * e(i, j) + h.across[3 - i - j] * e(j, i);
      else
        p.m[i][i] = h.stretching[triangleIndex(3, i, 0)] * e(0, 0) + h.stretching[triangleIndex(3, i, 1)] * e(1, 1) +
                    h.stretching[triangleIndex(3, i, 2)] * e(2, 2);
    }
  multiply(t.u, p, left);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) dp.m[i][j] = dot(left.m[i], t.v.m[j]);
}

/// h[pair][3 k + i] -= sum_JL g_a,J (d2W / dF_iJ dF_kL) g_b,L for the pairs a <= b of N vectors g, in the order of
/// rows of a triangle. With vectors h_a = V^T g_a in the axes, it is U M U^T and M has the entries
///   M_ii = A_ii h_ai h_bi + sum over j != i of d_ij h_aj h_bj,   M_ik = A_ik h_ai h_bk + o_ik h_ak h_bi.
/// distinctOnly: only for a < b.
template <bool distinctOnly, int N, class Real>
SOFA_DEVICE_FUNCTION void subtractPairTangents(const SpectralTangent<Real>& t, const Real (&g)[N][3],
                                               Real (&h)[triangleSize(N)][9]) {
  constexpr int skipped = distinctOnly ? 1 : 0;
  Real along[N][3];
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < 3; ++i) along[a][i] = t.v(0, i) * g[a][0] + t.v(1, i) * g[a][1] + t.v(2, i) * g[a][2];
  const auto& w = t.hessian;
  for (int a = 0; a < N; ++a)
    for (int b = a + skipped; b < N; ++b) {
      Matrix3<Real> m, left;
      const auto &p = along[a], &q = along[b];
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          const Real& stretching = w.stretching[triangleIndex(3, i, k)];
          if (i != k)
            m.m[i][k] = stretching * p[i] * q[k] + w.across[3 - i - k] * p[k] * q[i];
          else
            m.m[i][i] = stretching * p[i] * q[i] + w.own[(i + 1) % 3] * p[(i + 2) % 3] * q[(i + 2) % 3] +
                        w.own[(i + 2) % 3] * p[(i + 1) % 3] * q[(i + 1) % 3];
        }
      multiply(t.u, m, left);
      auto& out = h[triangleIndex(N, a, b)];
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) out[3 * k + i] -= dot(left.m[i], t.u.m[k]);
    }
}

/// d2W/dF2 written out.
template <class Real>
SOFA_DEVICE_FUNCTION void writeTangent(const SpectralTangent<Real>& t, TangentOfF<Real>& a) {
  for (int row = 0; row < 9; ++row) {
    // The change of the stress along this entry of F.
    Matrix3<Real> df{}, dp;
    df.m[row / 3][row % 3] = Real{} + 1.0;
    tangentProduct(t, df, dp);
    for (int column = row; column < 9; ++column) a[triangleIndex(9, row, column)] = dp(column / 3, column % 3);
  }
}

/// a = weight d2W/dF2 at F, of materials whose invariants have no Hessian by F of their own.
template <IsotropicMaterial Material, class Real>
requires(!PolynomialInvariants<Material>) SOFA_DEVICE_FUNCTION
    void materialTangent(const Material& material, const Matrix3<Real>& f, const Real& weight, TangentOfF<Real>& a) {
  SpectralTangent<Real> t;
  lineariseMaterial(material, f, weight, false, t);
  writeTangent(t, a);
}

}  // namespace sofa::fem

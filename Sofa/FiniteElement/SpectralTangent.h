// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Material.h"
#include "Sofa/FiniteElement/PrincipalStretches.h"

/// d2W/dF2 of isotropic materials in the axes of the principal stretches: 12 numbers and the axes. Its eigenvalues are
/// those of a 3x3 matrix and six more that are known, so that it is made positive at little cost.
namespace sofa::fem {

/// Materials that are functions of invariants of the stretches alone, each of which offers addToHessian, and that say
/// so by `static constexpr bool isIsotropic = true`.
template <class Material>
concept IsotropicMaterial = requires {
  requires Material::isIsotropic;
};

template <class Real>
struct SpectralTangent {
  Matrix3<Real> u, v;
  StretchHessian<Real> hessian;
};

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
  if (positive) t.hessian.makePositive();
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

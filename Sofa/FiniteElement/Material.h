// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Dual.h"
#include "Sofa/FiniteElement/IsotropicMaterial.h"
#include "Sofa/FiniteElement/MaterialTangents.h"

/// Elastic materials: an energy per rest volume, from which stress and tangent follow. Derivatives are written by hand
/// where that is simple and come from automatic differentiation elsewhere; all of it works on plain arrays.
///
/// A material is a struct of its parameters, template <class Real>, which offers one of
///   template <class S> S energy(const SquareMatrix<S, 3>& F) const                      a function of the deformation
///   static constexpr int invariants = N;
///   template <class S> S energy(const S (&i)[N]) const  and
///   template <class Visit> void forEachInvariant(const Visit& visit) const              a function of invariants of F
/// (see Invariants.h; visit(k, invariant) for k = 0..N-1, and docs/manual/elements.md). S is Real or a Dual of it.
/// The latter may add `static constexpr bool polynomialInvariants = true` and `isIsotropic = true`: see
/// MaterialTangents.h.
namespace sofa::fem {

template <class Material, class Real>
concept FunctionOfInvariants = requires(const Material& m, const Real (&i)[Material::invariants]) {
  m.energy(i);
};

/// W(F), energy per rest volume.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION Real materialEnergy(const Material& material, const Matrix3<Real>& f) {
  if constexpr (FunctionOfInvariants<Material, Real>) {
    Real i[Material::invariants];
    material.forEachInvariant([&](int k, const auto& invariant) { i[k] = invariant.value(f); });
    return material.energy(i);
  } else {
    return material.energy(f);
  }
}

/// P = dW/dF, the first Piola-Kirchhoff stress.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void materialStress(const Material& material, const Matrix3<Real>& f, Matrix3<Real>& p) {
  if constexpr (FunctionOfInvariants<Material, Real>) {
    constexpr int n = Material::invariants;
    Real value[n];
    material.forEachInvariant([&](int k, const auto& invariant) { value[k] = invariant.value(f); });
    Dual<Real, n> variable[n];
    makeVariables(value, variable);
    const Dual<Real, n> w = material.energy(variable);
    p = {};
    material.forEachInvariant([&](int k, const auto& invariant) {
      Matrix3<Real> gradient;
      invariant.gradient(f, gradient);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) p.m[i][j] += w.derivative[k] * gradient(i, j);
    });
  } else {
    Real value[9];
    Dual<Real, 9> variable[9];
    for (int i = 0; i < 9; ++i) value[i] = f(i / 3, i % 3);
    makeVariables(value, variable);
    Matrix3<Dual<Real, 9>> differentiable;
    for (int i = 0; i < 9; ++i) differentiable.m[i / 3][i % 3] = variable[i];
    const Dual<Real, 9> w = material.energy(differentiable);
    for (int i = 0; i < 9; ++i) p.m[i / 3][i % 3] = w.derivative[i];
  }
}

/// The tangent at F times a weight.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void lineariseMaterial(const Material& material, const Matrix3<Real>& f, const Real& weight,
                                            InvariantTangent<Material, Real>& t) {
  constexpr int n = Material::invariants;
  Real value[n];
  material.forEachInvariant([&](int k, const auto& invariant) { value[k] = invariant.value(f); });
  Dual<Dual<Real, n>, n> variable[n];
  makeVariables(value, variable);
  const Dual<Dual<Real, n>, n> w = material.energy(variable);
  t.f = f;
  for (int k = 0, entry = 0; k < n; ++k) {
    t.slope[k] = weight * w.derivative[k].value;
    for (int l = k; l < n; ++l, ++entry) t.curvature[entry] = weight * w.derivative[k].derivative[l];
  }
}

/// dp = d2W/dF2 : df. With G_k the gradients of the invariants: sum_kl W_kl G_k (G_l : df) + sum_k W_k dG_k, the change
/// dG_k by automatic differentiation.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void materialProduct(const Material& material, const InvariantTangent<Material, Real>& t,
                                          const Matrix3<Real>& df, Matrix3<Real>& dp) {
  constexpr int n = Material::invariants;
  Matrix3<Dual<Real, 1>> f, gradient[n];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      f.m[i][j].value = t.f(i, j);
      f.m[i][j].derivative[0] = df(i, j);
    }
  Real change[n];
  material.forEachInvariant([&](int k, const auto& invariant) {
    invariant.gradient(f, gradient[k]);
    change[k] = Real{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) change[k] += gradient[k](i, j).value * df(i, j);
  });
  dp = {};
  for (int k = 0; k < n; ++k) {
    Real along{};
    for (int l = 0; l < n; ++l) along += t.curvature[triangleIndex(n, k, l)] * change[l];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        dp.m[i][j] += along * gradient[k](i, j).value + t.slope[k] * gradient[k](i, j).derivative[0];
  }
}

/// a = d2W/dF2. With G_k and H_k gradient and Hessian of the invariants: sum_kl W_kl G_k (x) G_l + sum_k W_k H_k.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void materialTangent(const Material& material, const InvariantTangent<Material, Real>& t,
                                          TangentOfF<Real>& a) {
  constexpr int n = Material::invariants;
  Matrix3<Real> gradient[n];
  material.forEachInvariant([&](int k, const auto& invariant) { invariant.gradient(t.f, gradient[k]); });
  for (int row = 0, entry = 0; row < 9; ++row) {
    Real left[n];
    for (int l = 0; l < n; ++l) {
      left[l] = t.curvature[triangleIndex(n, 0, l)] * gradient[0](row / 3, row % 3);
      for (int k = 1; k < n; ++k) left[l] += t.curvature[triangleIndex(n, k, l)] * gradient[k](row / 3, row % 3);
    }
    for (int column = row; column < 9; ++column, ++entry) {
      a[entry] = left[0] * gradient[0](column / 3, column % 3);
      for (int l = 1; l < n; ++l) a[entry] += left[l] * gradient[l](column / 3, column % 3);
    }
  }
  material.forEachInvariant([&](int k, const auto& invariant) { invariant.addHessian(t.f, t.slope[k], a); });
}

/// h[pair][3 k + i] -= sum_JL g_a,J (d2W / dF_iJ dF_kL) g_b,L for the pairs a <= b of N vectors g, in the order of
/// rows of a triangle: the same without d2W/dF2. distinctOnly: only for a < b.
template <bool distinctOnly, int N, class Material, class Real>
SOFA_DEVICE_FUNCTION void subtractPairTangents(const Material& material, const InvariantTangent<Material, Real>& t,
                                               const Real (&g)[N][3], Real (&h)[triangleSize(N)][9]) {
  constexpr int n = Material::invariants, skipped = distinctOnly ? 1 : 0;
  Real along[n][N][3];  // the gradients of the invariants by the vectors
  material.forEachInvariant([&](int k, const auto& invariant) {
    Matrix3<Real> gradient;
    invariant.gradient(t.f, gradient);
    for (int a = 0; a < N; ++a) multiply(gradient, g[a], along[k][a]);
    const typename std::remove_cvref_t<decltype(invariant)>::template PairHessian<Real> hessian(invariant, t.f);
    for (int a = 0; a < N; ++a)
      for (int b = a + skipped; b < N; ++b) hessian.add(-t.slope[k], g[a], g[b], h[triangleIndex(N, a, b)]);
  });
  for (int a = 0; a < N; ++a) {
    Real left[n][3];
    for (int l = 0; l < n; ++l)
      for (int i = 0; i < 3; ++i) {
        left[l][i] = t.curvature[triangleIndex(n, 0, l)] * along[0][a][i];
        for (int k = 1; k < n; ++k) left[l][i] += t.curvature[triangleIndex(n, k, l)] * along[k][a][i];
      }
    for (int b = a + skipped; b < N; ++b)
      for (int l = 0; l < n; ++l)
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) h[triangleIndex(N, a, b)][3 * j + i] -= left[l][i] * along[l][b][j];
  }
}

/// a = weight d2W/dF2 at F.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void materialTangent(const Material& material, const Matrix3<Real>& f, const Real& weight,
                                          TangentOfF<Real>& a) {
  if constexpr (FunctionOfInvariants<Material, Real>) {
    InvariantTangent<Material, Real> t;
    lineariseMaterial(material, f, weight, t);
    materialTangent(material, t, a);
  } else {
    // One column of second derivatives at a time keeps the numbers short.
    using Inner = Dual<Real, 9>;
    for (int row = 0, entry = 0; row < 9; ++row) {
      Matrix3<Dual<Inner, 1>> variable;
      for (int i = 0; i < 9; ++i) {
        Inner inner(f(i / 3, i % 3));
        inner.derivative[i] = Real{} + 1.0;
        variable.m[i / 3][i % 3] = Dual<Inner, 1>(inner);
        if (i == row) variable.m[i / 3][i % 3].derivative[0] = Inner(1.0);
      }
      const Dual<Inner, 1> w = material.energy(variable);
      for (int column = row; column < 9; ++column, ++entry) a[entry] = weight * w.derivative[0].derivative[column];
    }
  }
}

/// A law of Green's strain E = (F^T F - I) / 2 as a function of F: with Hooke's law the material of Saint Venant and
/// Kirchhoff.
template <template <class> class Law>
struct OfGreenStrain {
  template <class Real>
  struct Material {
    Law<Real> law;
    template <class S>
    SOFA_HOST_DEVICE S energy(const Matrix3<S>& f) const {
      Matrix3<S> e;
      multiplyTransposed(f, f, e);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) e.m[i][j] = 0.5 * (i == j ? e(i, j) - 1.0 : e(i, j));
      return law.energy(e);
    }
  };
};

}  // namespace sofa::fem

#pragma once
#include "Sofa/FiniteElement/Dual.h"
#include "Sofa/FiniteElement/Invariants.h"
#include "Sofa/FiniteElement/IsotropicMaterial.h"

/// Elastic materials: an energy per rest volume, from which stress and tangent follow. Derivatives are written by hand
/// where that is simple and come from automatic differentiation elsewhere; all of it works on plain arrays.
///
/// A material is a struct of its parameters, template <class Real>, which offers one of
///   template <class S> S energy(const SquareMatrix<S, 3>& F) const                      a function of the deformation
///   static constexpr int invariants = N;
///   template <class S> S energy(const S (&i)[N]) const  and
///   template <class Visit> void forEachInvariant(const Visit& visit) const              a function of invariants of F
/// (see Invariants.h; visit(k, invariant) for k = 0..N-1, and docs/manual/elements.md). S is Real or a Dual of it.
namespace sofa::fem {

/// Upper triangle of the symmetric 9x9 matrix d2W / dF_iJ dF_kL; row 3 i + J, column 3 k + L.
template <class Real>
using TangentOfF = Real[triangleSize(9)];

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

/// a = d2W/dF2.
template <class Material, class Real>
SOFA_DEVICE_FUNCTION void materialTangent(const Material& material, const Matrix3<Real>& f, TangentOfF<Real>& a) {
  if constexpr (FunctionOfInvariants<Material, Real>) {
    // With G_k and H_k gradient and Hessian of the invariants: sum_kl W_kl G_k (x) G_l + sum_k W_k H_k.
    constexpr int n = Material::invariants;
    Real value[n];
    Matrix3<Real> gradient[n];
    material.forEachInvariant([&](int k, const auto& invariant) {
      value[k] = invariant.value(f);
      invariant.gradient(f, gradient[k]);
    });
    Dual<Dual<Real, n>, n> variable[n];
    makeVariables(value, variable);
    const Dual<Dual<Real, n>, n> w = material.energy(variable);
    for (int row = 0, entry = 0; row < 9; ++row) {
      Real left[n];
      for (int l = 0; l < n; ++l) {
        left[l] = w.derivative[0].derivative[l] * gradient[0](row / 3, row % 3);
        for (int k = 1; k < n; ++k) left[l] += w.derivative[k].derivative[l] * gradient[k](row / 3, row % 3);
      }
      for (int column = row; column < 9; ++column, ++entry) {
        a[entry] = left[0] * gradient[0](column / 3, column % 3);
        for (int l = 1; l < n; ++l) a[entry] += left[l] * gradient[l](column / 3, column % 3);
      }
    }
    material.forEachInvariant([&](int k, const auto& invariant) { invariant.addHessian(f, w.derivative[k].value, a); });
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
      for (int column = row; column < 9; ++column, ++entry) a[entry] = w.derivative[0].derivative[column];
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

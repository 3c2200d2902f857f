// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Invariants.h"

/// Hyperelastic materials by their energy per rest volume, W. I1, I2: invariants of C = F^T F; J = det F; moduli in Pa.
/// Those with ln J resist being turned inside out with an infinite energy: beyond, their results are not numbers.
/// (G. A. Holzapfel, Nonlinear Solid Mechanics, 2000, sections 6.4 and 6.5, where no other source is named.)
namespace sofa::fem {

/// Functions of I1, I2 and J.
struct IsotropicInvariants {
  static constexpr int invariants = 3;
  static constexpr bool polynomialInvariants = true, isIsotropic = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, FirstInvariant{});
    visit(1, SecondInvariant{});
    visit(2, VolumeRatio{});
  }
};
/// Functions of I1 and J.
struct FirstInvariantAndVolume {
  static constexpr int invariants = 2;
  static constexpr bool polynomialInvariants = true, isIsotropic = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, FirstInvariant{});
    visit(1, VolumeRatio{});
  }
};

/// W = mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J.
template <class Real>
struct NeoHookean : FirstInvariantAndVolume {
  Real mu, lambda;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S volume = logarithm(i[1]);
    return 0.5 * mu * (i[0] - 3.0) - mu * volume + 0.5 * lambda * volume * volume;
  }
};

/// W = mu/2 (I1 - 3) + (lambda + mu)/2 (J - a)^2, a = 1 + mu / (lambda + mu): finite for any F.
/// (B. Smith, F. de Goes, T. Kim, Stable Neo-Hookean Flesh Simulation, 2018, without their last term.)
template <class Real>
struct StableNeoHookean : FirstInvariantAndVolume {
  Real mu, lambda;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S excess = i[1] - (1.0 + mu / (lambda + mu));
    return 0.5 * mu * (i[0] - 3.0) + 0.5 * (lambda + mu) * excess * excess;
  }
};

/// W = mu/2 (I1 - 3) + lambda/2 (J - a)^2 - mu/2 ln(I1 + 1), less what it is at rest, a = 1 + 3 mu / (4 lambda): the
/// same with their last term, which resists the collapse to a point. Hooke's law with mu_H and lambda_H for small
/// strains if mu = 4/3 mu_H and lambda = lambda_H + 5/6 mu_H.
template <class Real>
struct StableNeoHookeanWithBarrier : FirstInvariantAndVolume {
  Real mu, lambda;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    // (J - a)^2 - (1 - a)^2 = (J - 1) (J + 1 - 2 a).
    return 0.5 * mu * (i[0] - 3.0 - logarithm(S(0.25 * (i[0] + 1.0)))) +
           0.5 * lambda * (i[1] - 1.0) * (i[1] - (1.0 + 1.5 * mu / lambda));
  }
};

/// W = mu/2 (tr C - 2) - mu ln J + lambda/2 ln^2 J of a surface in space, J = area now / at rest: F = sum x_n (x) grad
/// N_n with gradients in the surface at rest has rank two, so that tr C = I1 and J^2 = I2.
template <class Real>
struct NeoHookeanMembrane {
  Real mu, lambda;
  static constexpr int invariants = 2;
  static constexpr bool polynomialInvariants = true, isIsotropic = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, FirstInvariant{});
    visit(1, SquaredAreaRatio{});
  }
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S area = 0.5 * logarithm(i[1]);
    return 0.5 * mu * (i[0] - 2.0) - mu * area + 0.5 * lambda * area * area;
  }
};

/// W = lambda/2 tr(E)^2 + mu tr(E^2) with E = (C - I)/2.
template <class Real>
struct SaintVenantKirchhoff {
  Real mu, lambda;
  static constexpr int invariants = 2;
  static constexpr bool polynomialInvariants = true, isIsotropic = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, FirstInvariant{});
    visit(1, SecondInvariant{});
  }
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S t = 0.5 * (i[0] - 3.0);
    const S squares = 0.25 * (i[0] * i[0] - 2.0 * i[1] - 2.0 * i[0] + 3.0);
    return 0.5 * lambda * t * t + mu * squares;
  }
};

/// W = c1 (J^-2/3 I1 - 3) + c2 (J^-4/3 I2 - 3) + k0/2 ln^2 J.
template <class Real>
struct MooneyRivlin : IsotropicInvariants {
  Real c1, c2, k0;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[3]) const {
    const S volume = logarithm(i[2]), scale = power(i[2], -2.0 / 3);
    return c1 * (scale * i[0] - 3.0) + c2 * (scale * scale * i[1] - 3.0) + 0.5 * k0 * volume * volume;
  }
};

/// W = c1 (exp(c2 (J^-2/3 I1 - 3)) - 1) - c1 c2/2 (J^-4/3 I2 - 3) + k0/2 ln^2 J.
/// (D. R. Veronda, R. A. Westmann, Mechanical characterization of skin: finite deformations, 1970.)
template <class Real>
struct VerondaWestman : IsotropicInvariants {
  Real c1, c2, k0;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[3]) const {
    const S volume = logarithm(i[2]), scale = power(i[2], -2.0 / 3);
    return c1 * (exponential(c2 * (scale * i[0] - 3.0)) - 1.0) - 0.5 * c1 * c2 * (scale * scale * i[1] - 3.0) +
           0.5 * k0 * volume * volume;
  }
};

/// W = mu sum_k a_k (B^k - 3^k) + k0/2 ln^2 J, B = J^-2/3 I1, k = 1..5: the series of the eight-chain model.
/// (E. M. Arruda, M. C. Boyce, A three-dimensional constitutive model for large stretch of rubber, 1993.)
template <class Real>
struct ArrudaBoyce : FirstInvariantAndVolume {
  Real mu, k0;
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    constexpr double a[5] = {1. / 2, 1. / 160, 11. / (1050 * 64), 19. / (7000 * 512), 519. / (673750. * 4096)};
    const S volume = logarithm(i[1]), b = power(i[1], -2.0 / 3) * i[0];
    S sum = a[4] * b;
    double rest = a[4] * 243;
    for (int k = 3; k >= 0; --k) sum = (sum + a[k]) * b;
    constexpr double powers[4] = {3, 9, 27, 81};
    for (int k = 0; k < 4; ++k) rest += a[k] * powers[k];
    return mu * (sum - rest) + 0.5 * k0 * volume * volume;
  }
};

/// W = mu/a^2 (J^(-a/3) tr C^(a/2) - 3) + k0/2 ln^2 J: one term of the series.
/// (R. W. Ogden, Large deformation isotropic elasticity, 1972.)
template <class Real>
struct Ogden {
  Real mu, a, k0;
  static constexpr int invariants = 2;
  static constexpr bool isIsotropic = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, TraceOfPower<Real>{0.5 * a});
    visit(1, VolumeRatio{});
  }
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S volume = logarithm(i[1]);
    return mu / (a * a) * (power(i[1], Real(-1.0 / 3 * a)) * i[0] - 3.0) + 0.5 * k0 * volume * volume;
  }
};

/// W = a/2 (exp(J^-4/3 Q) - 1) + k0 (J ln J - J - 1), Q = bff Exx^2 + 2 bfs Exy^2 + bss Eyy^2 + 2 bfn Exz^2 + 2 bsn
/// Eyz^2 + bnn Ezz^2: fibres along x, sheets along y, their normals along z of the rest shape.
/// (K. D. Costa, J. W. Holmes, A. D. McCulloch, Modelling cardiac mechanical properties in three dimensions, 2001.)
template <class Real>
struct Costa {
  Real a, k0, bff, bfs, bss, bfn, bsn, bnn;
  static constexpr int invariants = 2;
  static constexpr bool polynomialInvariants = true;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, WeightedGreenStrain<Real>{{{bff, bfs, bfn}, {bfs, bss, bsn}, {bfn, bsn, bnn}}});
    visit(1, VolumeRatio{});
  }
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[2]) const {
    const S& j = i[1];
    return 0.5 * a * (exponential(power(j, -4.0 / 3) * i[0]) - 1.0) + k0 * (j * logarithm(j) - j - 1.0);
  }
};

/// Costa's material with the tangent that SOFA's TetrahedronHyperelasticityFEMForceField gives it: with S the second
/// Piola-Kirchhoff stress and C = F^T F, the term -k0 J ln J C^-1 dC C^-1 of dS comes without its factor k0.
template <class Real>
struct CostaWithoutFactor : Costa<Real> {
  static constexpr bool polynomialInvariants = false;  // its tangent follows from no energy
};

/// Adds (k0 - 1) J ln J (F^-T dF^T F^-T + dF C^-1) to the derivative of the stress.
template <class Real>
SOFA_DEVICE_FUNCTION void materialTangent(const CostaWithoutFactor<Real>& material, const Matrix3<Real>& f,
                                          const Real& weight, TangentOfF<Real>& a) {
  materialTangent(static_cast<const Costa<Real>&>(material), f, weight, a);
  Matrix3<Real> cofactor, inverse;  // F^-T = cofactor / J, C^-1 = F^-1 F^-T
  cofactors(f, cofactor);
  const Real j = determinant(f), factor = weight * (material.k0 - 1.0) * logarithm(j) / j;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l)
      inverse.m[k][l] =
          cofactor(0, k) * cofactor(0, l) + cofactor(1, k) * cofactor(1, l) + cofactor(2, k) * cofactor(2, l);
  for (int row = 0, entry = 0; row < 9; ++row)
    for (int column = row; column < 9; ++column, ++entry) {
      const int i = row / 3, m = row % 3, k = column / 3, l = column % 3;
      a[entry] += factor * (cofactor(i, l) * cofactor(k, m));
      if (i == k) a[entry] += factor * inverse(l, m);
    }
}

}  // namespace sofa::fem

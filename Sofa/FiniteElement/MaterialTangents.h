// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/SmallMatrix.h"

/// The forms in which a kernel keeps d2W/dF2 of a material. Material.h and SpectralTangent.h compute with them.
namespace sofa::fem {

/// Upper triangle of the symmetric 9x9 matrix d2W / dF_iJ dF_kL; row 3 i + J, column 3 k + L.
template <class Real>
using TangentOfF = Real[triangleSize(9)];

/// How an energy of invariants bends at F: from these few numbers d2W/dF2 is formed, or applied without being formed.
template <class Material, class Real>
struct InvariantTangent {
  static constexpr int count = Material::invariants;
  Matrix3<Real> f;
  Real slope[count];                    ///< dW/di_k
  Real curvature[triangleSize(count)];  ///< d2W/di_k di_l
};

/// Materials whose d2W/dF2 is faster applied from an InvariantTangent than read from memory: their invariants are
/// polynomials of F, and they say so by `static constexpr bool polynomialInvariants = true`.
template <class Material>
concept PolynomialInvariants = requires {
  requires Material::polynomialInvariants;
};

/// d2W/dF2 at F = diag(s) of a function of the stretches s (SpectralTangent.h).
template <class Real>
struct StretchHessian {
  Real stretching[triangleSize(3)];  ///< by s, the upper triangle
  Real own[3];                       ///< across axis k, in the plane (i, j): of F_ij with itself, and of F_ji
  Real across[3];                    ///< of F_ij with F_ji
};
/// The same at F = U diag(s) V^T.
template <class Real>
struct SpectralTangent {
  Matrix3<Real> u, v;
  StretchHessian<Real> hessian;
};

/// Materials that are functions of invariants of the stretches alone, each of which offers slopes and addToHessian
/// (Invariants.h); they say so by `static constexpr bool isIsotropic = true`. Their tangents are made positive in
/// packs.
template <class Material>
concept IsotropicMaterial = requires {
  requires Material::isIsotropic;
};

}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Invariants.h"
#include "Sofa/FiniteElement/Material.h"

namespace sofa::fem {

/// E_11 = (C_11 - 1) / 2, Green's strain along the first axis of the rest shape.
struct StrainAlongFibre {
  template <class Real>
  SOFA_HOST_DEVICE Real value(const Matrix3<Real>& f) const {
    return 0.5 * (f(0, 0) * f(0, 0) + f(1, 0) * f(1, 0) + f(2, 0) * f(2, 0) - 1.0);
  }
  template <class Real>
  SOFA_HOST_DEVICE void gradient(const Matrix3<Real>& f, Matrix3<Real>& g) const {
    g = {};
    for (int i = 0; i < 3; ++i) g.m[i][0] = f(i, 0);
  }
  template <class Real>
  SOFA_DEVICE_FUNCTION void addHessian(const Matrix3<Real>&, const Real& weight, Real (&a)[triangleSize(9)]) const {
    for (int i = 0; i < 3; ++i) a[triangleIndex(9, 3 * i, 3 * i)] += weight;
  }
};

/// Passive heart muscle, and an active tension along its fibres:
/// W = c/2 (exp Q - 1) + k0/2 (J - 1)^2 + tension E_ff,
/// Q = bf E_ff^2 + bt (E_ss^2 + E_nn^2 + 2 E_sn^2) + 2 bfs (E_fs^2 + E_fn^2),
/// fibres f along x, sheets s along y, their normals n along z of the rest shape.
/// (J. M. Guccione, A. D. McCulloch, L. K. Waldman, Passive material properties of intact ventricular myocardium, 1991;
/// S. Land et al., Verification of cardiac mechanics software, 2015.)
template <class Real>
struct Guccione {
  Real c, bf, bt, bfs, k0, tension;
  static constexpr int invariants = 3;
  template <class Visit>
  SOFA_HOST_DEVICE void forEachInvariant(const Visit& visit) const {
    visit(0, WeightedGreenStrain<Real>{{{bf, bfs, bfs}, {bfs, bt, bt}, {bfs, bt, bt}}});
    visit(1, VolumeRatio{});
    visit(2, StrainAlongFibre{});
  }
  template <class S>
  SOFA_HOST_DEVICE S energy(const S (&i)[3]) const {
    const S change = i[1] - 1.0;
    return 0.5 * c * (exponential(i[0]) - 1.0) + 0.5 * k0 * change * change + tension * i[2];
  }
};

}  // namespace sofa::fem

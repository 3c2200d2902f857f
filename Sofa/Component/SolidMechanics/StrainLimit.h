// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// Energy densities that elements known by their energy share: damping of the strain rate, and a limit of the strain.
/// Real is a double or a number with derivatives.
struct StrainDamping {
  double viscosity = 0;  ///< Pa s
  double h = 0;          ///< step over which the strain changes (s); 0: none

  /// h viscosity |(strain - before) / h|_F^2 / 2, whose derivative by the strain is the viscous stress.
  template <class Strain, class Before>
  auto density(const Strain& strain, const Before& before) const {
    using Real = typename Strain::Scalar;
    if (viscosity == 0 || h == 0) return Real(0);
    Real sum(0);
    for (Eigen::Index i = 0; i < strain.size(); ++i) {
      const Real change = strain.data()[i] - Real(before.data()[i]);
      sum += change * change;
    }
    return sum * Real(0.5 * viscosity / h);
  }
};

struct StrainLimit {
  double limit = 0;
  double stiffness = 0;  ///< Pa

  /// stiffness (strain - limit)^3 / 3 beyond the limit.
  template <class Real>
  Real density(const Real& strain) const {
    const Real beyond = strain - Real(limit);
    return beyond > Real(0) ? beyond * beyond * beyond * Real(stiffness / 3) : Real(0);
  }
};

}  // namespace sofa::component::solidmechanics

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/StrainEnergyForceField.h"

namespace sofa::component::solidmechanics {

/// Linear tetrahedra of a hyperelastic material whose energy stays finite when they are turned inside out (Smith,
/// de Goes and Kim, Stable Neo-Hookean Flesh Simulation, 2018).
///
/// fem::StableNeoHookeanWithBarrier with mu' = 4 mu / 3 and lambda' = lambda + 5 mu / 6, where mu = E / (2 (1 + nu))
/// and lambda = E nu / ((1 + nu) (1 - 2 nu)).
///
/// The strain that strainLimit bounds is s = tr e / 3 + sqrt(2/3) |dev e|, at least the largest principal value of
/// Green's strain e.
class StableNeoHookeanForceField
    : public StrainEnergyForceField<StableNeoHookeanForceField, type::Tetrahedron, fem::StableNeoHookeanWithBarrier> {
 public:
  std::optional<fem::StableNeoHookeanWithBarrier<double>> material(double young, double poisson) const;
  double thickness() const { return 1; }
  template <class Real>
  Real limitDensity(const Strain<Real>& strain, const StrainLimit& limit) const;
};

}  // namespace sofa::component::solidmechanics

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/StrainEnergyForceField.h"

namespace sofa::component::solidmechanics {

/// Linear tetrahedra of a hyperelastic material whose energy stays finite when they are turned inside out (Smith,
/// de Goes and Kim, Stable Neo-Hookean Flesh Simulation, 2018).
///
/// With the deformation gradient F, mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)), mu' = 4 mu / 3,
/// lambda' = lambda + 5 mu / 6 and alpha = 1 + mu' / lambda' - mu' / (4 lambda'), the energy per volume is
///
///   mu' (|F|^2 - 3) / 2 + lambda' (det F - alpha)^2 / 2 - mu' ln(|F|^2 + 1) / 2, less what it is at rest.
///
/// The strain that strainLimit bounds is s = tr e / 3 + sqrt(2/3) |dev e|, at least the largest principal value of
/// Green's strain e.
class StableNeoHookeanForceField : public StrainEnergyForceField<StableNeoHookeanForceField, type::Tetrahedron> {
 public:
  bool setMaterial(double young, double poisson);
  double thickness() const { return 1; }
  template <class Real>
  Real density(const std::array<Real, invariants>& i) const;
  template <class Real>
  Real limitDensity(const Strain<Real>& strain, const StrainLimit& limit) const;

 private:
  double m_mu = 0, m_lambda = 0, m_alpha = 1, m_atRest = 0;
};

}  // namespace sofa::component::solidmechanics

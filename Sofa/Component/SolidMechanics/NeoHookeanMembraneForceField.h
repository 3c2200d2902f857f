// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/StrainEnergyForceField.h"

namespace sofa::component::solidmechanics {

/// Triangles of thin hyperelastic material in plane stress, without bending.
///
/// With F (3 x 2) from the rest shape in its own plane, C = F^T F, J = sqrt(det C) = area now / at rest and
/// mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - nu)), the energy per volume is
///
///   mu (tr C - 2) / 2 - mu ln J + lambda ln^2 J / 2,
///
/// infinite for a triangle without area. strainLimit bounds either principal value of Green's strain.
class NeoHookeanMembraneForceField
    : public StrainEnergyForceField<NeoHookeanMembraneForceField, type::Triangle, fem::NeoHookeanMembrane> {
 public:
  Data<double> d_thickness{this, "thickness", 0.001, "thickness (m)"};

  void init() override;
  std::optional<fem::NeoHookeanMembrane<double>> material(double young, double poisson) const;
  double thickness() const { return d_thickness.value(); }
  template <class Real>
  Real limitDensity(const Strain<Real>& strain, const StrainLimit& limit) const;
};

}  // namespace sofa::component::solidmechanics

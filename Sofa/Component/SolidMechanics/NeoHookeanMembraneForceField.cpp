// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/NeoHookeanMembraneForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void NeoHookeanMembraneForceField::init() {
  trackData(d_thickness);
  StrainEnergyForceField::init();
}

std::optional<fem::NeoHookeanMembrane<double>> NeoHookeanMembraneForceField::material(double young,
                                                                                      double poisson) const {
  if (!(young >= 0) || !(poisson >= 0 && poisson < 1) || !(d_thickness.value() > 0)) {
    error(
        "youngModulus {} must not be negative, thickness {} must be positive and poissonRatio {} lie from 0 to below "
        "1.",
        young, d_thickness.value(), poisson);
    return std::nullopt;
  }
  const fem::Lame hooke = fem::lame(young, poisson, 2);
  return fem::NeoHookeanMembrane<double>{d_thickness.value() * hooke.mu, d_thickness.value() * hooke.lambda};
}

template <class Real>
Real NeoHookeanMembraneForceField::limitDensity(const Strain<Real>& strain, const StrainLimit& limit) const {
  using std::sqrt;
  const Real half = (strain(0, 0) - strain(1, 1)) * Real(0.5), middle = (strain(0, 0) + strain(1, 1)) * Real(0.5);
  const Real square = half * half + strain(0, 1) * strain(0, 1);
  // The root has no derivative at 0, where both principal strains are the same.
  const Real radius = square > Real(1e-20) ? Real(sqrt(square)) : Real(0);
  return limit.density(Real(middle + radius)) + limit.density(Real(middle - radius));
}

namespace {
const auto registered = core::Register("NeoHookeanMembraneForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                                       "thin hyperelastic triangles, without bending")
                            .add<NeoHookeanMembraneForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics

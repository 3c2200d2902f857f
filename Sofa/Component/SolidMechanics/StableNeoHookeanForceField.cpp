// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StableNeoHookeanForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

std::optional<fem::StableNeoHookeanWithBarrier<double>> StableNeoHookeanForceField::material(double young,
                                                                                             double poisson) const {
  if (!(young > 0) || !(poisson >= 0 && poisson < 0.5)) {
    error("youngModulus {} must be positive, and poissonRatio {} lie from 0 to below 0.5.", young, poisson);
    return std::nullopt;
  }
  const fem::Lame hooke = fem::lame(young, poisson);
  return fem::StableNeoHookeanWithBarrier<double>{{}, 4 * hooke.mu / 3, hooke.lambda + 5 * hooke.mu / 6};
}

template <class Real>
Real StableNeoHookeanForceField::limitDensity(const Strain<Real>& strain, const StrainLimit& limit) const {
  using std::sqrt;
  const Real mean = (strain(0, 0) + strain(1, 1) + strain(2, 2)) * Real(1.0 / 3);
  Real deviation(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Real d = i == j ? Real(strain(i, j) - mean) : strain(i, j);
      deviation += d * d;
    }
  // The root has no derivative at 0, where the strain is the same along all directions.
  return limit.density(deviation > Real(1e-20) ? Real(mean + sqrt(deviation * Real(2.0 / 3))) : mean);
}

namespace {
const auto registered = core::Register("StableNeoHookeanForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                                       "hyperelastic linear tetrahedra that recover from being inverted")
                            .add<StableNeoHookeanForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics

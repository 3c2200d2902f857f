// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StableNeoHookeanForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

bool StableNeoHookeanForceField::setMaterial(double young, double poisson) {
  if (!(young > 0) || !(poisson >= 0 && poisson < 0.5)) {
    error("youngModulus {} must be positive, and poissonRatio {} lie from 0 to below 0.5.", young, poisson);
    return false;
  }
  const double mu = young / (2 * (1 + poisson)), lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  m_mu = 4 * mu / 3;
  m_lambda = lambda + 5 * mu / 6;
  m_alpha = 1 + 0.75 * m_mu / m_lambda;
  m_atRest = 0.5 * m_lambda * (1 - m_alpha) * (1 - m_alpha) - 0.5 * m_mu * std::log(4.0);
  return true;
}

template <class Real>
Real StableNeoHookeanForceField::density(const std::array<Real, invariants>& i) const {
  using std::log;
  const Real change = i[1] - Real(m_alpha);
  return (i[0] - Real(3)) * Real(0.5 * m_mu) + change * change * Real(0.5 * m_lambda) -
         Real(log(i[0] + Real(1))) * Real(0.5 * m_mu) - Real(m_atRest);
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

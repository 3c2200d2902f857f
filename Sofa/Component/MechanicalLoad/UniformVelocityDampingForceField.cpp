// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/UniformVelocityDampingForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void UniformVelocityDampingForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                                           const VecDeriv& v) {
  const double c = d_dampingCoefficient.value();
  for (std::size_t i = 0; i < std::min(f.size(), v.size()); ++i) f[i] -= c * v[i];
}

template <class DataTypes>
void UniformVelocityDampingForceField<DataTypes>::addDForce(const core::MechanicalParams& params, VecDeriv& df,
                                                            const VecDeriv& dx, double) {
  if (!d_implicit.value()) return;
  const double c = params.bFactor * d_dampingCoefficient.value();
  // A mapping may give the state other points in the middle of a solve, of which not all vectors have heard.
  for (std::size_t i = 0; i < std::min(df.size(), dx.size()); ++i) df[i] -= c * dx[i];
}

template <class DataTypes>
void UniformVelocityDampingForceField<DataTypes>::buildDampingMatrix(core::DampingMatrix* matrix) {
  auto* state = this->mstate();
  if (!d_implicit.value() || !state) return;
  constexpr int n = DataTypes::derivSize;
  const type::Mat<n> block = -d_dampingCoefficient.value() * type::Mat<n>::Identity();
  auto dfdv = matrix->getForceDerivativeIn(state).withRespectToVelocityIn(state);
  for (int i = 0; i < static_cast<int>(state->size()); ++i) dfdv(n * i, n * i) += block;
}

namespace {
const auto registered = core::Register("UniformVelocityDampingForceField", "Sofa.Component.MechanicalLoad",
                                       "damping proportional to velocities")
                            .addAll<UniformVelocityDampingForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                                    type::Vec6Types, type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload

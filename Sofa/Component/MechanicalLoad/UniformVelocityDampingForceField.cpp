#include "Sofa/Component/MechanicalLoad/UniformVelocityDampingForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void UniformVelocityDampingForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                                           const VecDeriv& v) {
  const double c = d_dampingCoefficient.value();
  for (std::size_t i = 0; i < v.size(); ++i) f[i] -= c * v[i];
}

template <class DataTypes>
void UniformVelocityDampingForceField<DataTypes>::addDForce(const core::MechanicalParams& params, VecDeriv& df,
                                                            const VecDeriv& dx, double) {
  if (!d_implicit.value()) return;
  const double c = params.bFactor * d_dampingCoefficient.value();
  for (std::size_t i = 0; i < dx.size(); ++i) df[i] -= c * dx[i];
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
                            .add<UniformVelocityDampingForceField<type::Vec3Types>>()
                            .add<UniformVelocityDampingForceField<type::Vec2Types>>()
                            .add<UniformVelocityDampingForceField<type::Vec1Types>>()
                            .add<UniformVelocityDampingForceField<type::Vec6Types>>()
                            .add<UniformVelocityDampingForceField<type::Rigid3Types>>()
                            .add<UniformVelocityDampingForceField<type::Rigid2Types>>();
}  // namespace

template class UniformVelocityDampingForceField<type::Vec1Types>;
template class UniformVelocityDampingForceField<type::Vec2Types>;
template class UniformVelocityDampingForceField<type::Vec3Types>;
template class UniformVelocityDampingForceField<type::Vec6Types>;
template class UniformVelocityDampingForceField<type::Rigid2Types>;
template class UniformVelocityDampingForceField<type::Rigid3Types>;

}  // namespace sofa::component::mechanicalload

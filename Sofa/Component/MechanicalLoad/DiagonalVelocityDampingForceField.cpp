// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/DiagonalVelocityDampingForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void DiagonalVelocityDampingForceField<DataTypes>::init() {
  Base::init();
  if (d_dampingCoefficient.value().empty())
    this->warning("dampingCoefficient is empty, so nothing is damped: give {} numbers for all points, or for each.",
                  DataTypes::derivSize);
}

template <class DataTypes>
void DiagonalVelocityDampingForceField<DataTypes>::subtractProduct(VecDeriv& out, const VecDeriv& in,
                                                                   double factor) const {
  const VecDeriv& c = d_dampingCoefficient.value();
  if (c.empty()) return;
  for (std::size_t i = 0; i < in.size(); ++i) out[i] -= factor * c[std::min(i, c.size() - 1)].cwiseProduct(in[i]);
}

template <class DataTypes>
void DiagonalVelocityDampingForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                                            const VecDeriv& v) {
  subtractProduct(f, v, 1);
}

template <class DataTypes>
void DiagonalVelocityDampingForceField<DataTypes>::addDForce(const core::MechanicalParams& params, VecDeriv& df,
                                                             const VecDeriv& dx, double) {
  subtractProduct(df, dx, params.bFactor);
}

template <class DataTypes>
void DiagonalVelocityDampingForceField<DataTypes>::buildDampingMatrix(core::DampingMatrix* matrix) {
  auto* state = this->mstate();
  const VecDeriv& c = d_dampingCoefficient.value();
  if (!state || c.empty()) return;
  constexpr int n = DataTypes::derivSize;
  const auto dfdv = matrix->getForceDerivativeIn(state).withRespectToVelocityIn(state);
  for (std::size_t i = 0; i < state->size(); ++i) {
    type::Mat<n> block = type::Mat<n>::Zero();
    block.diagonal() = -c[std::min(i, c.size() - 1)];
    dfdv(n * static_cast<int>(i), n * static_cast<int>(i)) += block;
  }
}

namespace {
const auto registered = core::Register("DiagonalVelocityDampingForceField", "Sofa.Component.MechanicalLoad",
                                       "damping proportional to velocities, per point and component")
                            .addAll<DiagonalVelocityDampingForceField, type::Vec3Types, type::Vec2Types,
                                    type::Vec1Types, type::Vec6Types, type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload

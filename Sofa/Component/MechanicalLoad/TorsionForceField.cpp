// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/TorsionForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Vec3;

template <class DataTypes>
void TorsionForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  this->trackData(d_indices);
  this->trackData(d_axis);
  check();
}

template <class DataTypes>
void TorsionForceField<DataTypes>::check() {
  m_told = false;
  if (d_axis.value().norm() > 0) return this->setValid();
  this->error("axis is zero: give the direction to turn around.");
  this->setInvalid();
}

template <class DataTypes>
void TorsionForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                            const VecDeriv&) {
  if (!this->isValid()) return;
  const Vec3 axis = d_axis.value().normalized();
  const double torque = d_torque.value();
  for (const type::Index i : d_indices.value()) {
    if (i >= x.size()) {
      if (!std::exchange(m_told, true))
        this->error("indices names {}, but the state has {} points: this and any other such point is left out.", i,
                    x.size());
      continue;
    }
    const Vec3 p = DataTypes::position(x[i]);
    f[i].template head<3>() += torque * axis.cross(p - d_origin.value() - p.dot(axis) * axis);
    if constexpr (DataTypes::isRigid) f[i].template tail<3>() += torque * axis;
  }
}

namespace {
const auto registered =
    core::Register("TorsionForceField", "Sofa.Component.MechanicalLoad", "forces that turn points around an axis")
        .addAll<TorsionForceField, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload

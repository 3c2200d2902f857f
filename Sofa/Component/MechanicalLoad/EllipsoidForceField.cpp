// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/EllipsoidForceField.h"

#include "Sofa/Component/MechanicalLoad/EllipsoidDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void EllipsoidForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_center, &d_radii, &d_stiffness, &d_damping})
    this->trackData(*data);
  set();
}

template <class DataTypes>
void EllipsoidForceField<DataTypes>::set() {
  m_ellipsoid = {d_center.value(), d_radii.value(), d_stiffness.value(), d_damping.value()};
  if (d_radii.value().minCoeff() > 0) return this->setValid();
  this->error("vradius must be positive: \"{}\".", d_radii.text());
  this->setInvalid();
}

template <class DataTypes>
void EllipsoidForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  drawEllipsoid(list, DataTypes::position(d_center.value()), DataTypes::position(d_radii.value()),
                type::Quat::Identity(), d_color.value());
}

namespace {
const auto registered = core::Register("EllipsoidForceField", "Sofa.Component.MechanicalLoad",
                                       "pushes points out of an ellipsoid or keeps them in it")
                            .addAll<EllipsoidForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload

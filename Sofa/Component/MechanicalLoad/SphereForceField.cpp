// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SphereForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void SphereForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  for (auto* data : {&d_radius, &d_stiffness, &d_damping})
    if (data->value() < 0) this->warning("{} is negative: {}.", data->name(), data->value());
  const auto& range = d_localRange.value();
  if ((range[0] < 0) != (range[1] < 0))
    this->warning("localRange needs two points from 0 on, or -1 -1 for all: \"{}\" is not used.", d_localRange.text());
}

template <class DataTypes>
bool SphereForceField<DataTypes>::touches(const Coord& x) const {
  const double square = (x - d_center.value()).squaredNorm(), radius = d_radius.value();
  return square > 0 && (d_bilateral.value() || square < radius * radius);
}

template <class DataTypes>
auto SphereForceField<DataTypes>::force(const Coord& x, const Deriv& v) const -> Deriv {
  const Coord u = x - d_center.value();
  const double r = u.norm(), s = r - d_radius.value();
  return (-d_stiffness.value() * s / r) * u + (d_damping.value() * s) * v;
}

template <class DataTypes>
auto SphereForceField<DataTypes>::tangent(const Coord& x) const -> Block {
  const Coord u = x - d_center.value();
  const double r = u.norm(), part = d_radius.value() / r;
  const Coord n = u / r;
  return -d_stiffness.value() * (part * n * n.transpose() + (1 - part) * Block::Identity());
}

template <class DataTypes>
double SphereForceField<DataTypes>::energy(const Coord& x) const {
  const double s = (x - d_center.value()).norm() - d_radius.value();
  return 0.5 * d_stiffness.value() * s * s;
}

template <class DataTypes>
void SphereForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  list.sphere(DataTypes::position(d_center.value()), d_radius.value(), d_color.value());
}

namespace {
const auto registered =
    core::Register("SphereForceField", "Sofa.Component.MechanicalLoad", "pushes points out of a sphere")
        .addAll<SphereForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload

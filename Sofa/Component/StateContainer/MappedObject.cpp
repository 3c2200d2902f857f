// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/StateContainer/MappedObject.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::statecontainer {

template <class DataTypes>
void MappedObject<DataTypes>::init() {
  Base::init();
  resize(size());
  this->setValid();
}

template <class DataTypes>
void MappedObject<DataTypes>::computeBoundingBox() {
  type::BoundingBox box;
  this->includePoints(box, core::vec::position);
  this->d_bbox.set(box);
}

template <class DataTypes>
void MappedObject<DataTypes>::resize(std::size_t size) {
  if (d_position.value().size() != size) d_position.edit().resize(size);
  if (d_velocity.value().size() != size) d_velocity.edit().resize(size);
}

template <class DataTypes>
auto MappedObject<DataTypes>::coords(core::VecCoordId id) const -> const VecCoord& {
  return id == core::vec::position ? d_position.value() : m_otherCoords;
}

template <class DataTypes>
auto MappedObject<DataTypes>::derivs(core::VecDerivId id) const -> const VecDeriv& {
  return id == core::vec::velocity ? d_velocity.value() : m_otherDerivs;
}

template <class DataTypes>
auto MappedObject<DataTypes>::writeCoords(core::VecCoordId id) -> VecCoord& {
  if (id == core::vec::position) return d_position.edit();
  m_otherCoords.resize(size());
  return m_otherCoords;
}

template <class DataTypes>
auto MappedObject<DataTypes>::writeDerivs(core::VecDerivId id) -> VecDeriv& {
  if (id == core::vec::velocity) return d_velocity.edit();
  m_otherDerivs.resize(size());
  return m_otherDerivs;
}

namespace {
using namespace type;
const auto registered =
    core::Register("MappedObject", "Sofa.Component.StateContainer", "points that only follow a mapping")
        .addAll<MappedObject, Vec3Types, Vec2Types, Vec1Types, Vec6Types, Rigid3Types, Rigid2Types>(true);
}  // namespace

}  // namespace sofa::component::statecontainer

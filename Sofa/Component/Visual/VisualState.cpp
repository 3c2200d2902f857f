// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualState.h"

#include "Sofa/Component/Visual/VisualComponent.h"

namespace sofa::component::visual {

using type::Vec3;

void VisualState::parseExtra(core::ComponentDescription& description) {
  State::parseExtra(description);
  takeIsEnabled(*this, description);
}

void VisualState::computeBoundingBox() {
  type::BoundingBox box;
  box.include(d_position.value());
  d_bbox.set(box);
}

void VisualState::resize(std::size_t size) {
  if (d_position.value().size() != size) d_position.edit().resize(size, Vec3::Zero());
  if (!d_restPosition.value().empty()) d_restPosition.edit().resize(size, Vec3::Zero());
}

const VisualState::VecCoord& VisualState::coords(core::VecCoordId id) const {
  return id == core::vec::position       ? d_position.value()
         : id == core::vec::restPosition ? d_restPosition.value()
                                         : m_otherCoords;
}

const VisualState::VecDeriv& VisualState::derivs(core::VecDerivId id) const {
  return id == core::vec::normal ? d_normal.value() : m_otherDerivs;
}

VisualState::VecCoord& VisualState::writeCoords(core::VecCoordId id) {
  if (id == core::vec::position) return d_position.edit();
  if (id == core::vec::restPosition) return d_restPosition.edit();
  m_otherCoords.resize(size());
  return m_otherCoords;
}

VisualState::VecDeriv& VisualState::writeDerivs(core::VecDerivId id) {
  if (id == core::vec::normal) return d_normal.edit();
  m_otherDerivs.resize(size());
  return m_otherDerivs;
}

}  // namespace sofa::component::visual

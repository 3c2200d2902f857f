// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RayCollisionModel.h"

#include <cmath>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

RayCollisionModel::RayCollisionModel() {
  d_contactResponse.set("RayContact");
  d_contactResponse.unset();
}

bool RayCollisionModel::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  return hasStateOf<type::Vec3Types>(node, why);
}

void RayCollisionModel::init() {
  m_state = requireStateOf<type::Vec3Types>(*this);
  if (!m_state) return;
  if (!(d_defaultLength.value() >= 0) || !std::isfinite(d_defaultLength.value())) {
    error("defaultLength must be finite and not negative: give a length in m.");
    return setInvalid();
  }
  setValid();
}

void RayCollisionModel::aim(Index i, const Vec3& direction, double length) {
  if (i >= m_aims.size()) m_aims.resize(std::size_t{i} + 1);
  const bool isAimed = direction.allFinite() && length >= 0 && std::isfinite(length);
  m_aims[i] = isAimed ? Aim{direction.normalized(), length} : Aim{};
}

std::size_t RayCollisionModel::size() const { return m_state ? std::min(m_aims.size(), m_state->size()) : 0; }

void RayCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  const Vec3 skin = Vec3::Constant(d_contactDistance.value());
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const auto i = static_cast<Index>(k);
    boxes[k] = {};
    boxes[k].include(ray(i).origin);
    boxes[k].include(end(i));
    boxes[k].min -= skin;
    boxes[k].max += skin;
  }
}

void RayCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  for (Index i = 0; i < size(); ++i)
    if (!m_aims[i].direction.isZero(0)) list.line(ray(i).origin, end(i), 1, drawnColor());
}

namespace {

const auto registered = core::Register("RayCollisionModel", "Sofa.Component.Collision.Geometry",
                                       "rays from points, which programs and plugins aim; alone they meet nothing")
                            .wasCalled("Ray", "SOFA v24.12")
                            .wasCalled("RayModel", "SOFA v24.12")
                            .add<RayCollisionModel>();

const core::RegisterContact registeredContact("RayContact",
                                              [](core::CollisionModel& a, core::CollisionModel& b,
                                                 const core::ContactMaking&) -> std::unique_ptr<core::Contact> {
                                                const bool isRay = a.kind() == typeid(RayCollisionModel) ||
                                                                   b.kind() == typeid(RayCollisionModel);
                                                return isRay ? std::make_unique<RayContact>(a, b) : nullptr;
                                              });

}  // namespace

}  // namespace sofa::component::collision

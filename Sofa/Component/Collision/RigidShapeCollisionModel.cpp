// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RigidShapeCollisionModel.h"

#include <cmath>

#include "Sofa/Component/Collision/RigidContactPoints.h"

namespace sofa::component::collision {

bool RigidShapeCollisionModel::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  return hasStateOf<type::Rigid3Types>(node, why);
}

void RigidShapeCollisionModel::init() {
  m_state = requireStateOf<type::Rigid3Types>(*this);
  if (!m_state) return;
  if (const std::string problem = sizeProblem(); !problem.empty()) {
    error("{}", problem);
    return setInvalid();
  }
  updateElements();
  setValid();
}

std::span<const type::RigidCoord<3>> RigidShapeCollisionModel::frames() const {
  if (!m_state) return {};
  return m_state->positions();
}

std::unique_ptr<core::ContactPoints> RigidShapeCollisionModel::createContactPoints() {
  return std::make_unique<RigidContactPoints>(*m_state, name());
}

std::string lengthProblem(const core::Data<std::vector<double>>& lengths, const core::Data<double>& other) {
  const auto isLength = [](double length) { return length >= 0 && std::isfinite(length); };
  const auto problem = [](const std::string& data) {
    return data + " must be finite and not negative: give lengths in m.";
  };
  if (!std::ranges::all_of(lengths.value(), isLength)) return problem(lengths.name());
  return isLength(other.value()) ? "" : problem(other.name());
}

}  // namespace sofa::component::collision

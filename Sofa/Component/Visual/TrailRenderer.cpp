// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/TrailRenderer.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

template <class DataTypes>
void TrailRenderer<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event)) return;
  std::vector<type::Vec3> now;
  if (m_past.size() >= std::max(1u, d_nbSteps.value())) {
    now = std::move(m_past.front());  // its memory
    m_past.pop_front();
    now.clear();
  }
  for (const auto& x : d_position.value()) now.push_back(DataTypes::position(x));
  m_past.push_back(std::move(now));
  while (m_past.size() > std::max(1u, d_nbSteps.value())) m_past.pop_front();
}

template <class DataTypes>
void TrailRenderer<DataTypes>::drawVisual(core::DrawList& list) const {
  for (std::size_t step = 0; step + 1 < m_past.size(); ++step) {
    const auto &from = m_past[step], &to = m_past[step + 1];
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
      list.line(from[i], to[i], d_thickness.value(), d_color.value());
  }
}

namespace {
const auto registered =
    core::Register("TrailRenderer", "Sofa.Component.Visual", "paths of points over the last steps")
        .addAll<TrailRenderer, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::visual

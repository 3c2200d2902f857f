// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/BeamPoint.h"

namespace sofa::component::beam {

using type::Vec3;

Vec3 BeamPoint::place(const BeamCurves& beams, std::span<const Frame> nodes) {
  const BeamCurve curve = beams.curve(m_beam, nodes);
  const Frame section = curve.frame(m_s);
  m_toPoint = type::rotate(section.orientation, m_offset);
  if (curve.isFolded()) {
    m_parts = {1 - m_s, m_s};
    m_turns = {1, 0};
    m_arms = {Vec3::Zero(), Vec3::Zero()};
  } else {
    const type::Vec<4> w = BeamCurve::weights(m_s);
    m_parts = {w[0] + w[1], w[2] + w[3]};
    m_turns = {1 - m_s, m_s};
    m_arms = {w[1] * (curve.controlPoint(1) - curve.controlPoint(0)),
              w[2] * (curve.controlPoint(2) - curve.controlPoint(3))};
  }
  return section.center + m_toPoint;
}

Vec3 BeamPoint::velocity(std::span<const type::Vec6> nodes) const {
  Vec3 v = Vec3::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    const type::Vec6& node = nodes[m_nodes[k]];
    const Vec3 turn = node.tail<3>();
    v += m_parts[k] * node.head<3>() + turn.cross(m_arms[k] + m_turns[k] * m_toPoint);
  }
  return v;
}

void BeamPoint::addForce(std::span<type::Vec6> nodes, const Vec3& force) const {
  for (std::size_t k = 0; k < 2; ++k) {
    type::Vec6& node = nodes[m_nodes[k]];
    node.head<3>() += m_parts[k] * force;
    node.tail<3>() += (m_arms[k] + m_turns[k] * m_toPoint).cross(force);
  }
}

}  // namespace sofa::component::beam

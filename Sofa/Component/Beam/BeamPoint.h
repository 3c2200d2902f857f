// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamCurves.h"

namespace sofa::component::beam {

/// A point that moves with a beam: where it is in it, and how it moved last.
class BeamPoint {
 public:
  /// At s in [0, 1] along the beam, and at `offset` in the section there.
  BeamPoint(const BeamCurves& beams, std::size_t beam, double s, const type::Vec3& offset)
      : m_nodes(beams.beams()[beam].nodes), m_beam(beam), m_s(s), m_offset(offset) {}

  /// Where it is; velocities and forces are as seen from there.
  type::Vec3 place(const BeamCurves& beams, std::span<const Frame> nodes);
  type::Vec3 velocity(std::span<const type::Vec6> nodes) const;
  void addForce(std::span<type::Vec6> nodes, const type::Vec3& force) const;

 private:
  type::Edge m_nodes;
  std::size_t m_beam;
  double m_s;
  type::Vec3 m_offset;
  // Of both nodes: the part of their velocity, the arm at which they turn the point of the axis, and their part in the
  // turn of the section.
  std::array<double, 2> m_parts{}, m_turns{};
  std::array<type::Vec3, 2> m_arms{type::Vec3::Zero(), type::Vec3::Zero()};
  type::Vec3 m_toPoint = type::Vec3::Zero();  ///< from the axis
};

}  // namespace sofa::component::beam

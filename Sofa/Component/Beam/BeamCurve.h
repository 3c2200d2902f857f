// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Rigid.h"

namespace sofa::component::beam {

using Frame = type::RigidCoord<3>;

/// The curve between the two nodes of a beam, which leaves and reaches them along the x axes of their frames: a cubic
/// of Bezier with the points P0, P0 + L/3 e0, P3 - L/3 e1, P3 and the length L at rest.
///
/// A beam that is folded, P01 . P12 < 0, and pressed to less than 0.4 L, is taken for straight, in the frame of its
/// first node.
class BeamCurve {
 public:
  BeamCurve(const Frame& first, const Frame& second, double length);

  /// Where the axis is at s in [0, 1].
  type::Vec3 point(double s) const;
  /// The frame of the section there: x along the tangent, the rest between those of the two nodes.
  Frame frame(double s) const;
  /// Parts that the four points have in point(s).
  static type::Vec<4> weights(double s);
  bool isFolded() const { return m_isFolded; }
  const type::Vec3& controlPoint(int i) const { return m_points[static_cast<std::size_t>(i)]; }

 private:
  std::array<type::Vec3, 4> m_points;
  type::Quat m_first, m_second;
  bool m_isFolded = false;
};

}  // namespace sofa::component::beam

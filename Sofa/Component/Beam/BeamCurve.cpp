// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/BeamCurve.h"

namespace sofa::component::beam {

using type::Quat;
using type::Vec3;

namespace {

/// q, turned the shortest way so that its x axis points along a direction.
Quat aligned(const Quat& q, const Vec3& direction) {
  Quat turned = Quat::FromTwoVectors(type::rotate(q, Vec3::UnitX()), direction) * q;
  turned.normalize();
  return turned;
}

}  // namespace

BeamCurve::BeamCurve(const Frame& first, const Frame& second, double length)
    : m_first(first.orientation), m_second(second.orientation) {
  const Vec3 e0 = type::rotate(m_first, Vec3::UnitX()), e1 = type::rotate(m_second, Vec3::UnitX());
  m_points = {first.center, Vec3(first.center + length / 3 * e0), Vec3(second.center - length / 3 * e1), second.center};
  constexpr double shortest = 0.4;
  m_isFolded = (m_points[1] - m_points[0]).dot(m_points[2] - m_points[1]) < 0 &&
               (m_points[3] - m_points[0]).norm() < shortest * length;
}

type::Vec<4> BeamCurve::weights(double s) {
  const double r = 1 - s;
  return {r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s};
}

Vec3 BeamCurve::point(double s) const {
  if (m_isFolded) return m_points[0] + s * (m_points[3] - m_points[0]);
  const type::Vec<4> w = weights(s);
  return w[0] * m_points[0] + w[1] * m_points[1] + w[2] * m_points[2] + w[3] * m_points[3];
}

Frame BeamCurve::frame(double s) const {
  Frame frame{point(s), m_first};
  if (m_isFolded) return frame;
  const double r = 1 - s;
  const Vec3 tangent = r * r * (m_points[1] - m_points[0]) + 2 * r * s * (m_points[2] - m_points[1]) +
                       s * s * (m_points[3] - m_points[2]);
  if (!(tangent.norm() > 0)) return frame;
  const Vec3 direction = tangent.normalized();
  frame.orientation = aligned(aligned(m_first, direction).slerp(s, aligned(m_second, direction)), direction);
  return frame;
}

}  // namespace sofa::component::beam

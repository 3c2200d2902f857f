// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/OrientedBox.h"

#include <cmath>

namespace sofa::geometry {

OrientedBox::OrientedBox(const type::Vec<10>& numbers) {
  const type::Vec3 p0 = numbers.segment<3>(0), p1 = numbers.segment<3>(3), p2 = numbers.segment<3>(6);
  const double depth = numbers[9];
  const type::Vec3 normal = (p1 - p0).cross(p2 - p0);
  m_p0 = p0;
  m_p1 = p1;
  m_p2 = p2;
  m_degenerate = !(normal.norm() > 0);
  m_normal = normal.normalized();
  const type::Vec3 p3 = p0 + (p2 - p1);
  const type::Vec3 p6 = p2 + depth * m_normal;
  m_sides[0] = (p1 - p0).cross(m_normal).normalized();
  m_sides[1] = (p2 - p3).cross(p6 - p3).normalized();
  m_sides[2] = (p3 - p0).cross(m_normal).normalized();
  m_sides[3] = (p2 - p1).cross(p6 - p2).normalized();
  m_width = std::abs((p2 - p0).dot(m_sides[0]));
  m_length = std::abs((p2 - p0).dot(m_sides[2]));
  m_halfDepth = std::abs(depth / 2);
}

std::array<type::Vec3, 8> OrientedBox::corners() const {
  const std::array<type::Vec3, 4> middle{m_p0, m_p1, m_p2, m_p0 + (m_p2 - m_p1)};
  std::array<type::Vec3, 8> corners;
  for (std::size_t i = 0; i < 4; ++i) {
    corners[i] = middle[i] - m_halfDepth * m_normal;
    corners[i + 4] = middle[i] + m_halfDepth * m_normal;
  }
  return corners;
}

bool OrientedBox::contains(const type::Vec3& p) const {
  const type::Vec3 from0 = p - m_p0, from2 = p - m_p2;
  return std::abs(from0.dot(m_sides[0])) <= m_width && std::abs(from2.dot(m_sides[1])) <= m_width &&
         std::abs(from0.dot(m_sides[2])) <= m_length && std::abs(from2.dot(m_sides[3])) <= m_length && isWithinDepth(p);
}

bool OrientedBox::isWithinDepth(const type::Vec3& p) const { return std::abs((p - m_p0).dot(m_normal)) <= m_halfDepth; }

}  // namespace sofa::geometry

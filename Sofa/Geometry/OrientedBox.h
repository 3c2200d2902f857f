// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

/// Box given by three corners of its middle rectangle and a depth: p0, p1 and p2 are consecutive corners, the box
/// reaches |depth| / 2 to either side of their plane. Text form: the ten numbers p0 p1 p2 depth.
class OrientedBox {
 public:
  explicit OrientedBox(const type::Vec<10>& numbers);

  /// Closed test. A degenerate box contains everything: it has no faces to be beyond.
  bool contains(const type::Vec3& p) const;
  /// Whether a point is no farther from the middle plane than the faces across it, beside the box or not.
  bool isWithinDepth(const type::Vec3& p) const;
  double depth() const { return 2 * m_halfDepth; }
  /// Whether the corners lie on one line.
  bool isDegenerate() const { return m_degenerate; }
  /// The four corners of one face, in order round it, then those across from them.
  std::array<type::Vec3, 8> corners() const;

 private:
  type::Vec3 m_p0, m_p1, m_p2, m_normal;
  std::array<type::Vec3, 4> m_sides;  // normals of the four lateral faces; 0 and 2 at p0, 1 and 3 at p2
  double m_width = 0, m_length = 0, m_halfDepth = 0;
  bool m_degenerate = false;
};

}  // namespace sofa::geometry

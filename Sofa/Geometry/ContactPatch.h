// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/ConvexContact.h"

namespace sofa::geometry {

/// Where two shapes touch along a face of one of them: the corners of what it shares with the face, edge or corner of
/// the other one that lies along it, seen along its normal.
struct ContactPatch {
  struct Point {
    Vec3 p, q;            ///< on the first and on the second shape, q - p = distance * normal
    double distance = 0;  ///< negative where the shapes overlap
    int feature = 0;      ///< which corners or edges meet; the same however the shapes move
  };
  static constexpr int features = 8 + 8 + 64 * 64;  ///< all are less

  std::span<const Point> points() const { return {m_points.data(), m_count}; }
  /// Left out if there is one at the same place.
  void add(const Point& point, double slack);
  /// Leaves four points, which span most of the patch: enough to hold a body.
  void thin();

  Vec3 normal = Vec3::Zero();  ///< of length one, from the first to the second

 private:
  std::array<Point, 16> m_points;  // corners of either face and where four sides cross four
  std::size_t m_count = 0;
};

/// The patch of two shapes that approach each other along `normal`, from the first to the second. Empty if that is not
/// the normal of a face, or nothing of the patch is within reach.
ContactPatch patchOf(const ConvexShape& a, const ConvexShape& b, const Vec3& normal, double reach);

}  // namespace sofa::geometry

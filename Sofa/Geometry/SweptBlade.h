// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// The surface that a blade sweeps: triangles that face the same side, where they share an edge in opposite directions.
/// Lengths in m.
///
/// What is cut may move meanwhile. Then it is asked for with how far it has moved since the blade was at its former
/// pose, its lag: that pose is taken along by it, so that only the motion past each other counts.
class SweptBlade {
 public:
  /// The blade is a line of points that moves straight from one pose to the other: two triangles between neighbours.
  /// Poses of different length sweep nothing.
  void sweep(std::span<const type::Vec3> from, std::span<const type::Vec3> to);
  /// One that no pose moves; left out without area.
  void add(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c);

  bool empty() const { return m_triangles.empty(); }
  /// Whether the poses are the same: it sweeps something only of what moves.
  bool isAtRest() const;
  std::size_t size() const { return m_triangles.size(); }
  /// Triangles left out because they are not finite.
  std::size_t rejected() const { return m_rejected; }
  const type::BoundingBox& box() const { return m_box; }

  /// How far along the segment from p to q it meets the blade first, 0 to 1, ends and rims included. None if it does
  /// not, or runs within it.
  std::optional<double> crossing(const type::Vec3& p, const type::Vec3& q,
                                 const type::Vec3& lag = type::Vec3::Zero()) const;
  /// Distance from the plane of the nearest triangle, which goes on beyond the rim; positive on the side its normal
  /// points to; 0 if no triangle has an area.
  double signedDistance(const type::Vec3& p, const type::Vec3& lag = type::Vec3::Zero()) const;

 private:
  struct Triangle {
    std::array<type::Vec3, 3> corners;
    std::array<bool, 3> isFormer;  ///< corners of the former pose
    type::BoundingBox box;
  };
  /// Where a triangle is for what lags, and its normal. False if it has no area.
  static bool place(const Triangle& triangle, const type::Vec3& lag, std::array<type::Vec3, 3>& corners,
                    type::Vec3& normal);
  void take(const Triangle& triangle);

  std::vector<Triangle> m_triangles;
  type::BoundingBox m_box;
  std::size_t m_rejected = 0;
};

}  // namespace sofa::geometry

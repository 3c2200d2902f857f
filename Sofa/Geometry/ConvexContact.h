// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <span>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

using type::Vec3;

/// A point, segment, triangle or box in space, by its corners (m).
class ConvexShape {
 public:
  static ConvexShape point(const Vec3& p);
  static ConvexShape segment(const Vec3& a, const Vec3& b);
  static ConvexShape triangle(const Vec3& a, const Vec3& b, const Vec3& c);
  /// A box around `center`; its sides run along the columns of `axes`, a rotation, and reach `halves` to either side.
  static ConvexShape box(const Vec3& center, const type::Mat3& axes, const Vec3& halves);

  std::span<const Vec3> corners() const { return {m_corners.data(), m_cornerCount}; }
  /// Pairs of corners.
  std::span<const std::array<int, 2>> edges() const { return m_edges; }
  /// Normals of the faces, one of each pair of opposite ones.
  std::span<const Vec3> normals() const { return {m_normals.data(), m_normalCount}; }
  /// Directions of the edges, of any length, one of several parallel ones.
  std::span<const Vec3> directions() const { return {m_directions.data(), m_directionCount}; }
  /// Whether it is a box, though its halves may be 0.
  bool isBox() const { return m_cornerCount == 8; }
  /// Of a box.
  const Vec3& center() const { return m_center; }
  const Vec3& halves() const { return m_halves; }
  /// The corners of a side in their order round it, and its normal, which points outwards; of a triangle to the side
  /// that is asked for. Points and segments have all of theirs, and no normal.
  struct Face {
    std::array<int, 4> corners{};
    int count = 0;
    Vec3 normal = Vec3::Zero();
  };
  /// The face whose normal is closest to n.
  Face faceAlong(const Vec3& n) const;
  /// The point of the shape that is closest to q.
  Vec3 closestTo(const Vec3& q) const;
  /// Largest n.x of its points x.
  double reach(const Vec3& n) const;

 private:
  std::array<Vec3, 8> m_corners;
  std::array<Vec3, 3> m_normals, m_directions;
  std::size_t m_cornerCount = 0, m_normalCount = 0, m_directionCount = 0;
  std::span<const std::array<int, 2>> m_edges;
  Vec3 m_center, m_halves;  // of a box, whose axes are its normals
};

/// Along which direction two shapes are nearest to each other.
struct Approach {
  Vec3 normal;                              ///< of length one, from the first to the second
  double end = 0, start = 0;                ///< heights along it of the first's end and of the second's start
  double slack = 0;                         ///< what is rounding of lengths
  std::optional<std::array<Vec3, 2>> line;  ///< the shortest one between shapes that do not overlap
  bool overCorner = false;  ///< then there is one straight above the corner of a box, and was not looked for
};

/// None if they are farther apart than `reach`.
std::optional<Approach> approachOf(const ConvexShape& a, const ConvexShape& b, double reach);

/// Where two shapes touch. `distance` is negative if they overlap: the shortest way that takes them apart. q - p =
/// distance * normal; the normal, of length one, leads from the first to the second.
struct ShapeContact {
  Vec3 p, q, normal;
  double distance = 0;
};

/// The contact of two shapes; none if they are farther apart than `reach`. Shapes that overlap are parted along the
/// axis on which their projections overlap least, of the normals and the products of edges (Gottschalk, Lin and
/// Manocha, OBBTree, SIGGRAPH 1996), others along the shortest line between them. Where edges or faces lie on each
/// other, p and q are in the middle of what they share. Shapes that touch without depth and without a direction, such
/// as equal points, are parted along any.
std::optional<ShapeContact> contactOf(const ConvexShape& a, const ConvexShape& b, double reach);
/// The same, of shapes whose approach is known.
ShapeContact contactAlong(const ConvexShape& a, const ConvexShape& b, const Approach& approach);

}  // namespace sofa::geometry

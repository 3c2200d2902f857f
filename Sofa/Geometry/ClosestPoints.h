// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>

#include "Sofa/Type/Vec.h"

/// Where two points, lines or triangles are closest, as parameters on each (Ericson, Real-Time Collision Detection,
/// 2005, chapter 5). Lengths in m; parameters have none.
namespace sofa::geometry {

using type::Vec3;

/// a + s (b - a).
inline Vec3 pointOnLine(const Vec3& a, const Vec3& b, double s) { return a + s * (b - a); }
/// s of the foot of q on the line through a and b; 0 if a and b are the same point.
double projectOnLine(const Vec3& q, const Vec3& a, const Vec3& b);
/// The same, at most to the ends of the segment.
double closestOnSegment(const Vec3& q, const Vec3& a, const Vec3& b);

/// The parameters (s, t) where the lines a + s (b - a) and c + t (d - c) come closest. None if they are parallel: the
/// square of the sine between them is at most `parallel`.
std::optional<std::array<double, 2>> closestOnLines(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
                                                    double parallel);

/// a + v (b - a) + w (c - a).
struct TriangleCoordinates {
  double v = 0, w = 0;
  Vec3 at(const Vec3& a, const Vec3& b, const Vec3& c) const { return a + v * (b - a) + w * (c - a); }
  /// Whether every side is at least `margin` away, counted in these coordinates.
  bool isInside(double margin) const { return v >= margin && w >= margin && v + w <= 1 - margin; }
};
/// The foot of q on the plane of a triangle; none if the triangle has no plane.
std::optional<TriangleCoordinates> projectOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// Where the segment from p to q goes through a triangle, sides included: s along it. None if it misses, or runs along
/// the plane.
std::optional<double> segmentThroughTriangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// The point of a triangle closest to q. A triangle without a plane counts as its three sides.
TriangleCoordinates closestOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// What of a triangle a, b, c a point lies on.
enum class TriangleFeature { inside, a, b, c, ab, bc, ca };
struct TriangleFoot {
  TriangleCoordinates at;
  TriangleFeature feature = TriangleFeature::inside;
};
/// The foot of q on the plane of a triangle if it is inside by `margin`; else the foot on a side or a corner, which is
/// the closest point unless the triangle is obtuse. None if the triangle has no plane.
std::optional<TriangleFoot> footOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c, double margin);

}  // namespace sofa::geometry

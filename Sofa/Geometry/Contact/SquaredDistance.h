// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Mat.h"
#include "Sofa/Type/Vec.h"

/// Squared distances of points, edges and faces with their first and second derivatives by the corners, and the
/// features on which the closest points lie (Ericson, Real-Time Collision Detection, 2005, chapter 5; Li et al.,
/// Incremental Potential Contact, ACM Transactions on Graphics 39, 2020). Lengths in m.
namespace sofa::geometry {

using type::Vec3;

/// A function of `Points` points: its value, gradient and Hessian by their coordinates, point after point.
template <int Points>
struct PointFunction {
  static constexpr int size = 3 * Points;
  double value = 0;
  type::Vec<size> gradient;
  type::Mat<size> hessian;
};

/// Corners of a pair of elements as bits, the first one lowest.
using CornerBits = unsigned;

/// The corners that span the feature of an element on which the point closest to p lies: a is bit 0, b bit 1, c bit 2.
/// An element without extent counts as its corners.
CornerBits closestOfEdge(const Vec3& p, const Vec3& a, const Vec3& b);
CornerBits closestOfFace(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
/// The same of the edges (a, b), bits 0 and 1, and (c, d), bits 2 and 3. Parallel edges are closest at an end of one.
CornerBits closestOfEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// |p - q|^2.
inline double squaredDistance(const Vec3& p, const Vec3& q) { return (p - q).squaredNorm(); }
/// Of p from the line through a and b, |(p - a) x (b - a)|^2 / |b - a|^2.
double squaredDistanceToLine(const Vec3& p, const Vec3& a, const Vec3& b);
/// Of p from the plane of a, b and c, ((a - p).n)^2 / |n|^2 with n = (b - a) x (c - a).
double squaredDistanceToPlane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
/// Of the lines through a and b, and c and d, ((c - a).n)^2 / |n|^2 with n = (b - a) x (d - c).
double squaredDistanceOfLines(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// Of elements: p from an edge or a triangle, and of two edges.
double squaredDistanceToEdge(const Vec3& p, const Vec3& a, const Vec3& b);
double squaredDistanceToFace(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
double squaredDistanceOfEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

PointFunction<2> pointPointDistance(const Vec3& p, const Vec3& q);
PointFunction<3> pointLineDistance(const Vec3& p, const Vec3& a, const Vec3& b);
PointFunction<4> pointPlaneDistance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
PointFunction<4> lineLineDistance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// The squared distance of two edges whose closest points lie on the features `closest` (closestOfEdges).
PointFunction<4> edgeEdgeDistance(CornerBits closest, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// |(b - a) x (d - c)|^2 of two edges, in m^4: 0 if they are parallel.
double squaredCross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// A factor of energies of two edges that goes to 0 where they become parallel, since the gradient of their distance
/// jumps there: with x = squaredCross() and a threshold e, (2 - x / e) x / e below e, else 1 (Li et al. 2020, section
/// 5.2).
double parallelMollifier(double threshold, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
PointFunction<4> parallelMollifierDerivatives(double threshold, const Vec3& a, const Vec3& b, const Vec3& c,
                                              const Vec3& d);

}  // namespace sofa::geometry

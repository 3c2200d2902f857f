// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ClosestPoints.h"

#include <algorithm>
#include <cmath>

namespace sofa::geometry {

double projectOnLine(const Vec3& q, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double length2 = ab.squaredNorm();
  return length2 > 0 ? (q - a).dot(ab) / length2 : 0;
}

double closestOnSegment(const Vec3& q, const Vec3& a, const Vec3& b) {
  return std::clamp(projectOnLine(q, a, b), 0.0, 1.0);
}

std::optional<std::array<double, 2>> closestOnLines(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
                                                    double parallel) {
  // The gradient of |a + s ab - c - t cd|^2 is zero: two equations for s and t.
  const Vec3 ab = b - a, cd = d - c, ac = c - a;
  const double a00 = ab.dot(ab), a11 = cd.dot(cd), a01 = -cd.dot(ab);
  const double b0 = ab.dot(ac), b1 = -cd.dot(ac);
  const double determinant = a00 * a11 - a01 * a01;
  if (!(std::abs(determinant) > parallel * (a00 * a11))) return std::nullopt;
  return std::array{(b0 * a11 - b1 * a01) / determinant, (b1 * a00 - b0 * a01) / determinant};
}

std::optional<TriangleCoordinates> projectOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, aq = q - a;
  const double a00 = ab.dot(ab), a11 = ac.dot(ac), a01 = ab.dot(ac);
  const double b0 = aq.dot(ab), b1 = aq.dot(ac);
  const double determinant = a00 * a11 - a01 * a01;
  const TriangleCoordinates foot{(b0 * a11 - b1 * a01) / determinant, (b1 * a00 - b0 * a01) / determinant};
  if (!(determinant > 0) || !std::isfinite(foot.v) || !std::isfinite(foot.w)) return std::nullopt;
  return foot;
}

std::optional<double> segmentThroughTriangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b,
                                             const Vec3& c) {
  // a + v ab + w ac + s (p - q) = p.
  type::Mat3 directions;
  directions << b - a, c - a, p - q;
  if (directions.determinant() == 0) return std::nullopt;
  const Vec3 at = directions.inverse() * (p - a);
  const double v = at[0], w = at[1], s = at[2];
  const bool isHit = v >= 0 && w >= 0 && v + w <= 1 && s >= 0 && s <= 1;
  return isHit ? std::optional<double>(s) : std::nullopt;
}

TriangleCoordinates closestOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto foot = projectOnTriangle(q, a, b, c);
  if (foot && foot->v >= 0 && foot->w >= 0 && foot->v + foot->w <= 1) return *foot;
  // Outside, or no plane: the closest point lies on a side.
  const double s = closestOnSegment(q, b, c);
  TriangleCoordinates best{1 - s, s};
  for (const TriangleCoordinates side :
       {TriangleCoordinates{0, closestOnSegment(q, a, c)}, TriangleCoordinates{closestOnSegment(q, a, b), 0}})
    if ((side.at(a, b, c) - q).squaredNorm() <= (best.at(a, b, c) - q).squaredNorm()) best = side;
  return best;
}

std::optional<TriangleFoot> footOnTriangle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c, double margin) {
  using Feature = TriangleFeature;
  const auto foot = projectOnTriangle(q, a, b, c);
  if (!foot) return std::nullopt;
  if (foot->isInside(margin)) return TriangleFoot{*foot, Feature::inside};
  const double s = projectOnLine(q, a, b), t = projectOnLine(q, a, c);
  const auto isWithin = [&](double parameter) { return parameter >= margin && parameter < 1 - margin; };
  if (s < margin && t < margin) return TriangleFoot{{0, 0}, Feature::a};
  if (isWithin(s) && foot->w < margin) return TriangleFoot{{s, 0}, Feature::ab};
  if (isWithin(t) && foot->v < margin) return TriangleFoot{{0, t}, Feature::ca};
  const double u = projectOnLine(q, b, c);
  if (u < margin) return TriangleFoot{{1, 0}, Feature::b};
  if (u > 1 - margin) return TriangleFoot{{0, 1}, Feature::c};
  return TriangleFoot{{1 - u, u}, Feature::bc};
}

}  // namespace sofa::geometry

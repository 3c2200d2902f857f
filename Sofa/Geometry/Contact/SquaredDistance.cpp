// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/SquaredDistance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace sofa::geometry {
namespace {

using type::Mat3;

/// [a] with [a] b = a x b.
Mat3 skew(const Vec3& a) { return Mat3{{0, -a.z(), a.y()}, {a.z(), 0, -a.x()}, {-a.y(), a.x(), 0}}; }
Mat3 outer(const Vec3& a, const Vec3& b) { return a * b.transpose(); }

/// A symmetric Hessian block by block: sets (i, j) and (j, i).
template <int N>
void setBlock(type::Mat<N>& hessian, int i, int j, const Mat3& block) {
  hessian.template block<3, 3>(3 * i, 3 * j) = block;
  if (i != j) hessian.template block<3, 3>(3 * j, 3 * i) = block.transpose();
}

/// N = w.(u x v) by (u, v, w). Its gradient is (v x w, w x u, u x v); that is bilinear, so the Hessian has the skew
/// matrices of the third vector.
PointFunction<3> tripleProduct(const Vec3& u, const Vec3& v, const Vec3& w) {
  PointFunction<3> n;
  const Vec3 uv = u.cross(v);
  n.value = w.dot(uv);
  n.gradient.segment<3>(0) = v.cross(w);
  n.gradient.segment<3>(3) = w.cross(u);
  n.gradient.segment<3>(6) = uv;
  setBlock(n.hessian, 0, 1, -skew(w));
  setBlock(n.hessian, 0, 2, skew(v));
  setBlock(n.hessian, 1, 2, -skew(u));
  return n;
}

/// M = |u x v|^2 = |u|^2 |v|^2 - (u.v)^2 by (u, v).
PointFunction<2> crossSquared(const Vec3& u, const Vec3& v) {
  PointFunction<2> m;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  m.value = u.cross(v).squaredNorm();
  m.gradient.segment<3>(0) = 2 * (vv * u - uv * v);
  m.gradient.segment<3>(3) = 2 * (uu * v - uv * u);
  setBlock(m.hessian, 0, 0, 2 * (vv * Mat3::Identity() - outer(v, v)));
  setBlock(m.hessian, 1, 1, 2 * (uu * Mat3::Identity() - outer(u, u)));
  setBlock(m.hessian, 0, 1, 2 * (2 * outer(u, v) - outer(v, u) - uv * Mat3::Identity()));
  return m;
}

/// f / g: with q = f / g, the gradient is (f' - q g') / g, the Hessian
/// (f'' - q g'' - q' g'^T - g' q'^T) / g.
template <int K>
PointFunction<K> quotient(const PointFunction<K>& f, const PointFunction<K>& g) {
  PointFunction<K> q;
  q.value = f.value / g.value;
  q.gradient = (f.gradient - q.value * g.gradient) / g.value;
  q.hessian =
      (f.hessian - q.value * g.hessian - q.gradient * g.gradient.transpose() - g.gradient * q.gradient.transpose()) /
      g.value;
  return q;
}

/// Of the differences of points of which a function is made: the point that is subtracted, and the one from which.
template <int K>
using Differences = std::array<std::array<int, 2>, K>;

/// The function by the points x of one by the differences d_k = x[to_k] - x[from_k]: with the constant matrix
/// B = dd / dx, the gradient B^T g and the Hessian B^T H B.
template <int Points, int K>
PointFunction<Points> byPoints(const PointFunction<K>& f, const Differences<K>& differences) {
  PointFunction<Points> r;
  r.value = f.value;
  for (int k = 0; k < K; ++k)
    for (int i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -1 : 1;
      const int row = 3 * differences[k][i];
      r.gradient.template segment<3>(row) += sign * f.gradient.template segment<3>(3 * k);
      for (int l = 0; l < K; ++l)
        for (int j = 0; j < 2; ++j)
          r.hessian.template block<3, 3>(row, 3 * differences[l][j]) +=
              (i == j ? 1.0 : -1.0) * f.hessian.template block<3, 3>(3 * k, 3 * l);
    }
  return r;
}

/// N^2 / M with N = w.(u x v), M = |u x v|^2: what planes and pairs of lines have in common.
PointFunction<3> normalDistance(const Vec3& u, const Vec3& v, const Vec3& w) {
  const PointFunction<3> n = tripleProduct(u, v, w);
  PointFunction<3> square, m;
  square.value = n.value * n.value;
  square.gradient = 2 * n.value * n.gradient;
  square.hessian = 2 * (n.gradient * n.gradient.transpose() + n.value * n.hessian);
  const PointFunction<2> cross = crossSquared(u, v);
  m.value = cross.value;
  m.gradient.segment<6>(0) = cross.gradient;
  m.hessian.block<6, 6>(0, 0) = cross.hessian;
  return quotient(square, m);
}

/// The function of some of four points as one of all.
template <int K>
PointFunction<4> ofFour(const PointFunction<K>& f, const std::array<int, K>& points) {
  PointFunction<4> r;
  r.value = f.value;
  for (int i = 0; i < K; ++i) {
    r.gradient.segment<3>(3 * points[i]) = f.gradient.template segment<3>(3 * i);
    for (int j = 0; j < K; ++j)
      r.hessian.block<3, 3>(3 * points[i], 3 * points[j]) = f.hessian.template block<3, 3>(3 * i, 3 * j);
  }
  return r;
}

bool has(CornerBits bits, int corner) { return bits >> corner & 1u; }

double squaredDistanceOn(CornerBits closest, const Vec3& p, const Vec3& a, const Vec3& b) {
  if (closest == 1) return squaredDistance(p, a);
  return closest == 2 ? squaredDistance(p, b) : squaredDistanceToLine(p, a, b);
}

}  // namespace

CornerBits closestOfEdge(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double along = (p - a).dot(ab);
  if (along <= 0) return 1;
  return along >= ab.squaredNorm() ? 2 : 3;
}

CornerBits closestOfFace(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 x[3] = {a, b, c};
  const Vec3 n = (b - a).cross(c - a);
  const double longest = std::max({(b - a).squaredNorm(), (c - a).squaredNorm(), (c - b).squaredNorm()});
  if (n.squaredNorm() > 1e-24 * longest * longest) {  // else a triangle without a plane
    bool inside = true;
    for (int i = 0; i < 3 && inside; ++i) inside = n.cross(x[(i + 1) % 3] - x[i]).dot(p - x[i]) > 0;
    if (inside) return 7;
  }
  CornerBits closest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const CornerBits on = closestOfEdge(p, x[i], x[j]);
    const double d = squaredDistanceOn(on, p, x[i], x[j]);
    if (d >= least) continue;
    least = d;
    closest = (on & 1u) << i | (on >> 1 & 1u) << j;
  }
  return closest;
}

CornerBits closestOfEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = d - c, w = c - a, n = u.cross(v);
  const double nn = n.squaredNorm();
  if (nn > 1e-24 * u.squaredNorm() * v.squaredNorm()) {
    // a + s u and c + t v are closest where their difference is along n.
    const double s = w.cross(v).dot(n), t = w.cross(u).dot(n);
    if (s > 0 && s < nn && t > 0 && t < nn) return 15;
  }
  const Vec3 x[4] = {a, b, c, d};
  CornerBits closest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 4; ++i) {
    const int other = i < 2 ? 2 : 0;
    const CornerBits on = closestOfEdge(x[i], x[other], x[other + 1]);
    const double distance = squaredDistanceOn(on, x[i], x[other], x[other + 1]);
    if (distance >= least) continue;
    least = distance;
    closest = 1u << i | on << other;
  }
  return closest;
}

double squaredDistanceToLine(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  return (p - a).cross(ab).squaredNorm() / ab.squaredNorm();
}

double squaredDistanceToPlane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double h = (a - p).dot(n);
  return h * h / n.squaredNorm();
}

double squaredDistanceOfLines(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 n = (b - a).cross(d - c);
  const double h = (c - a).dot(n);
  return h * h / n.squaredNorm();
}

double squaredDistanceToEdge(const Vec3& p, const Vec3& a, const Vec3& b) {
  return squaredDistanceOn(closestOfEdge(p, a, b), p, a, b);
}

double squaredDistanceToFace(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const CornerBits closest = closestOfFace(p, a, b, c);
  if (closest == 7) return squaredDistanceToPlane(p, a, b, c);
  if (!has(closest, 2)) return squaredDistanceOn(closest, p, a, b);
  if (!has(closest, 0)) return squaredDistanceOn(closest >> 1, p, b, c);
  return closest == 5 ? squaredDistanceToLine(p, c, a) : squaredDistance(p, c);
}

double squaredDistanceOfEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const CornerBits closest = closestOfEdges(a, b, c, d), first = closest & 3u, second = closest >> 2;
  if (closest == 15) return squaredDistanceOfLines(a, b, c, d);
  if (first != 3) return squaredDistanceOn(second, first == 1 ? a : b, c, d);
  return squaredDistanceOn(first, second == 1 ? c : d, a, b);
}

PointFunction<2> pointPointDistance(const Vec3& p, const Vec3& q) {
  PointFunction<1> square;
  const Vec3 u = q - p;
  square.value = u.squaredNorm();
  square.gradient = 2 * u;
  square.hessian = 2 * Mat3::Identity();
  return byPoints<2, 1>(square, {{{0, 1}}});
}

PointFunction<3> pointLineDistance(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 v = b - a;
  PointFunction<2> length;
  length.value = v.squaredNorm();
  length.gradient.segment<3>(3) = 2 * v;
  length.hessian.block<3, 3>(3, 3) = 2 * Mat3::Identity();
  return byPoints<3, 2>(quotient(crossSquared(p - a, v), length), {{{1, 0}, {1, 2}}});
}

PointFunction<4> pointPlaneDistance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  return byPoints<4, 3>(normalDistance(b - a, c - a, a - p), {{{1, 2}, {1, 3}, {0, 1}}});
}

PointFunction<4> lineLineDistance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return byPoints<4, 3>(normalDistance(b - a, d - c, c - a), {{{0, 1}, {2, 3}, {0, 2}}});
}

PointFunction<4> edgeEdgeDistance(CornerBits closest, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 x[4] = {a, b, c, d};
  if (closest == 15) return lineLineDistance(a, b, c, d);
  if (std::popcount(closest) == 2) {
    const int i = has(closest, 0) ? 0 : 1, j = has(closest, 2) ? 2 : 3;
    return ofFour<2>(pointPointDistance(x[i], x[j]), {i, j});
  }
  const bool edgeFirst = (closest & 3u) == 3;
  const int edge = edgeFirst ? 0 : 2, point = edgeFirst ? (has(closest, 2) ? 2 : 3) : (has(closest, 0) ? 0 : 1);
  return ofFour<3>(pointLineDistance(x[point], x[edge], x[edge + 1]), {point, edge, edge + 1});
}

double squaredCross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (b - a).cross(d - c).squaredNorm();
}

double parallelMollifier(double threshold, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double x = squaredCross(a, b, c, d) / threshold;
  return x < 1 ? (2 - x) * x : 1;
}

PointFunction<4> parallelMollifierDerivatives(double threshold, const Vec3& a, const Vec3& b, const Vec3& c,
                                              const Vec3& d) {
  PointFunction<4> m = byPoints<4, 2>(crossSquared(b - a, d - c), {{{0, 1}, {2, 3}}});
  const double x = m.value / threshold;
  if (x >= 1) {
    m = {};
    m.value = 1;
    return m;
  }
  const double slope = 2 * (1 - x) / threshold, curvature = -2 / (threshold * threshold);
  m.value = (2 - x) * x;
  m.hessian = slope * m.hessian + curvature * (m.gradient * m.gradient.transpose());
  m.gradient *= slope;
  return m;
}

}  // namespace sofa::geometry

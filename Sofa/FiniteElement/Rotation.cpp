// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/Rotation.h"

#include <array>
#include <cmath>

namespace sofa::fem {
namespace {

/// Squares of singular values up to this part of the largest count as null. A part, not a value: matrices of moments
/// hold squares of lengths.
constexpr double nullSquare = 1e-8;

Vec3 unitOrSame(const Vec3& v) {
  const double n = v.norm();
  return n > nullLimit ? Vec3(v / n) : v;
}

/// Implicit QL with shift of the tridiagonal matrix (d, sub); turns the columns of v. Unsorted eigenvalues stay in d.
/// (Bowdler, Martin, Reinsch, Wilkinson, The QR and QL algorithms for symmetric matrices, 1968.)
void tridiagonalEigen(Vec3& d, Vec3& sub, Mat3& v) {
  for (int i = 0; i < 3; ++i) {
    for (int sweep = 0; sweep < 32; ++sweep) {
      int k = i;
      for (; k < 2; ++k) {
        const double size = std::fabs(d[k]) + std::fabs(d[k + 1]);
        if (std::fabs(sub[k]) + size == size) break;
      }
      if (k == i) break;
      double g = (d[i + 1] - d[i]) / (2 * sub[i]);
      const double root = std::sqrt(g * g + 1);
      g = d[k] - d[i] + sub[i] / (g < 0 ? g - root : g + root);
      double sine = 1, cosine = 1, shift = 0;
      for (int j = k - 1; j >= i; --j) {
        double f = sine * sub[j];
        const double b = cosine * sub[j];
        if (std::fabs(f) >= std::fabs(g)) {
          cosine = g / f;
          const double r = std::sqrt(cosine * cosine + 1);
          sub[j + 1] = f * r;
          sine = 1 / r;
          cosine *= sine;
        } else {
          sine = f / g;
          const double r = std::sqrt(sine * sine + 1);
          sub[j + 1] = g * r;
          cosine = 1 / r;
          sine *= cosine;
        }
        g = d[j + 1] - shift;
        const double r = (d[j] - g) * sine + 2 * b * cosine;
        shift = sine * r;
        d[j + 1] = g + shift;
        g = cosine * r - b;
        const Vec3 right = v.col(j + 1);
        v.col(j + 1) = sine * v.col(j) + cosine * right;
        v.col(j) = cosine * v.col(j) - sine * right;
      }
      d[i] -= shift;
      sub[i] = g;
      sub[k] = 0;
    }
  }
}

/// Eigenvectors (columns of v) and eigenvalues of a symmetric matrix, in the order the QL iteration leaves them.
void symmetricEigen(const Mat3& n, Vec3& values, Mat3& v) {
  Vec3 sub(n(0, 1), n(1, 2), 0);
  values = n.diagonal();
  v.setIdentity();
  if (n(0, 2) != 0) {
    const double l = std::hypot(n(0, 1), n(0, 2)), p = n(0, 1) / l, r = n(0, 2) / l;
    const double c = 2 * p * n(1, 2) + r * (n(2, 2) - n(1, 1));
    values = Vec3(n(0, 0), n(1, 1) + r * c, n(2, 2) - r * c);
    sub = Vec3(l, n(1, 2) - p * c, 0);
    v << 1, 0, 0, 0, p, r, 0, r, -p;
  }
  tridiagonalEigen(values, sub, v);
}

/// Indices of s from small to large.
std::array<int, 3> sortedOrder(const Vec3& s) {
  if (s[0] < s[1]) {
    if (s[0] < s[2]) return s[1] < s[2] ? std::array{0, 1, 2} : std::array{0, 2, 1};
    return {2, 0, 1};
  }
  if (s[1] < s[2]) return s[0] < s[2] ? std::array{1, 0, 2} : std::array{1, 2, 0};
  return {2, 1, 0};
}

/// Completes u when only its largest column is meaningful. The mixed indices of `axis` are what existing results hold.
void completeFromOneColumn(Mat3& u, const std::array<int, 3>& order) {
  const auto [small, middle, large] = order;
  const Vec3 axis(u(0, large), u(1, small), u(2, small));
  const Vec3 a = axis.cwiseAbs();
  Vec3 other = Vec3::UnitX();
  if (a[0] > a[1] && a[0] > a[2])
    other = Vec3::UnitY();
  else if (!(a[0] > a[1]) && a[1] > a[2])
    other = Vec3::UnitZ();
  u.col(middle) = unitOrSame(axis.cross(other));
  u.col(small) = Vec3(u.col(middle)).cross(axis);
}

}  // namespace

Mat3 frameOfAxes(const Vec3& a, const Vec3& b) {
  const Vec3 ex = unitOrSame(a);
  const Vec3 ez = unitOrSame(ex.cross(b));
  Mat3 q;
  q.row(0) = ex;
  q.row(1) = ez.cross(ex);
  q.row(2) = ez;
  return q;
}

Mat3 frame(const Vec3& p0, const Vec3& p1, const Vec3& p2) { return frameOfAxes(p1 - p0, p2 - p0); }

Mat3 polar(const Mat3& m) {
  Matrix3<double> a, q;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] = m(i, j);
  polarFactor(a, q);
  Mat3 r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = q(i, j);
  return r;
}

Mat2 polar(const Mat2& m) {
  const double sign = m.determinant() < 0 ? -1 : 1;
  Mat2 q;
  q << m(0, 0) + sign * m(1, 1), m(0, 1) - sign * m(1, 0), m(1, 0) - sign * m(0, 1), m(1, 1) + sign * m(0, 0);
  for (int j = 0; j < 2; ++j) {
    const double n = q.col(j).norm();
    if (n > nullLimit) q.col(j) /= n;
  }
  return q;
}

Mat3 polarStable(const Mat3& m) {
  Mat3 v;
  Vec3 squares;
  symmetricEigen(m.transpose() * m, squares, v);
  if (v.determinant() < 0) v.col(0) *= -1;
  const double null = nullSquare * squares.maxCoeff();
  Vec3 sigma, inverse;
  int nullCount = 0;
  for (int i = 0; i < 3; ++i) {
    const bool isNull = squares[i] <= null;
    sigma[i] = isNull ? 0 : std::sqrt(squares[i]);
    inverse[i] = isNull ? 1 : 1 / sigma[i];
    nullCount += isNull;
  }
  Mat3 u = m * v * inverse.asDiagonal();
  const auto order = sortedOrder(sigma);
  if (nullCount == 1) u.col(order[0]) = Vec3(u.col(order[1])).cross(Vec3(u.col(order[2])));
  if (nullCount == 2) completeFromOneColumn(u, order);
  if (nullCount == 3) u.setIdentity();
  if (u.determinant() < 0) u.col(order[0]) *= -1;
  return u * v.transpose();
}

Mat2 polarStable(const Mat2& m) {
  const Mat2 n = m.transpose() * m;
  const double angle = 0.5 * std::atan2(2 * n(0, 1), n(0, 0) - n(1, 1));
  const double c = std::cos(angle), s = std::sin(angle);
  Mat2 v;  // a rotation; the second eigenvalue is the smaller
  v << c, -s, s, c;
  Mat2 u = m * v;
  const double null = nullSquare * std::max(u.col(0).squaredNorm(), u.col(1).squaredNorm());
  for (int i = 0; i < 2; ++i) {
    const double square = u.col(i).squaredNorm();
    if (square > null) u.col(i) /= std::sqrt(square);
  }
  if (u.determinant() < 0) u.col(1) *= -1;
  return u * v.transpose();
}

}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/Quaternion.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace sofa::type {
namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
}

Quat inverse(const Quat& q) {
  const double n = q.norm();
  return n > 0 ? Quat(q.w() / n, -q.x() / n, -q.y() / n, -q.z() / n) : q;
}

Quat exponential(const Vec3& w) {
  const Vec3 half = 0.5 * w;
  const double t = half.norm();
  if (t < epsilon) {
    Quat q(1.0, half.x(), half.y(), half.z());
    q.normalize();
    return q;
  }
  const double s = std::sin(t) / t;
  return Quat(std::cos(t), s * half.x(), s * half.y(), s * half.z());
}

Vec3 rotationVector(const Quat& input) {
  Quat q = input;
  const double n2 = q.squaredNorm();
  if (std::abs(n2 - 1.0) > 1e-10 && n2 > 0) q.coeffs() /= std::sqrt(n2);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double s = q.vec().norm();
  if (s < epsilon) return Vec3::Zero();
  const double angle = q.w() > 0.999 ? 2.0 * std::asin(s) : 2.0 * std::acos(q.w());
  return q.vec() * (angle / s);
}

Quat fromEuler(const Vec3& a) {
  const double c1 = std::cos(a.x() / 2), s1 = std::sin(a.x() / 2);
  const double c2 = std::cos(a.y() / 2), s2 = std::sin(a.y() / 2);
  const double c3 = std::cos(a.z() / 2), s3 = std::sin(a.z() / 2);
  return Quat(c1 * c2 * c3 + s1 * s2 * s3, s1 * c2 * c3 - c1 * s2 * s3, c1 * s2 * c3 + s1 * c2 * s3,
              c1 * c2 * s3 - s1 * s2 * c3);
}

Quat fromEulerDegrees(const Vec3& degrees) { return fromEuler(degrees * (std::numbers::pi / 180.0)); }

Mat3 toMatrix(const Quat& q) {
  const double x = q.x(), y = q.y(), z = q.z(), w = q.w();
  Mat3 m;
  m << 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),  //
      2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),   //
      2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y);
  return m;
}

}  // namespace sofa::type

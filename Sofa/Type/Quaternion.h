// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Vec.h"

namespace sofa::type {

/// Quaternion, stored (x, y, z, w); as a rotation it has length 1. Never normalised behind the caller's back.
template <class T>
class Quaternion {
 public:
  using Scalar = T;
  using Vector = Vec<3, T>;
  using Matrix = Mat<3, 3, T>;

  // Members that sources written for SOFA expect besides (Sofa/Compatibility/Author.h).
#ifdef SOFA_AUTHOR_QUATERNION
#include SOFA_AUTHOR_QUATERNION
#endif

  constexpr Quaternion() : m_coeffs(T(0), T(0), T(0), T(1)) {}
  constexpr Quaternion(T w, T x, T y, T z) : m_coeffs(x, y, z, w) {}
  constexpr explicit Quaternion(const Vec<4, T>& coeffs) : m_coeffs(coeffs) {}
  /// From a rotation matrix, by the largest of the four components (Shepperd, Quaternion from Rotation Matrix, 1978).
  explicit Quaternion(const Matrix& m) {
    const T trace = m.trace();
    if (trace > T(0)) {
      const T root = std::sqrt(trace + T(1)), scale = T(0.5) / root;
      m_coeffs = Vec<4, T>((m(2, 1) - m(1, 2)) * scale, (m(0, 2) - m(2, 0)) * scale, (m(1, 0) - m(0, 1)) * scale,
                           T(0.5) * root);
      return;
    }
    int i = m(1, 1) > m(0, 0) ? 1 : 0;
    if (m(2, 2) > m(i, i)) i = 2;
    const int j = (i + 1) % 3, k = (j + 1) % 3;
    const T root = std::sqrt(m(i, i) - m(j, j) - m(k, k) + T(1)), scale = T(0.5) / root;
    m_coeffs[i] = T(0.5) * root;
    m_coeffs[3] = (m(k, j) - m(j, k)) * scale;
    m_coeffs[j] = (m(j, i) + m(i, j)) * scale;
    m_coeffs[k] = (m(k, i) + m(i, k)) * scale;
  }
  /// From a rotation by `angle` about `axis`, see AngleAxis.
  template <class Rotation>
  requires requires(const Rotation& r) {
    r.angle;
    r.axis;
  }
  explicit Quaternion(const Rotation& r) {
    const T half = T(0.5) * r.angle, s = std::sin(half);
    m_coeffs = Vec<4, T>(s * r.axis[0], s * r.axis[1], s * r.axis[2], std::cos(half));
  }
  static constexpr Quaternion Identity() { return {}; }
  /// The shortest rotation that turns the direction of one vector into that of another.
  static Quaternion FromTwoVectors(const Vector& from, const Vector& to) {
    const Vector a = from.normalized(), b = to.normalized();
    const T cosine = a.dot(b);
    if (cosine < T(-1) + T(16) * std::numeric_limits<T>::epsilon()) {  // opposite: half a turn about any axis across
      const Vector axis = a.unitOrthogonal();
      return Quaternion(T(0), axis[0], axis[1], axis[2]);
    }
    const Vector axis = a.cross(b);
    const T s = std::sqrt((T(1) + cosine) * T(2));
    return Quaternion(s * T(0.5), axis[0] / s, axis[1] / s, axis[2] / s);
  }
  Quaternion& setFromTwoVectors(const Vector& from, const Vector& to) { return *this = FromTwoVectors(from, to); }
  constexpr Quaternion& setIdentity() { return *this = {}; }

  constexpr T& x() { return m_coeffs[0]; }
  constexpr T& y() { return m_coeffs[1]; }
  constexpr T& z() { return m_coeffs[2]; }
  constexpr T& w() { return m_coeffs[3]; }
  constexpr const T& x() const { return m_coeffs[0]; }
  constexpr const T& y() const { return m_coeffs[1]; }
  constexpr const T& z() const { return m_coeffs[2]; }
  constexpr const T& w() const { return m_coeffs[3]; }
  constexpr Vec<4, T>& coeffs() { return m_coeffs; }
  constexpr const Vec<4, T>& coeffs() const { return m_coeffs; }
  constexpr const Vector vec() const& { return Vector(x(), y(), z()); }
  constexpr auto vec() & { return m_coeffs.template head<3>(); }

  constexpr T squaredNorm() const { return m_coeffs.squaredNorm(); }
  T norm() const { return m_coeffs.norm(); }
  void normalize() { m_coeffs.normalize(); }
  Quaternion normalized() const { return Quaternion(m_coeffs.normalized()); }
  constexpr T dot(const Quaternion& o) const { return m_coeffs.dot(o.m_coeffs); }
  constexpr Quaternion conjugate() const { return Quaternion(w(), -x(), -y(), -z()); }
  /// conj(q) / |q|^2: q times it is 1. Zero stays zero.
  constexpr Quaternion inverse() const {
    const T n = squaredNorm();
    return n > T(0) ? Quaternion(conjugate().m_coeffs / n) : Quaternion(Vec<4, T>());
  }
  /// The angle of the rotation between two, in [0, pi].
  T angularDistance(const Quaternion& o) const {
    const Quaternion d = *this * o.conjugate();
    return T(2) * std::atan2(d.vec().norm(), std::abs(d.w()));
  }
  /// Between this one (t = 0) and another (t = 1) along the shorter great circle, at constant angular speed (Shoemake,
  /// Animating Rotation with Quaternion Curves, 1985).
  Quaternion slerp(T t, const Quaternion& o) const {
    const T d = dot(o), cosine = std::abs(d);
    T first = T(1) - t, second = t;
    if (cosine < T(1) - std::numeric_limits<T>::epsilon()) {
      const T angle = std::acos(cosine), sine = std::sin(angle);
      first = std::sin((T(1) - t) * angle) / sine;
      second = std::sin(t * angle) / sine;
    }
    return Quaternion(first * m_coeffs + (d < T(0) ? -second : second) * o.m_coeffs);
  }
  /// Its rotation matrix, written out without normalising.
  constexpr Matrix toRotationMatrix() const {
    const T x2 = T(2) * x(), y2 = T(2) * y(), z2 = T(2) * z();
    const T wx = x2 * w(), wy = y2 * w(), wz = z2 * w(), xx = x2 * x(), xy = y2 * x(), xz = z2 * x(), yy = y2 * y(),
            yz = z2 * y(), zz = z2 * z();
    Matrix m = Matrix::raw();
    m.at(0, 0) = T(1) - (yy + zz), m.at(0, 1) = xy - wz, m.at(0, 2) = xz + wy;
    m.at(1, 0) = xy + wz, m.at(1, 1) = T(1) - (xx + zz), m.at(1, 2) = yz - wx;
    m.at(2, 0) = xz - wy, m.at(2, 1) = yz + wx, m.at(2, 2) = T(1) - (xx + yy);
    return m;
  }

  friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return Quaternion(a.w() * b.w() - a.x() * b.x() - a.y() * b.y() - a.z() * b.z(),
                      a.w() * b.x() + a.x() * b.w() + a.y() * b.z() - a.z() * b.y(),
                      a.w() * b.y() + a.y() * b.w() + a.z() * b.x() - a.x() * b.z(),
                      a.w() * b.z() + a.z() * b.w() + a.x() * b.y() - a.y() * b.x());
  }
  Quaternion& operator*=(const Quaternion& o) { return *this = *this * o; }
  /// v rotated: v + w t + u x t with u = xyz and t = 2 u x v (q is taken as unit).
  friend constexpr Vector operator*(const Quaternion& q, const Vector& v) {
    const Vector u = q.vec();
    Vector t = u.cross(v);
    t += t;
    return v + q.w() * t + u.cross(t);
  }
  constexpr bool operator==(const Quaternion& o) const { return m_coeffs == o.m_coeffs; }
  bool isApprox(const Quaternion& o, T limit = T(1e-12)) const { return m_coeffs.isApprox(o.m_coeffs, limit); }
  template <class Other>
  constexpr Quaternion<Other> cast() const {
    return Quaternion<Other>(m_coeffs.template cast<Other>());
  }

 private:
  Vec<4, T> m_coeffs;
};

using Quat = Quaternion<double>;

/// v rotated by q (taken as unit), and back.
inline Vec3 rotate(const Quat& q, const Vec3& v) { return q * v; }
inline Vec3 inverseRotate(const Quat& q, const Vec3& v) { return q.conjugate() * v; }

/// conj(q) / |q|.
Quat inverse(const Quat& q);

/// Rotation by the vector w (axis times angle, radians) as integrated by rigid states (docs/manual/solvers.md, "Vectors
/// of a state").
Quat exponential(const Vec3& w);

/// Axis times angle of q; angle in [0, pi]. |xyz| below machine precision gives zero.
Vec3 rotationVector(const Quat& q);

/// Rz(z) Ry(y) Rx(x): first about fixed X, then Y, then Z. Radians.
Quat fromEuler(const Vec3& angles);

/// Same in degrees, as scenes write rotations.
Quat fromEulerDegrees(const Vec3& degrees);

/// Rotation matrix of q, written out without normalising q.
Mat3 toMatrix(const Quat& q);

}  // namespace sofa::type

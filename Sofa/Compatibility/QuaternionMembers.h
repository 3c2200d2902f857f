// SPDX-License-Identifier: Apache-2.0
// No include guard and no namespace: Sofa/Type/Quaternion.h includes this file inside the class Quaternion, as Mat.h
// MatrixMembers.h inside of Mat. Members that SOFA's Quat has besides.

using Real = T;
using value_type = T;
static constexpr unsigned total_size = 4;

/// x, y, z, w.
T& operator[](std::ptrdiff_t i) { return m_coeffs.at(i, 0); }
const T& operator[](std::ptrdiff_t i) const { return m_coeffs.at(i, 0); }
const T* ptr() const { return m_coeffs.data(); }
T* ptr() { return m_coeffs.data(); }
void clear() { this->setIdentity(); }
static Quaternion identity() { return {}; }
void set(T x, T y, T z, T w) { *this = Quaternion(w, x, y, z); }

/// x y z w, as scenes write it.
template <class Stream>
requires requires(Stream& out) { out << T() << ' '; }
friend Stream& operator<<(Stream& out, const Quaternion& q) {
  out << q.x() << ' ' << q.y() << ' ' << q.z() << ' ' << q.w();
  return out;
}

/// A vector turned by it, and back.
Vector rotate(const Vector& v) const { return *this * v; }
Vector inverseRotate(const Vector& v) const { return this->conjugate() * v; }
template <class M>
void toMatrix(M& m) const {
  m.template topLeftCorner<3, 3>() = this->toRotationMatrix();
}
template <class M>
void fromMatrix(const M& m) {
  *this = Quaternion(Matrix(m.template topLeftCorner<3, 3>()));
}
/// Becomes the turn about an axis by an angle (radians).
Quaternion axisToQuat(const Vector& axis, T angle) {
  const T length = axis.norm();
  if (length == T(0)) return *this = identity();
  const T s = std::sin(angle / T(2)) / length;
  return *this = Quaternion(std::cos(angle / T(2)), s * axis[0], s * axis[1], s * axis[2]);
}
/// Its axis, and the angle in [0, pi].
void quatToAxis(Vector& axis, T& angle) const {
  const Vector imaginary = this->vec();
  const T length = imaginary.norm();
  angle = T(2) * std::atan2(length, std::abs(m_coeffs.at(3, 0)));
  if (length == T(0))
    axis = Vector::UnitX();
  else
    axis = imaginary / (m_coeffs.at(3, 0) < T(0) ? -length : length);
}
/// Axis times angle.
Vector quatToRotationVector() const {
  Vector axis;
  T angle = 0;
  quatToAxis(axis, angle);
  return axis * angle;
}
/// About x, then y, then z, the fixed axes (radians).
static Quaternion createQuaterFromEuler(const Vector& angles) {
  Quaternion turns[3];
  for (int k = 0; k < 3; ++k) turns[k].axisToQuat(Vector::Unit(k), angles[k]);
  return turns[2] * turns[1] * turns[0];
}
static Quaternion fromEuler(const Vector& angles) { return createQuaterFromEuler(angles); }
/// Becomes the shortest turn from one unit vector to another.
void setFromUnitVectors(const Vector& from, const Vector& to) { this->setFromTwoVectors(from, to); }

// SPDX-License-Identifier: Apache-2.0
// No include guard and no namespace: Eigen includes this file inside the class Quaternion, as MatrixMembers.h inside of
// Matrix. Members that SOFA's Quat has and Eigen's quaternions lack.

using Real = Scalar;
using value_type = Scalar;
static constexpr unsigned total_size = 4;

/// x, y, z, w.
Scalar& operator[](Index i) { return this->coeffs().coeffRef(i); }
const Scalar& operator[](Index i) const { return this->coeffs().coeffRef(i); }
const Scalar* ptr() const { return this->coeffs().data(); }
Scalar* ptr() { return this->coeffs().data(); }
void clear() { this->setIdentity(); }
static Quaternion identity() { return Quaternion(Scalar(1), Scalar(0), Scalar(0), Scalar(0)); }
void set(Scalar x, Scalar y, Scalar z, Scalar w) { *this = Quaternion(w, x, y, z); }

/// A vector turned by it, and back.
template <class V>
Matrix<Scalar, 3, 1> rotate(const MatrixBase<V>& v) const {
  return *this * Matrix<Scalar, 3, 1>(v);
}
template <class V>
Matrix<Scalar, 3, 1> inverseRotate(const MatrixBase<V>& v) const {
  return this->conjugate() * Matrix<Scalar, 3, 1>(v);
}
template <class M>
void toMatrix(M& m) const {
  m.template topLeftCorner<3, 3>() = this->toRotationMatrix();
}
template <class M>
void fromMatrix(const MatrixBase<M>& m) {
  *this = Quaternion(Matrix<Scalar, 3, 3>(m.template topLeftCorner<3, 3>()));
}
/// Becomes the turn about an axis by an angle (radians).
template <class V>
Quaternion axisToQuat(const MatrixBase<V>& axis, Scalar angle) {
  const Scalar length = axis.norm();
  if (length == Scalar(0)) return *this = identity();
  return *this = Quaternion(AngleAxis<Scalar>(angle, Matrix<Scalar, 3, 1>(axis / length)));
}
void quatToAxis(Matrix<Scalar, 3, 1>& axis, Scalar& angle) const {
  const AngleAxis<Scalar> turn(*this);
  axis = turn.axis();
  angle = turn.angle();
}
/// Axis times angle.
Matrix<Scalar, 3, 1> quatToRotationVector() const {
  const AngleAxis<Scalar> turn(*this);
  return turn.axis() * turn.angle();
}
/// About x, then y, then z, the fixed axes (radians).
template <class V>
static Quaternion createQuaterFromEuler(const MatrixBase<V>& angles) {
  using Vector = Matrix<Scalar, 3, 1>;
  return Quaternion(AngleAxis<Scalar>(angles[2], Vector::UnitZ())) *
         Quaternion(AngleAxis<Scalar>(angles[1], Vector::UnitY())) *
         Quaternion(AngleAxis<Scalar>(angles[0], Vector::UnitX()));
}
template <class V>
static Quaternion fromEuler(const MatrixBase<V>& angles) {
  return createQuaterFromEuler(angles);
}
/// Becomes the shortest turn from one unit vector to another.
template <class V, class W>
void setFromUnitVectors(const MatrixBase<V>& from, const MatrixBase<W>& to) {
  this->setFromTwoVectors(from, to);
}

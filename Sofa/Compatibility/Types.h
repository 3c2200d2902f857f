// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <array>
#include <string>

#include "Sofa/Compatibility/Config.h"
#include "Sofa/Compatibility/MatrixDeriv.h"
#include "Sofa/Compatibility/ValueOperators.h"
#include "Sofa/Type/DataTypes.h"
#include "Sofa/Type/Text.h"
#include "Sofa/Type/Values.h"

/// Names under which components written for SOFA know values and data types: vectors and matrices are those of the
/// framework.
namespace sofa {
using Index = type::Index;
using Size = type::Index;
inline constexpr Index InvalidID = type::invalidIndex;
}  // namespace sofa

namespace sofa::type {

template <class T>
using vector = std::vector<T>;

using Vec1d = Vec<1>;
using Vec2d = Vec<2>;
using Vec3d = Vec<3>;
using Vec4d = Vec<4>;
using Vec6d = Vec<6>;
using Vec1f = Vec<1, float>;
using Vec2f = Vec<2, float>;
using Vec3f = Vec<3, float>;
using Vec4f = Vec<4, float>;
using Vec1i = Vec<1, int>;
using Vec2i = Vec<2, int>;
using Vec3i = Vec<3, int>;
using Vec4i = Vec<4, int>;
using Vec2u = Vec<2, unsigned>;
using Vec3u = Vec<3, unsigned>;
using Mat1x1 = Mat<1>;
using Mat2x2 = Mat<2>;
using Mat2x2d = Mat<2>;
using Mat2x3 = Mat<2, 3>;
using Mat3x3 = Mat<3>;
using Mat3x3d = Mat<3>;
using Mat3x3f = Mat<3, 3, float>;
using Mat3x4 = Mat<3, 4>;
using Mat3x6 = Mat<3, 6>;
using Mat4x4 = Mat<4>;
using Mat4x4d = Mat<4>;
using Mat4x4f = Mat<4, 4, float>;
using Mat6x3 = Mat<6, 3>;
using Mat6x6 = Mat<6>;
using Mat6x6d = Mat<6>;

template <class T>
using SVector = std::vector<T>;
template <class T, std::size_t N>
using fixed_array = std::array<T, N>;

/// A box from its two ends, as f_bbox.setValue() takes it.
template <class Real>
struct TBoundingBox : BoundingBox {
  TBoundingBox() = default;
  TBoundingBox(const BoundingBox& box) : BoundingBox(box) {}
  TBoundingBox(const Vec<3, Real>& low, const Vec<3, Real>& high)
      : BoundingBox{low.template cast<double>(), high.template cast<double>()} {}
  TBoundingBox(const Real* low, const Real* high) : TBoundingBox(Vec<3, Real>(low), Vec<3, Real>(high)) {}
  TBoundingBox(Real x0, Real x1, Real y0, Real y1, Real z0, Real z1)
      : BoundingBox{Vec3(x0, y0, z0), Vec3(x1, y1, z1)} {}
  const Vec3& minBBox() const { return min; }
  const Vec3& maxBBox() const { return max; }
};

/// Components x, y, z, w, in that order.
template <class T>
class QuatOf : public Quaternion<T> {
  using Base = Quaternion<T>;

 public:
  QuatOf() : Base(T(1), T(0), T(0), T(0)) {}
  QuatOf(T x, T y, T z, T w) : Base(w, x, y, z) {}
  QuatOf(const Base& other) : Base(other) {}
  /// The turn about an axis by an angle (radians).
  QuatOf(const Vec<3, T>& axis, T angle) { this->axisToQuat(axis, angle); }
  explicit QuatOf(const Vec<4, T>& values) : Base(values[3], values[0], values[1], values[2]) {}
  QuatOf(const Vec<3, T>& from, const Vec<3, T>& to) { this->setFromTwoVectors(from, to); }
  using Base::operator=;

  QuatOf inverse() const { return Base::inverse(); }
  QuatOf normalized() const { return Base::normalized(); }
  QuatOf operator*(const Base& other) const { return static_cast<const Base&>(*this) * other; }
};
using Quatd = QuatOf<double>;
using Quatf = QuatOf<float>;

template <class S, int N>
S determinant(const Mat<N, N, S>& m) {
  return m.determinant();
}
template <class S, int N>
S trace(const Mat<N, N, S>& m) {
  return m.trace();
}
/// The point in space of one that may lie in a plane or on a line.
template <class V>
Vec3 toVec3(const V& v) {
  Vec3 p = Vec3::Zero();
  for (int i = 0; i < std::min<int>(3, V::total_size); ++i) p[i] = static_cast<double>(v[i]);
  return p;
}

/// False, and `inverse` as it was, if the determinant is zero.
template <class S, int N>
bool invertMatrix(Mat<N, N, S>& inverse, const Mat<N, N, S>& m) {
  if (m.determinant() == 0) return false;
  inverse = m.inverse();
  return true;
}

template <>
struct FlatTraits<QuatOf<double>> : FlatTraits<Quat> {};
template <>
struct TextTraits<QuatOf<double>> : TextTraits<Quat> {};

}  // namespace sofa::type

/// Data types with the names of SOFA: those of the framework.
namespace sofa::defaulttype {

using type::getVCenter;
using type::getVOrientation;
using type::Rigid2Types;
using type::Rigid3Types;
using type::RigidTypes;
using type::Vec1Types;
using type::Vec2Types;
using type::Vec3Types;
using type::Vec6Types;
using Vec1dTypes = Vec1Types;
using Vec2dTypes = Vec2Types;
using Vec3dTypes = Vec3Types;
using Vec6dTypes = Vec6Types;
using Rigid2dTypes = Rigid2Types;
using Rigid3dTypes = Rigid3Types;

template <int N, class Real>
requires std::is_same_v<Real, double>
using RigidCoord = type::RigidCoord<N>;
template <int N, class Real>
requires std::is_same_v<Real, double>
using RigidDeriv = type::Vec<3 * (N - 1)>;
template <int N, class Real>
requires std::is_same_v<Real, double>
using RigidMass = type::RigidMass<N>;
using Rigid2Mass = type::RigidMass<2>;
using Rigid3Mass = type::RigidMass<3>;

}  // namespace sofa::defaulttype

namespace sofa::compatibility {
/// A data type: what a template of a component is made for.
template <class T>
concept DataTypesClass = requires {
  typename T::Core;
  typename T::MatrixDeriv;
};
}  // namespace sofa::compatibility

namespace sofa {
template <class DataTypes>
using Real_t = typename DataTypes::Real;
template <class DataTypes>
using Coord_t = typename DataTypes::Coord;
template <class DataTypes>
using Deriv_t = typename DataTypes::Deriv;
template <class DataTypes>
using VecCoord_t = typename DataTypes::VecCoord;
template <class DataTypes>
using VecDeriv_t = typename DataTypes::VecDeriv;
template <class DataTypes>
using MatrixDeriv_t = typename DataTypes::MatrixDeriv;
}  // namespace sofa
#define SOFA_AUTHOR_HAS_QUAT

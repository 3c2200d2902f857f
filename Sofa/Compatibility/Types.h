#pragma once
#include <Eigen/Geometry>
#include <string>

#include "Sofa/Compatibility/MatrixDeriv.h"
#include "Sofa/Type/DataTypes.h"

/// Names under which components written for SOFA know values and data types. The values are ours: blocks are Eigen
/// matrices, of which m(i, j) reads and writes an entry.
using SReal = double;

#define SOFA_UNUSED(x) (void)(x)

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
using Vec3f = Vec<3, float>;
using Mat2x2 = Mat<2>;
using Mat3x3 = Mat<3>;
using Mat3x3d = Mat<3>;
using Mat3x3f = Mat<3, 3, float>;
using Mat4x4 = Mat<4>;
using Mat6x6 = Mat<6>;

template <class A, class B>
auto dot(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return a.dot(b);
}
template <class A, class B>
Vec<3, typename A::Scalar> cross(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return a.template head<3>().cross(b.template head<3>());
}
/// The matrix a b^T.
template <class A, class B>
Mat<A::RowsAtCompileTime, B::RowsAtCompileTime, typename A::Scalar> dyad(const Eigen::MatrixBase<A>& a,
                                                                         const Eigen::MatrixBase<B>& b) {
  return a * b.transpose();
}
template <class A>
auto norm(const Eigen::MatrixBase<A>& a) {
  return a.norm();
}
template <class A>
auto norm2(const Eigen::MatrixBase<A>& a) {
  return a.squaredNorm();
}

}  // namespace sofa::type

/// Data types with the names of SOFA. They derive from ours and are types of their own, by which the classes of this
/// folder are told from those of Core that have the same name.
namespace sofa::defaulttype {

template <class Ours>
struct DataTypesOf : Ours {
  using Core = Ours;
  using Real = double;
  using typename Ours::Coord;
  using typename Ours::Deriv;
  using MatrixDeriv = linearalgebra::MatrixDeriv<Deriv>;
  static constexpr sofa::Size spatial_dimensions = Ours::spatialDimensions;
  static constexpr sofa::Size coord_total_size = Ours::coordSize;
  static constexpr sofa::Size deriv_total_size = Ours::derivSize;
  static std::string Name() { return Ours::name(); }

  static type::Vec3 getCPos(const Coord& x) { return Ours::position(x); }
  static void setCPos(Coord& x, const type::Vec3& p) { Ours::setPosition(x, p); }
};

using Vec1Types = DataTypesOf<type::Vec1Types>;
using Vec2Types = DataTypesOf<type::Vec2Types>;
using Vec3Types = DataTypesOf<type::Vec3Types>;
using Vec6Types = DataTypesOf<type::Vec6Types>;
using Rigid2Types = DataTypesOf<type::Rigid2Types>;
using Rigid3Types = DataTypesOf<type::Rigid3Types>;
using Vec1dTypes = Vec1Types;
using Vec2dTypes = Vec2Types;
using Vec3dTypes = Vec3Types;
using Vec6dTypes = Vec6Types;
using Rigid2dTypes = Rigid2Types;
using Rigid3dTypes = Rigid3Types;

}  // namespace sofa::defaulttype

namespace sofa::compatibility {
/// A data type of sofa::defaulttype, as opposed to one of sofa::type.
template <class T>
concept AuthorTypes = requires {
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

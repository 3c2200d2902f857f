#pragma once
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <string>

#include "Sofa/Compatibility/Config.h"
#include "Sofa/Compatibility/MatrixDeriv.h"
#include "Sofa/Compatibility/ValueOperators.h"
#include "Sofa/Type/DataTypes.h"

/// Names under which components written for SOFA know values and data types. The values are ours: blocks are Eigen
/// matrices, of which m(i, j) reads and writes an entry.
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
using Vec2f = Vec<2, float>;
using Vec3f = Vec<3, float>;
using Vec2i = Vec<2, int>;
using Vec3i = Vec<3, int>;
using Mat2x2 = Mat<2>;
using Mat3x3 = Mat<3>;
using Mat3x3d = Mat<3>;
using Mat3x3f = Mat<3, 3, float>;
using Mat4x4 = Mat<4>;
using Mat6x6 = Mat<6>;

template <class T>
using SVector = std::vector<T>;

template <class T, std::size_t N>
using fixed_array = std::array<T, N>;

using Eigen::cross;
using Eigen::dot;
using Eigen::dyad;
using Eigen::norm;
using Eigen::norm2;

/// False, and `inverse` as it was, if the determinant is zero.
template <class S, int N>
bool invertMatrix(Eigen::Matrix<S, N, N>& inverse, const Eigen::Matrix<S, N, N>& m) {
  if (m.determinant() == 0) return false;
  inverse = m.inverse();
  return true;
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
  /// Position from three reals; what a point does not have is left out.
  static void set(Coord& x, double a, double b, double c) { Ours::setPosition(x, type::Vec3(a, b, c)); }
  static void get(double& a, double& b, double& c, const Coord& x) {
    const type::Vec3 p = Ours::position(x);
    a = p[0], b = p[1], c = p[2];
  }
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

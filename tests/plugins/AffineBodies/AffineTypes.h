// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Sofa/Type/DataTypes.h>
#include <Sofa/Type/Text.h>

/// A kind of point that the framework does not have: bodies that turn and deform affinely (Lan, Kaufman, Li, Jiang and
/// Yang, Affine Body Dynamics, ACM Transactions on Graphics 41, 2022). The point X of a body is at x = c + A X.
namespace affine {

using sofa::type::Mat3;
using sofa::type::Vec3;

/// Where a body is: c (m), then the columns of A. Twelve reals, velocities and forces likewise.
class Frame : public sofa::type::Vec<12> {
 public:
  Frame() {
    for (int i = 0; i < 3; ++i) (*this)[3 + 4 * i] = 1;
  }
  Frame(const sofa::type::Vec<12>& reals) : Mat(reals) {}

  Mat3 axes() const { return Mat3(data() + 3); }
  void setAxes(const Mat3& a) { sofa::type::ViewOf<Mat3>(data() + 3) = a; }
};

/// What the templates of the framework ask of a kind of point.
struct Types {
  using Coord = Frame;
  using Deriv = sofa::type::Vec<12>;
  using VecCoord = std::vector<Coord>;
  using VecDeriv = std::vector<Deriv>;
  static constexpr int spatialDimensions = 3;
  static constexpr int coordSize = 12;
  static constexpr int derivSize = 12;
  static constexpr bool isRigid = false;
  static const char* name() { return "Affine3d"; }

  static void add(Coord& x, const Deriv& d) { x += d; }
  static Deriv difference(const Coord& a, const Coord& b) { return a - b; }
  static Vec3 position(const Coord& x) { return x.head<3>(); }
  static void setPosition(Coord& x, const Vec3& p) { x.head<3>() = p; }
  static Deriv linear(const Vec3& v) {
    Deriv d;
    d.head<3>() = v;
    return d;
  }
  /// Scaled along the axes of space, turned, and moved.
  static void transform(Coord& x, const Vec3& scale, const sofa::type::Quat& rotation, const Vec3& translation) {
    const Mat3 turn = rotation.toRotationMatrix() * Mat3(scale.asDiagonal());
    setPosition(x, turn * position(x) + translation);
    x.setAxes(turn * x.axes());
  }
};

}  // namespace affine

/// Read, written, kept in checkpoints and seen from Python as twelve numbers.
template <>
struct sofa::type::FlatTraits<affine::Frame> {
  using Scalar = double;
  static constexpr int size = 12;
};

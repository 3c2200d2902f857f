// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Rigid.h"

/// DataTypes: what a mechanical state holds per point. Components are templates on these and explicitly instantiated.
namespace sofa::type {

/// N reals per point, the same for positions and velocities.
template <int N>
struct VecTypes SOFA_AUTHOR(VecTypes) {
  using Coord = Vec<N>;
  using Deriv = Vec<N>;
  using VecCoord = std::vector<Coord>;
  using VecDeriv = std::vector<Deriv>;
  using MassType = double;
  static constexpr int spatialDimensions = N < 3 ? N : 3;
  static constexpr int coordSize = N;
  static constexpr int derivSize = N;
  static constexpr bool isRigid = false;
  static const char* name() {
    static constexpr const char* names[] = {"", "Vec1d", "Vec2d", "Vec3d", "", "", "Vec6d"};
    return names[N];
  }

  static void add(Coord& x, const Deriv& d) { x += d; }
  static Deriv difference(const Coord& a, const Coord& b) { return a - b; }

  /// First three components, missing ones 0.
  static Vec3 position(const Coord& x) {
    Vec3 p = Vec3::Zero();
    for (int i = 0; i < spatialDimensions; ++i) p[i] = x[i];
    return p;
  }
  static void setPosition(Coord& x, const Vec3& p) {
    for (int i = 0; i < spatialDimensions; ++i) x[i] = p[i];
  }
  /// The linear part of a derivative from a vector in space (gravity, a load).
  static Deriv linear(const Vec3& v) {
    Deriv d = Deriv::Zero();
    for (int i = 0; i < spatialDimensions; ++i) d[i] = v[i];
    return d;
  }
};

template <int N>
struct RigidTypes;

template <>
struct RigidTypes<3> SOFA_AUTHOR(Rigid3Types) {
  using Coord = RigidCoord<3>;
  using Deriv = Vec6;  ///< linear then angular, world axes
  using VecCoord = std::vector<Coord>;
  using VecDeriv = std::vector<Deriv>;
  using MassType = RigidMass<3>;
  static constexpr int spatialDimensions = 3;
  static constexpr int coordSize = 7;
  static constexpr int derivSize = 6;
  static constexpr bool isRigid = true;
  static const char* name() { return "Rigid3d"; }

  static void add(Coord& x, const Deriv& d) {
    x.center += d.head<3>();
    x.orientation = exponential(d.tail<3>()) * x.orientation;
  }
  static Deriv difference(const Coord& a, const Coord& b) {
    Deriv d;
    d << a.center - b.center, rotationVector(a.orientation * inverse(b.orientation));
    return d;
  }
  static Vec3 position(const Coord& x) { return x.center; }
  static void setPosition(Coord& x, const Vec3& p) { x.center = p; }
  static Deriv linear(const Vec3& v) {
    Deriv d = Deriv::Zero();
    d.head<3>() = v;
    return d;
  }
};

template <>
struct RigidTypes<2> SOFA_AUTHOR(Rigid2Types) {
  using Coord = RigidCoord<2>;
  using Deriv = Vec3;  ///< vx vy w
  using VecCoord = std::vector<Coord>;
  using VecDeriv = std::vector<Deriv>;
  using MassType = RigidMass<2>;
  static constexpr int spatialDimensions = 2;
  static constexpr int coordSize = 3;
  static constexpr int derivSize = 3;
  static constexpr bool isRigid = true;
  static const char* name() { return "Rigid2d"; }

  static void add(Coord& x, const Deriv& d) {
    x.center += d.head<2>();
    x.orientation += d[2];
  }
  static Deriv difference(const Coord& a, const Coord& b) {
    return Deriv(a.center[0] - b.center[0], a.center[1] - b.center[1], a.orientation - b.orientation);
  }
  static Vec3 position(const Coord& x) { return Vec3(x.center[0], x.center[1], 0); }
  static void setPosition(Coord& x, const Vec3& p) { x.center = p.head<2>(); }
  static Deriv linear(const Vec3& v) { return Deriv(v[0], v[1], 0); }
};

using Vec1Types = VecTypes<1>;
using Vec2Types = VecTypes<2>;
using Vec3Types = VecTypes<3>;
using Vec6Types = VecTypes<6>;
using Rigid2Types = RigidTypes<2>;
using Rigid3Types = RigidTypes<3>;

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <istream>
#include <ostream>

#include "Sofa/Type/Quaternion.h"

/// Members that components written for SOFA find in positions of bodies: a base class of a plain
/// struct would take the place of its first member where one is made of its parts.

#define SOFA_AUTHOR_RigidCoord                                                \
  using Real = double;                                                        \
  using value_type = double;                                                  \
  RigidCoord() = default;                                                     \
  static constexpr unsigned size() { return total_size; }                     \
  double* ptr() { return reinterpret_cast<double*>(this); }                   \
  const double* ptr() const { return reinterpret_cast<const double*>(this); } \
  double& operator[](std::size_t i) { return ptr()[i]; }                      \
  double operator[](std::size_t i) const { return ptr()[i]; }                 \
  Pos& getCenter() { return center; }                                         \
  const Pos& getCenter() const { return center; }                             \
  Rot& getOrientation() { return orientation; }                               \
  const Rot& getOrientation() const { return orientation; }                   \
  void clear() { *this = RigidCoord(); }                                      \
  static RigidCoord identity() { return {}; }                                 \
  friend std::ostream& operator<<(std::ostream& out, const RigidCoord& x) {   \
    for (unsigned i = 0; i < total_size; ++i) out << (i ? " " : "") << x[i];  \
    return out;                                                               \
  }                                                                           \
  friend std::istream& operator>>(std::istream& in, RigidCoord& x) {          \
    for (unsigned i = 0; i < total_size; ++i) in >> x[i];                     \
    return in;                                                                \
  }

#define SOFA_AUTHOR_RigidCoord3                                                             \
  using Pos = Vec3;                                                                         \
  using Rot = Quat;                                                                         \
  static constexpr unsigned total_size = 7, spatial_dimensions = 3, coord_total_size = 7;   \
  SOFA_AUTHOR_RigidCoord RigidCoord(const Pos& position, const Rot& rotation)               \
      : center(position), orientation(rotation) {}                                          \
  Pos rotate(const Pos& v) const { return type::rotate(orientation, v); }                   \
  Pos inverseRotate(const Pos& v) const { return type::inverseRotate(orientation, v); }     \
  Pos translate(const Pos& v) const { return center + v; }                                  \
  /* A point or vector of the body's frame, in that of its parent, and back. */             \
  Pos projectPoint(const Pos& p) const { return rotate(p) + center; }                       \
  Pos pointToParent(const Pos& p) const { return rotate(p) + center; }                      \
  Pos vectorToParent(const Pos& v) const { return rotate(v); }                              \
  Pos pointToChild(const Pos& p) const { return inverseRotate(p - center); }                \
  Pos unprojectPoint(const Pos& p) const { return inverseRotate(p - center); }              \
  Pos vectorToChild(const Pos& v) const { return inverseRotate(v); }                        \
  Pos projectVector(const Pos& v) const { return rotate(v); }                               \
  RigidCoord mult(const RigidCoord& inner) const {                                          \
    return {projectPoint(inner.center), orientation * inner.orientation};                   \
  }                                                                                         \
  void multRight(const RigidCoord& inner) { *this = mult(inner); }                          \
  RigidCoord inversed() const { return {inverseRotate(-center), orientation.conjugate()}; } \
  template <class Matrix>                                                                   \
  void toMatrix(Matrix& m) const {                                                          \
    m.setIdentity();                                                                        \
    writeRotationMatrix(m);                                                                 \
    m.template topRightCorner<3, 1>() = center;                                             \
  }                                                                                         \
  template <class Matrix>                                                                   \
  void writeRotationMatrix(Matrix& m) const {                                               \
    m.template topLeftCorner<3, 3>() = type::toMatrix(orientation);                         \
  }                                                                                         \
  Mat3 getRotationMatrix() const { return type::toMatrix(orientation); }

#define SOFA_AUTHOR_RigidCoord2                                                                                   \
  using Pos = Vec2;                                                                                               \
  using Rot = double;                                                                                             \
  static constexpr unsigned total_size = 3, spatial_dimensions = 2, coord_total_size = 3;                         \
  SOFA_AUTHOR_RigidCoord RigidCoord(const Vec2& position, double angle) : center(position), orientation(angle) {} \
  Vec2 rotate(const Vec2& v) const {                                                                              \
    const double c = std::cos(orientation), s = std::sin(orientation);                                            \
    return Vec2(c * v[0] - s * v[1], s * v[0] + c * v[1]);                                                        \
  }                                                                                                               \
  Vec2 inverseRotate(const Vec2& v) const { return RigidCoord(Vec2::Zero(), -orientation).rotate(v); }            \
  Vec2 projectPoint(const Vec2& p) const { return rotate(p) + center; }

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Quaternion.h"

namespace sofa::type {

/// A rotation by an angle (radians) about an axis of length 1.
struct AngleAxis {
  double angle = 0;
  Vec3 axis = Vec3::UnitX();

  AngleAxis(double angle, const Vec3& axis) : angle(angle), axis(axis) {}

  operator Quat() const { return Quat(*this); }
  Mat3 toRotationMatrix() const { return Quat(*this).toRotationMatrix(); }
  friend Quat operator*(const AngleAxis& a, const AngleAxis& b) { return Quat(a) * Quat(b); }
  friend Quat operator*(const Quat& a, const AngleAxis& b) { return a * Quat(b); }
};

}  // namespace sofa::type

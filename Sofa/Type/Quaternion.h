// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Geometry>

#include "Sofa/Type/Vec.h"

namespace sofa::type {

/// Unit quaternion, stored (x, y, z, w). Never normalised behind the caller's back.
using Quat = Eigen::Quaternion<double, Eigen::DontAlign>;

/// v rotated by q: v + w t + u x t with u = xyz and t = 2 u x v (q is taken as unit).
inline Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u = q.vec();
  const Vec3 t = 2.0 * u.cross(v);
  return v + q.w() * t + u.cross(t);
}

inline Vec3 inverseRotate(const Quat& q, const Vec3& v) { return rotate(q.conjugate(), v); }

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

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Quaternion.h"

namespace sofa::type {

template <int N>
struct RigidCoord;

/// Position and orientation of a body in space: seven contiguous reals x y z qx qy qz qw.
template <>
struct RigidCoord<3> {
  SOFA_AUTHOR(RigidCoord3)
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();
};

/// Position and angle (radians) of a body in the plane: three contiguous reals.
template <>
struct RigidCoord<2> {
  SOFA_AUTHOR(RigidCoord2)
  Vec2 center = Vec2::Zero();
  double orientation = 0;
};

/// Mass of a body. The inertia is per unit mass: the matrix used is mass * inertia.
template <int N>
struct RigidMass;

template <>
struct RigidMass<3> {
  double mass = 1;
  double volume = 1;
  Mat3 inertia = Mat3::Identity();
};

template <>
struct RigidMass<2> {
  double mass = 1;
  double volume = 1;
  double inertia = 1;
};

static_assert(sizeof(RigidCoord<3>) == 7 * sizeof(double));
static_assert(sizeof(RigidCoord<2>) == 3 * sizeof(double));

}  // namespace sofa::type

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string_view>

#include "Sofa/Type/Vec.h"

namespace sofa::component::mapping {

/// [a]x, with [a]x b = a x b.
type::Mat3 crossMatrix(const type::Vec3& a);
/// The closest rotation: U V^T of the singular value decomposition.
type::Mat3 closestRotation(const type::Mat3& m);
/// What becomes of a torque on a frame without exactRotations, and the remedy; `turns`: whether the frame follows a
/// tetrahedron.
std::string_view fateOfTorque(bool turns);

/// The angular velocity of a frame carried by a tetrahedron, w = sum G_k v_k of the velocities of its nodes.
///
/// The frame is the rotation R closest to A = sum e_k b_k^T, with the edges e_k = x_k - x_0 and the axes b_k at rest:
/// A = R S with S symmetric. From dA = R [w'] S + R dS, with w' = R^T w, the part of R^T dA that is not symmetric gives
/// (tr(S) - S) w' = sum b_k x R^T de_k.
struct TetraTurn {
  std::array<type::Mat3, 4> byNode;

  /// axes: the rows b_1, b_2, b_3.
  static TetraTurn of(const type::Mat3& a, const type::Mat3& axes, const type::Mat3& rotation);
};

}  // namespace sofa::component::mapping

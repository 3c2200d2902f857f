// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/RampedMovement.h"

namespace sofa::component::constraint {

/// Moves points along straight lines to rotation x + translation, `rotation` being any 3 x 3 matrix; bodies to the
/// rotation by `quaternion` about the origin, and turns them by it.
template <class DataTypes>
class AffineMovementProjectiveConstraint : public RampedMovement<DataTypes> {
 public:
  using typename RampedMovement<DataTypes>::Coord;

  core::Data<type::Mat<3>> d_rotation{this, "rotation", type::Mat<3>(type::Mat<3>::Zero()),
                                      "linear part of the movement of points"};
  core::Data<type::Quat> d_quaternion{this, "quaternion", type::Quat::Identity(), "rotation of bodies"};
  core::Data<type::Vec3> d_translation{this, "translation", {0, 0, 0}, "translation after the rotation"};

 protected:
  Coord goal(const Coord& start) const override;
};

}  // namespace sofa::component::constraint

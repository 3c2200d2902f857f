// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/AffineMovementProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
auto AffineMovementProjectiveConstraint<DataTypes>::goal(const Coord& start) const -> Coord {
  if constexpr (DataTypes::isRigid) {
    const type::Quat turn = d_quaternion.value().normalized();
    Coord goal;
    goal.center = type::rotate(turn, start.center) + d_translation.value();
    goal.orientation = start.orientation * turn;
    return goal;
  } else {
    return d_rotation.value() * start + d_translation.value();
  }
}

namespace {
const auto registered = core::Register("AffineMovementProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points moved by an affine map, at constant speed")
                            .wasCalled("AffineMovementConstraint")
                            .ignores("meshIndices", "the points that move are those of indices")
                            .addAll<AffineMovementProjectiveConstraint, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint

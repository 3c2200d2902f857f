// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Component/Constraint/KeyedMovement.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::constraint {

/// Moves some components of points along given displacements, linearly between key times. The others take part in the
/// motion of the body, but in SOFA v26.06 start every step with the velocity of the movement too. Of a rigid body
/// translations are moved one by one, rotations together as soon as one of them is.
template <class DataTypes>
class PartialLinearMovementProjectiveConstraint : public KeyedMovement<DataTypes> {
 public:
  using Directions = std::array<bool, DataTypes::derivSize>;

  static Directions allDirections() {
    Directions all;
    all.fill(true);
    return all;
  }

  core::Data<Directions> d_movedDirections{this, "movedDirections", allDirections(),
                                           "for each component of a movement: whether it is imposed"};

  void init() override {
    KeyedMovement<DataTypes>::init();
    if (d_movedDirections.value() != allDirections() && core::reproducesSofa(*this))
      core::tellDefect(*this,
                       "the velocity of the movement is prescribed in all directions, also in those that "
                       "movedDirections leaves free",
                       "Let movements be zero there");
  }

 protected:
  bool moves(int component) const override { return d_movedDirections.value()[static_cast<std::size_t>(component)]; }
};

}  // namespace sofa::component::constraint

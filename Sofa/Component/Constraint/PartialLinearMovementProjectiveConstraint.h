// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Component/Constraint/KeyedMovement.h"

namespace sofa::component::constraint {

/// Moves some components of points along given displacements, linearly between key times. The others take part in the
/// motion of the body, but start every step with the velocity of the movement too, as in SOFA. Of a rigid body
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
    if (d_movedDirections.value() != allDirections())
      this->warning(
          "As in SOFA, the velocity of the movement is prescribed in all directions, also in those that "
          "movedDirections "
          "leaves free: let movements be zero there.");
  }

 protected:
  bool moves(int component) const override { return d_movedDirections.value()[static_cast<std::size_t>(component)]; }
};

}  // namespace sofa::component::constraint

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/KeyedMovement.h"

namespace sofa::component::constraint {

/// Moves points along given displacements, linearly between key times.
template <class DataTypes>
class LinearMovementProjectiveConstraint : public KeyedMovement<DataTypes> {
 public:
  core::Data<bool> d_relativeMovements{this, "relativeMovements", true,
                                       "if true, from the positions at start; else movements are positions"};

 protected:
  bool isRelative() const override { return d_relativeMovements.value(); }
};

}  // namespace sofa::component::constraint

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SpringForceField.h"

namespace sofa::component::solidmechanics {

/// Springs that only push: each acts while it is shorter than at rest.
template <class DataTypes>
class RepulsiveSpringForceField : public SpringForceField<DataTypes> {
 protected:
  bool pushesOnly() const override { return true; }
};

}  // namespace sofa::component::solidmechanics

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Component/SolidMechanics/TetrahedralCorotationalFEMForceField.h"
#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"

/// Under the names of SOFA.
namespace sofa::component::solidmechanics {
namespace fem::elastic {
using solidmechanics::TetrahedralCorotationalFEMForceField;
using solidmechanics::TetrahedronFEMForceField;
}  // namespace fem::elastic
namespace spring {
using solidmechanics::SpringForceField;
}
}  // namespace sofa::component::solidmechanics

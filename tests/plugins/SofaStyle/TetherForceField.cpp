// SPDX-License-Identifier: Apache-2.0
#define SOFASTYLE_TETHERFORCEFIELD_CPP
#include "TetherForceField.inl"

#include <sofa/core/ObjectFactory.h>

namespace sofastyle {

using namespace sofa::defaulttype;

void registerTetherForceField(sofa::core::ObjectFactory* factory) {
  factory->registerObjects(sofa::core::ObjectRegistrationData("Damped springs along the edges of a mesh.")
                               .add<TetherForceField<Vec3Types>>(true)
                               .add<TetherForceField<Vec2Types>>());
}

template class SOFA_SOFASTYLE_API TetherForceField<Vec3Types>;
template class SOFA_SOFASTYLE_API TetherForceField<Vec2Types>;

}  // namespace sofastyle

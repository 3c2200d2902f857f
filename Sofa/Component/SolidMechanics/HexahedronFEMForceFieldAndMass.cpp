// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceFieldAndMass.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

double HexahedronFEMForceFieldAndMass::massOf(std::size_t element) const {
  fem::HexaPoints shape;
  for (int n = 0; n < 8; ++n) shape[n] = d_initialPoints.value()[topology()->hexahedra()[element][n]];
  return d_density.value() * topology()->hexahedronMass(element) * fem::boxVolume(shape);
}

namespace {
const auto registered = core::Register("HexahedronFEMForceFieldAndMass", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear hexahedra that have mass")
                            .add<HexahedronFEMForceFieldAndMass>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/HexahedraWithMass.h"
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"

namespace sofa::component::solidmechanics {

/// Corotational linear hexahedra that have mass. Volumes are those of boxes with the edges of node 0.
class HexahedronFEMForceFieldAndMass
    : public HexahedraWithMass<HexahedronFEM<core::ForceFieldAndMass<type::Vec3Types>>> {
 protected:
  fem::Mat24 massMatrix(std::size_t element) const override { return hexaMass(*this, massOf(element)); }
  double nodeMass(std::size_t element) const override { return massOf(element) / 8; }

 private:
  double massOf(std::size_t element) const;
};

}  // namespace sofa::component::solidmechanics

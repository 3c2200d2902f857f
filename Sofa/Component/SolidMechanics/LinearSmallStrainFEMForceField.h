// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/ElementFEMForceField.h"

namespace sofa::component::solidmechanics {

/// Small displacements: f = -K (x - rest), for elements of every kind.
template <class DataTypes, class Element>
class LinearSmallStrainFEMForceField : public ElementFEMForceField<DataTypes, Element> {
 protected:
  using typename ElementFEMForceField<DataTypes, Element>::Rotation;
  Rotation rotation() const override { return Rotation{}; }  // none, or identity: the first of each kind
};

}  // namespace sofa::component::solidmechanics

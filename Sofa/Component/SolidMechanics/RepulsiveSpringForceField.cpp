// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/RepulsiveSpringForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

namespace {
const auto registered = core::Register("RepulsiveSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs that act while they are shorter than at rest")
                            .addAll<RepulsiveSpringForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types>();
}  // namespace

}  // namespace sofa::component::solidmechanics

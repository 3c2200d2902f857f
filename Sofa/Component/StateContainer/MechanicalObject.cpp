// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/StateContainer/MechanicalObject.h"

#include "Sofa/Component/StateContainer/MechanicalObjectBodies.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::statecontainer {

namespace {
const auto registered =
    core::Register("MechanicalObject", "Sofa.Component.StateContainer", "positions, velocities and forces of a body")
        .addAll<MechanicalObject, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types, type::Rigid3Types,
                type::Rigid2Types>(true);
}  // namespace

}  // namespace sofa::component::statecontainer

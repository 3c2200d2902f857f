// SPDX-License-Identifier: Apache-2.0
// The state of affine bodies: the framework's own, for one kind of point more.
#include <Sofa/Component/StateContainer/MechanicalObjectBodies.h>
#include <Sofa/Core/Service/ObjectFactory.h>

#include "AffineTypes.h"

namespace {
const auto registered = sofa::core::Register("MechanicalObject", "AffineBodies", "the state of affine bodies")
                            .add<sofa::component::statecontainer::MechanicalObject<affine::Types>>();
}  // namespace

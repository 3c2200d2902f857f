// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/Gravity.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

void Gravity::apply() {
  if (context()->gravity() != d_gravity.value()) context()->d_gravity.set(d_gravity.value());
}

namespace {
const auto registered =
    core::Register("Gravity", "Sofa.Component.MechanicalLoad", "gravity of a part of the scene").add<Gravity>();
}  // namespace

}  // namespace sofa::component::mechanicalload

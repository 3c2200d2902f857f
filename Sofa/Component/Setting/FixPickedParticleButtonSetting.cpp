// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/FixPickedParticleButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered =
    core::Register("FixPickedParticleButtonSetting", "Sofa.GUI.Component", "the mouse fixes the picked particle")
        .wasCalled("FixPickedParticleButton", "SOFA v24.12")
        .add<FixPickedParticleButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

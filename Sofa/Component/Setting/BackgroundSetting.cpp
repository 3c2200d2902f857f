// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/BackgroundSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered =
    core::Register("BackgroundSetting", "Sofa.Component.Setting", "what a viewer shows behind the scene")
        .wasCalled("Background", "SOFA v24.12")
        .add<BackgroundSetting>();
}  // namespace
}  // namespace sofa::component::setting

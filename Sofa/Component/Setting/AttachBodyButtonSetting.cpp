// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/AttachBodyButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered =
    core::Register("AttachBodyButtonSetting", "Sofa.GUI.Component", "the mouse pulls the picked body by a spring")
        .wasCalled("AttachBodyButton", "SOFA v24.12")
        .add<AttachBodyButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

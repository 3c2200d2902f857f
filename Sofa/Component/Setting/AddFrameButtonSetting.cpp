// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/AddFrameButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("AddFrameButtonSetting", "Sofa.GUI.Component", "the mouse adds a frame")
                            .wasCalled("AddFrameButton", "SOFA v24.12")
                            .add<AddFrameButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/StartNavigationButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("StartNavigationButtonSetting", "Sofa.GUI.Component",
                                       "the mouse starts the path of a RecordedCamera")
                            .add<StartNavigationButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

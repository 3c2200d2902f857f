// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/ViewerSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("ViewerSetting", "Sofa.Component.Setting", "how a viewer opens a scene")
                            .wasCalled("Viewer", "SOFA v24.12")
                            .add<ViewerSetting>();
}  // namespace
}  // namespace sofa::component::setting

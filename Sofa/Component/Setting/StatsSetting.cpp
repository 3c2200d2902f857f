// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/StatsSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered =
    core::Register("StatsSetting", "Sofa.Component.Setting", "what a viewer records of a running simulation")
        .wasCalled("Stats", "SOFA v24.12")
        .add<StatsSetting>();
}  // namespace
}  // namespace sofa::component::setting

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/SofaDefaultPathSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("SofaDefaultPathSetting", "Sofa.Component.Setting", "where recorded curves go")
                            .wasCalled("SofaDefaultPath", "SOFA v24.12")
                            .add<SofaDefaultPathSetting>();
}  // namespace
}  // namespace sofa::component::setting

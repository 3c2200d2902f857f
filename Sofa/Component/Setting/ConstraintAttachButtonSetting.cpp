// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/ConstraintAttachButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("ConstraintAttachButtonSetting", "Sofa.GUI.Component",
                                       "the mouse holds the picked body by a constraint")
                            .add<ConstraintAttachButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Setting/AddRecordedCameraButtonSetting.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {
const auto registered = core::Register("AddRecordedCameraButtonSetting", "Sofa.GUI.Component",
                                       "the mouse adds the view to the path of a RecordedCamera")
                            .add<AddRecordedCameraButtonSetting>();
}  // namespace
}  // namespace sofa::component::setting

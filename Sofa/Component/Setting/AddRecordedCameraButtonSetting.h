// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Adds the present view to the path of a RecordedCamera.
class AddRecordedCameraButtonSetting : public MouseButtonSetting {};

}  // namespace sofa::component::setting

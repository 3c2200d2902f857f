// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Starts the path of a RecordedCamera.
class StartNavigationButtonSetting : public MouseButtonSetting {};

}  // namespace sofa::component::setting

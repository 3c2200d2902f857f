// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Adds a frame to the picked body.
class AddFrameButtonSetting : public MouseButtonSetting {};

}  // namespace sofa::component::setting

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Holds the picked body by a constraint.
class ConstraintAttachButtonSetting : public MouseButtonSetting {};

}  // namespace sofa::component::setting

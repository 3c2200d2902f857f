// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Fixes the picked particle in space by stiff springs.
class FixPickedParticleButtonSetting : public MouseButtonSetting {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 10000.0, "stiffness of the springs (N/m)"};
};

}  // namespace sofa::component::setting

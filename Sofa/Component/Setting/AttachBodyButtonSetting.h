// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Setting/MouseButtonSetting.h"

namespace sofa::component::setting {

/// Pulls the picked body by a spring.
class AttachBodyButtonSetting : public MouseButtonSetting {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 1000.0, "stiffness of the spring (N/m)"};
  core::Data<double> d_arrowSize{this, "arrowSize", 0.0, "size of the arrow drawn along the spring"};
  core::Data<double> d_showFactorSize{
      this, "showFactorSize", 1.0, "scale of what is drawn", {.group = "Visualization"}};
};

}  // namespace sofa::component::setting

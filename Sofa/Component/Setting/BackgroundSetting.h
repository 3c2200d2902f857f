// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// What a viewer shows behind the scene.
class BackgroundSetting : public core::Component {
 public:
  core::Data<type::Color> d_color{this, "color", {}, "colour of the background"};
  core::Data<std::string> d_image{this, "image", "", "image file shown instead of the colour"};
};

}  // namespace sofa::component::setting

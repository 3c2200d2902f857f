// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::setting {

/// What a mouse button does in a viewer while Shift is held (docs/manual/visual.md, "Mouse operations").
class MouseButtonSetting : public core::Component {
 public:
  core::Data<type::OptionGroup> d_button{this, "button", type::OptionGroup({"Left", "Middle", "Right"}), "the button"};
};

}  // namespace sofa::component::setting

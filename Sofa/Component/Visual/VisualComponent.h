// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// What is only looked at and is no state: shown while it is enabled and visual models are shown.
class VisualComponent : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, neither drawn nor updated"};

  void draw(core::DrawList& list) const final {
    if (d_enable.value() && list.shows(type::DisplayFlags::VisualModels)) drawVisual(list);
  }

 protected:
  virtual void drawVisual(core::DrawList& list) const = 0;
  void parseExtra(core::ComponentDescription& description) override;
};

/// Applies the attribute by which older scenes switch visual models on and off.
void takeIsEnabled(core::Component& component, core::ComponentDescription& description);

}  // namespace sofa::component::visual

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::visual {

/// What is drawn of its node and below: each flag is shown, hidden, or left to the style of the nodes above
/// (docs/manual/visual.md, "Display flags").
class VisualStyle : public core::Component {
 public:
  core::Data<type::DisplayFlags> d_displayFlags{
      this, "displayFlags", {}, "words such as showBehavior, hideVisual, showCollisionModels"};

  /// Warns if another style of the node comes before: the last one counts.
  void init() override;
  /// The flags of this style where it sets them, `above` elsewhere.
  type::DisplayFlags merged(const type::DisplayFlags& above) const;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
};

}  // namespace sofa::component::visual

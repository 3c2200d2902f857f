// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::sceneutility {

/// Stops the animation of the scene when another component says so with a PauseEvent. Needs listening="true".
class PauseAnimationOnEvent : public core::Component {
 public:
  void handleEvent(core::Event& event) override;
};

}  // namespace sofa::component::sceneutility

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Controller.h"

namespace sofa::component::controller {

void Controller::handleEvent(core::objectmodel::Event* event) {
  if (const auto* begin = dynamic_cast<const simulation::AnimateBeginEvent*>(event))
    onBeginAnimationStep(begin->getDt());
  else if (const auto* end = dynamic_cast<const simulation::AnimateEndEvent*>(event))
    onEndAnimationStep(end->getDt());
  else if (auto* pressed = dynamic_cast<core::objectmodel::KeypressedEvent*>(event))
    onKeyPressedEvent(pressed);
  else if (auto* released = dynamic_cast<core::objectmodel::KeyreleasedEvent*>(event))
    onKeyReleasedEvent(released);
  else if (auto* mouse = dynamic_cast<core::objectmodel::MouseEvent*>(event))
    onMouseEvent(mouse);
}

}  // namespace sofa::component::controller

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Events.h"

namespace sofa::compatibility {

void deliver(core::Event& event, const std::function<void(core::objectmodel::Event*)>& receive) {
  const auto pass = [&](core::objectmodel::Event&& form) {
    receive(&form);
    event.handled = event.handled || form.handled;
  };
  if (auto* own = dynamic_cast<core::objectmodel::Event*>(&event)) return receive(own);
  if (const auto* begin = core::eventAs<core::AnimateBeginEvent>(event))
    pass(simulation::AnimateBeginEvent(begin->dt));
  else if (const auto* end = core::eventAs<core::AnimateEndEvent>(event))
    pass(simulation::AnimateEndEvent(end->dt));
  else if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event))
    pass(core::objectmodel::KeypressedEvent(pressed->key));
  else if (const auto* released = core::eventAs<core::KeyreleasedEvent>(event))
    pass(core::objectmodel::KeyreleasedEvent(released->key));
  else if (core::eventAs<core::CollisionBeginEvent>(event))
    pass(simulation::CollisionBeginEvent());
  else if (core::eventAs<core::CollisionEndEvent>(event))
    pass(simulation::CollisionEndEvent());
}

}  // namespace sofa::compatibility

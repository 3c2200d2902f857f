// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/PauseAnimationOnEvent.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::sceneutility {

void PauseAnimationOnEvent::handleEvent(core::Event& event) {
  if (core::eventAs<core::PauseEvent>(event)) context()->root()->d_animate.set(false);
}

namespace {
const auto registered =
    core::Register("PauseAnimationOnEvent", "Sofa.Component.SceneUtility", "stops the animation on a PauseEvent")
        .add<PauseAnimationOnEvent>();
}  // namespace

}  // namespace sofa::component::sceneutility

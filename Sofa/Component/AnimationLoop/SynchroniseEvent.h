// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Event.h"

namespace sofa::component::animationloop {

/// The scenes below an AnimationLoopParallelScheduler are in step.
struct SynchroniseEvent : core::NamedEvent<SynchroniseEvent> {
  static constexpr const char* eventName = "SynchroniseEvent";
};

}  // namespace sofa::component::animationloop

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/AnimationLoopParallelScheduler.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::animationloop {

std::vector<core::AnimationLoop*> AnimationLoopParallelScheduler::loops() const {
  std::vector<core::AnimationLoop*> loops;
  for (const auto& child : target()->children())
    if (auto* loop = child->local<core::AnimationLoop>(); loop && child->isActive() && !core::isDormant(*child))
      loops.push_back(loop);
  return loops;
}

void AnimationLoopParallelScheduler::init() {
  if (loops().empty())
    warning(
        "No child of {} has an animation loop: nothing moves. Add one, such as <DefaultAnimationLoop/>, to each child "
        "node that is to be animated.",
        target()->path());
  setValid();
}

void AnimationLoopParallelScheduler::storeResetState() { m_startTime = target()->time(); }

void AnimationLoopParallelScheduler::reset() { target()->d_time.set(m_startTime); }

void AnimationLoopParallelScheduler::step(double dt) {
  if (dt == 0) dt = target()->dt();
  for (auto* loop : loops()) {
    const core::ComponentScope timed(*loop);
    loop->step(dt);
  }
  target()->d_time.set(target()->time() + dt);
  SynchroniseEvent synchronise;
  target()->broadcast(synchronise);
  if (d_computeBoundingBox.value()) simulation::updateBoundingBoxes(*target());
}

namespace {
const auto registered = core::Register("AnimationLoopParallelScheduler", "MultiThreading",
                                       "makes the steps of the animation loops of the child nodes, then exchanges data")
                            .ignores("nbThreads", "the program decides on threads (--threads)")
                            .ignores("taskSchedulerType", "there is one kind of threads")
                            .add<AnimationLoopParallelScheduler>();
}

}  // namespace sofa::component::animationloop

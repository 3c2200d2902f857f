// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/MultiTagAnimationLoop.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::animationloop {

void MultiTagAnimationLoop::init() {
  DefaultAnimationLoop::init();
  if (d_tags.value().empty())
    warning("This loop has no tags: nothing moves. Give it the tags of the ODE solvers that are to move in turn.");
}

void MultiTagAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  const double start = beginStep(dt);
  for (const auto& tag : d_tags.value()) {
    collide();
    core::IntegrateBeginEvent integrateBegin;
    m_node->broadcast(integrateBegin);
    solve(dt, {tag});
    projectAndPropagate();
    m_ops.clearExternalForces();
    core::IntegrateEndEvent integrateEnd;
    m_node->broadcast(integrateEnd);
  }
  finish(start + dt, dt);
}

namespace {
const auto registered = core::Register("MultiTagAnimationLoop", "Sofa.Component.AnimationLoop",
                                       "moves the parts of a scene one after the other, by tags")
                            .wasCalled("MultiTagMasterSolver", "SOFA v24.12")
                            .add<MultiTagAnimationLoop>();
}

}  // namespace sofa::component::animationloop

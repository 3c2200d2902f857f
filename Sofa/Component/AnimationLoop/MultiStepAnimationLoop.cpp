// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/MultiStepAnimationLoop.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::animationloop {

void MultiStepAnimationLoop::init() {
  for (auto* count : {&d_collisionSteps, &d_integrationSteps})
    if (count->value() < 1) {
      error("{} is {}: there is at least one. 1 is used.", count->name(), count->value());
      count->set(1);
    }
  DefaultAnimationLoop::init();
  const int collisions = d_collisionSteps.value();
  if (collisions > 1 && core::reproducesSofa(*this) && !std::exchange(m_toldClock, true))
    core::tellDefect(
        *this,
        fmt::format("with {}=\"{}\" the clock advances by dt / {} in a step, while states advance by dt: "
                    "whatever depends on the time lags behind",
                    d_collisionSteps.name(), collisions, collisions),
        fmt::format("Set it to 1 and dt to 1/{} of this one: the same integrations, at the right times", collisions));
}

void MultiStepAnimationLoop::integrate(double h, double end) {
  core::IntegrateBeginEvent integrateBegin;
  m_node->broadcast(integrateBegin);
  solve(h);
  projectAndPropagate();
  m_ops.clearExternalForces();
  core::IntegrateEndEvent integrateEnd;
  m_node->broadcast(integrateEnd);
  m_node->d_time.set(end);
  for (simulation::Node* node : m_node->order())
    if (node != m_node) node->inheritContext();
}

void MultiStepAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  const double start = beginStep(dt);
  const int collisions = d_collisionSteps.value(), integrations = d_integrationSteps.value();
  const double h = dt / (collisions * integrations);
  // In SOFA v26.06 each detection counts the time from the beginning of the step.
  const double between = core::reproducesSofa(*this) ? 0 : integrations * h;
  for (int c = 0; c < collisions; ++c) {
    collide();
    for (int i = 0; i < integrations; ++i) integrate(h, start + c * between + (i + 1) * h);
  }
  finish(between > 0 ? start + dt : start + integrations * h, dt);
}

namespace {
const auto registered = core::Register("MultiStepAnimationLoop", "Sofa.Component.AnimationLoop",
                                       "several detections of collisions and integrations in a step")
                            .wasCalled("MultiStepMasterSolver", "SOFA v24.12")
                            .add<MultiStepAnimationLoop>();
}

}  // namespace sofa::component::animationloop

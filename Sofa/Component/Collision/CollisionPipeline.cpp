// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CollisionPipeline.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::collision {

void CollisionPipeline::init() {
  if (d_depth.value() < 0) {
    warning("depth must not be negative; it is {}. {} is used.", d_depth.value(), d_depth.defaultValue());
    d_depth.set(d_depth.defaultValue());
  }
  m_round.models.clear();
  for (auto* node : context()->order())
    for (auto* model : node->allLocal<core::CollisionModel>()) m_round.models.push_back(shared(model));
  m_round.intersection = shared(context()->down<core::Intersection>());
  m_round.broadPhase = shared(context()->down<core::BroadPhase>());
  m_round.narrowPhase = shared(context()->down<core::NarrowPhase>());
  m_round.response = shared(context()->down<core::ContactManager>());
  m_round.check(*this, "below this node");
  if (isValid()) setValid();
}

void CollisionPipeline::detect() {
  const helper::ProfileScope scope("CollisionDetection");
  m_round.detect(d_depth.value());
}

void CollisionPipeline::respond() {
  const helper::ProfileScope scope("CollisionResponse");
  m_round.respond(*context());
  if (d_verbose.value()) info("{} pairs of models, {} in contact", m_round.pairsFound(), m_round.pairsInContact());
}

namespace {
const auto registered = core::Register("CollisionPipeline", "Sofa.Component.Collision.Detection.Algorithm",
                                       "detects collisions and answers them")
                            .wasCalled("DefaultPipeline", "SOFA v24.12")
                            .ignores("nbThreads", "--threads decides for the whole program")
                            .ignores("taskSchedulerType", "there is one kind of threads")
                            .ignores("parallelDetection", "there is one detection")
                            .add<CollisionPipeline>();
}  // namespace

}  // namespace sofa::component::collision

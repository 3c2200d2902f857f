// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CompositeCollisionPipeline.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::collision {

void CompositeCollisionPipeline::bwdInit() {
  if (l_subCollisionPipelines.size() == 0)
    warning("subCollisionPipelines is empty: nothing collides. Name one or several SubCollisionPipeline.");
  for (std::size_t i = 0; i < l_subCollisionPipelines.size(); ++i)
    if (!l_subCollisionPipelines[i])
      error("subCollisionPipelines: {} is no SubCollisionPipeline; it is left out.",
            i < l_subCollisionPipelines.paths().size() ? l_subCollisionPipelines.paths()[i] : "");
  setValid();
}

void CompositeCollisionPipeline::detect() {
  const helper::ProfileScope scope("CollisionDetection");
  for (auto* part : l_subCollisionPipelines)
    if (part && part->context()) part->detect();
}

void CompositeCollisionPipeline::respond() {
  const helper::ProfileScope scope("CollisionResponse");
  for (auto* part : l_subCollisionPipelines)
    if (part && part->context()) part->respond();
}

namespace {
const auto registered = core::Register("CompositeCollisionPipeline", "Sofa.Component.Collision.Detection.Algorithm",
                                       "runs several sub-pipelines of collision")
                            .ignores("nbThreads", "--threads decides for the whole program")
                            .ignores("taskSchedulerType", "there is one kind of threads")
                            .ignores("parallelDetection", "detections run one after the other; the result is the same")
                            .add<CompositeCollisionPipeline>();
}  // namespace

}  // namespace sofa::component::collision

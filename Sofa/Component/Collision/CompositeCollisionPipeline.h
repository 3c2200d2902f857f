// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/SubCollisionPipeline.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {

/// Runs several sub-pipelines, which see their own models only: first all detections, then all responses, in order.
class CompositeCollisionPipeline : public core::CollisionPipelineBase {
 public:
  core::MultiLink<SubCollisionPipeline> l_subCollisionPipelines{this, "subCollisionPipelines",
                                                                "sub-pipelines, in the order in which they run"};

  void bwdInit() override;
  void resetCollisions() override {}
  void detect() override;
  void respond() override;
};

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/SynchroniseEvent.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::animationloop {

/// A step of several scenes in one: the animation loops of the child nodes make theirs, one after the other; then all
/// of them are in step, and DataExchange carries values from one to another. The loops work in parallel inside, so that
/// results do not depend on threads.
class AnimationLoopParallelScheduler : public core::AnimationLoop {
 public:
  core::Data<bool> d_computeBoundingBox{this, "computeBoundingBox", true,
                                        "update the bounding boxes at the end of each step"};
  core::Link<core::Node> l_node{this, "targetNode",
                                "node whose children are animated; default: that of this component"};

  void init() override;
  void step(double dt) override;
  void storeResetState() override;
  void reset() override;

 private:
  core::Node* target() const { return l_node ? l_node.get() : context(); }
  std::vector<core::AnimationLoop*> loops() const;

  double m_startTime = 0;
};

}  // namespace sofa::component::animationloop

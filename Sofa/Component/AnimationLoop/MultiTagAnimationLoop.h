// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"

namespace sofa::component::animationloop {

/// A step in which the parts of a scene move one after the other: for each of the loop's tags in turn collisions are
/// detected, then the ODE solvers with that tag make their step (docs/manual/scenes.md, "Parts in turn").
class MultiTagAnimationLoop : public DefaultAnimationLoop {
 public:
  void init() override;
  void step(double dt) override;
};

}  // namespace sofa::component::animationloop

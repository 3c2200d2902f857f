#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::collision {

/// Older name of BruteForceBroadPhase and BVHNarrowPhase together, which stand in the node beside it.
class BruteForceDetection : public core::Component {
 public:
  void init() override;
};

}  // namespace sofa::component::collision

#include "Sofa/Component/Collision/BruteForceDetection.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

void BruteForceDetection::init() {
  deprecated("BruteForceDetection is deprecated: write <BruteForceBroadPhase/> <BVHNarrowPhase/> instead.");
}

namespace {
const auto registered = core::Register("BruteForceDetection", "Sofa.Component.Collision.Detection.Algorithm",
                                       "older name of BruteForceBroadPhase and BVHNarrowPhase together")
                            .add<BruteForceDetection>();
}  // namespace

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/BVHNarrowPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

void BVHNarrowPhase::findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                                    Candidates& candidates) {
  m_search.run(a.boxes(), b.boxes(), margin, candidates);
}

namespace {
const auto registered = core::Register("BVHNarrowPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "descends hierarchies of boxes to the elements that touch")
                            .add<BVHNarrowPhase>();
}  // namespace

}  // namespace sofa::component::collision

#include "Sofa/Component/Collision/BVHNarrowPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

void BVHNarrowPhase::findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                                    Candidates& candidates) {
  geometry::forEachOverlap(a.boxes(), b.boxes(), margin, m_stack, [&](type::Index i, type::Index j) {
    candidates.push_back({i, j});
  });
}

namespace {
const auto registered = core::Register("BVHNarrowPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "descends hierarchies of boxes to the elements that touch")
                            .add<BVHNarrowPhase>();
}  // namespace

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/PairwiseNarrowPhase.h"

namespace sofa::component::collision {

/// Descends the hierarchies of boxes of two models to the elements that may touch.
class BVHNarrowPhase : public PairwiseNarrowPhase {
 public:
  bool needsDeepTrees() const override { return true; }

 protected:
  void findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                      Candidates& candidates) override;

 private:
  geometry::OverlapSearch m_search;
};

}  // namespace sofa::component::collision

#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Elements touch when they overlap; there is no distance at which they are seen coming (sheet 07 §6.1). Supports
/// spheres on points and on rigid bodies.
class DiscreteIntersection : public core::Intersection {
 public:
  double boxMargin(double, double) const override { return 0; }
  const core::ElementIntersector* intersector(const core::CollisionModel& a,
                                              const core::CollisionModel& b) const override;
};

}  // namespace sofa::component::collision

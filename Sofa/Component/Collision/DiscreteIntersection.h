// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Elements touch when they overlap; there is no distance at which they are seen coming. Supports
/// spheres on points and on rigid bodies. Other intersections take the pairs registered under its name where they
/// have none of their own.
class DiscreteIntersection : public core::Intersection {
 public:
  double boxMargin(double, double) const override { return 0; }
  std::span<const std::string_view> methods() const override;
};

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/DiscreteIntersection.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

std::span<const std::string_view> DiscreteIntersection::methods() const {
  static constexpr std::string_view names[] = {"DiscreteIntersection"};
  return names;
}

namespace {
const auto registered = core::Register("DiscreteIntersection", "Sofa.Component.Collision.Detection.Intersection",
                                       "elements touch when they overlap")
                            .add<DiscreteIntersection>();
}  // namespace

}  // namespace sofa::component::collision

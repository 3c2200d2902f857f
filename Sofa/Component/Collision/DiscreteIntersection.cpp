#include "Sofa/Component/Collision/DiscreteIntersection.h"

#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/SphereIntersector.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

const core::ElementIntersector* DiscreteIntersection::intersector(const core::CollisionModel& a,
                                                                  const core::CollisionModel& b) const {
  static const SphereIntersector spheres(0, 0);
  const auto isSphere = [](const core::CollisionModel& m) {
    return dynamic_cast<const BaseSphereCollisionModel*>(&m) != nullptr;
  };
  return isSphere(a) && isSphere(b) ? &spheres : nullptr;
}

namespace {
const auto registered = core::Register("DiscreteIntersection", "Sofa.Component.Collision.Detection.Intersection",
                                       "elements touch when they overlap")
                            .add<DiscreteIntersection>();
}  // namespace

}  // namespace sofa::component::collision

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/SubCollisionPipeline.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

/// After the init() of all, so that models may stand below this component in the scene.
void SubCollisionPipeline::bwdInit() {
  m_round.models.clear();
  for (std::size_t i = 0; i < l_collisionModels.size(); ++i) {
    if (l_collisionModels[i])
      m_round.models.push_back(shared(l_collisionModels[i]));
    else
      error("collisionModels: {} is no collision model; it is left out.",
            i < l_collisionModels.paths().size() ? l_collisionModels.paths()[i] : "");
  }
  m_round.intersection = shared(l_intersectionMethod.get());
  m_round.broadPhase = shared(l_broadPhase.get());
  m_round.narrowPhase = shared(l_narrowPhase.get());
  m_round.response = shared(l_contactManager.get());
  m_round.check(*this, "in the links of this component");
  setValid();
}

namespace {
const auto registered = core::Register("SubCollisionPipeline", "Sofa.Component.Collision.Detection.Algorithm",
                                       "detects and answers the collisions of chosen models")
                            .add<SubCollisionPipeline>();
}  // namespace

}  // namespace sofa::component::collision

#include "Sofa/Component/Collision/BruteForceBroadPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::CollisionModel;

void BruteForceBroadPhase::findPairs(std::span<CollisionModel* const> models, const core::Intersection& intersection,
                                     std::vector<core::ModelPair>& pairs) {
  const auto& corners = d_box.value();
  const type::BoundingBox limits{corners[0], corners[1]};
  const bool limited = limits.min.x() < limits.max.x();
  m_inside.clear();
  for (auto* model : models) {
    if (model->boxes().empty()) continue;
    const double skin = model->d_contactDistance.value();
    const auto& box = model->boxes().rootBox();
    if (limited && !geometry::overlap(limits, box, intersection.boxMargin(0, skin))) continue;
    const bool simulated = model->d_simulated.value();
    if (simulated && model->mayTouch(*model)) pairs.push_back({model, model});
    for (auto* other : m_inside) {
      if (!simulated && !other->d_simulated.value()) continue;
      if (!model->mayTouch(*other) || !other->mayTouch(*model)) continue;
      if (geometry::overlap(box, other->boxes().rootBox(),
                            intersection.boxMargin(skin, other->d_contactDistance.value())))
        pairs.push_back({model, other});
    }
    m_inside.push_back(model);
  }
}

namespace {
const auto registered = core::Register("BruteForceBroadPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "compares the boxes of all pairs of models")
                            .wasCalled("IncrSAP")  // which brings a DirectSAPNarrowPhase along
                            .add<BruteForceBroadPhase>();
}  // namespace

}  // namespace sofa::component::collision

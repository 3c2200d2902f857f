#include "Sofa/Component/Collision/CollisionPipeline.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::collision {

namespace {
template <class T>
std::shared_ptr<T> shared(T* component) {
  return component ? std::static_pointer_cast<T>(component->shared_from_this()) : nullptr;
}
}  // namespace

void CollisionPipeline::init() {
  if (d_depth.value() < 0) {
    warning("depth must not be negative; it is {}. {} is used.", d_depth.value(), d_depth.defaultValue());
    d_depth.set(d_depth.defaultValue());
  }
  m_models.clear();
  for (auto* node : static_cast<simulation::Node&>(*context()).order())
    for (auto* model : node->allLocal<core::CollisionModel>()) m_models.push_back(shared(model));
  m_intersection = shared(context()->down<core::Intersection>());
  m_broadPhase = shared(context()->down<core::BroadPhase>());
  m_narrowPhase = shared(context()->down<core::NarrowPhase>());
  m_response = shared(context()->down<core::ContactManager>());
  m_complete = isComplete();
  if (isValid()) setValid();
}

bool CollisionPipeline::isComplete() {
  bool complete = true;
  const auto need = [&](bool there, const char* what, const char* example) {
    if (!there)
      warning("{} is required below this node to compute collisions, e.g. {}; none will be computed.", what, example);
    complete = complete && there;
  };
  need(!m_models.empty(), "At least one CollisionModel", "<SphereCollisionModel/>");
  need(m_intersection != nullptr, "An Intersection detection component", "<DiscreteIntersection/>");
  need(m_response != nullptr, "A contact manager", "<CollisionResponse response=\"PenalityContactForceField\"/>");
  need(m_broadPhase != nullptr, "A BroadPhase component", "<BruteForceBroadPhase/>");
  need(m_narrowPhase != nullptr, "A NarrowPhase component", "<BVHNarrowPhase/>");
  return complete;
}

void CollisionPipeline::detect() {
  if (!m_complete) return;
  const helper::ProfileScope scope("CollisionDetection");
  const int depth = m_broadPhase->needsDeepTrees() || m_narrowPhase->needsDeepTrees() ? d_depth.value() : 0;
  m_present.clear();
  for (const auto& model : m_models) {
    if (!model->d_active.value() || !model->isValid() || !model->context() || !model->context()->isActive()) continue;
    const core::ComponentScope timed(*model);
    model->updateBoxes(depth);
    m_present.push_back(model.get());
  }
  m_pairs.clear();
  {
    const core::ComponentScope timed(*m_broadPhase);
    m_broadPhase->findPairs(m_present, *m_intersection, m_pairs);
  }
  const core::ComponentScope timed(*m_narrowPhase);
  m_narrowPhase->findContacts(m_pairs, *m_intersection);
}

void CollisionPipeline::respond() {
  if (!m_complete) return;
  const helper::ProfileScope scope("CollisionResponse");
  m_response->update(m_narrowPhase->contacts(), *m_intersection);
  const auto contacts = m_response->contacts();
  // Against an obstacle the response belongs to the other model, below its solver; between two bodies, to this node.
  m_wanted.clear();
  for (auto* contact : contacts) {
    if (!contact->first().d_simulated.value())
      m_wanted.push_back({contact->serial(), contact->second().context()});
    else if (!contact->second().d_simulated.value())
      m_wanted.push_back({contact->serial(), contact->first().context()});
  }
  for (auto* contact : contacts)
    if (contact->first().d_simulated.value() && contact->second().d_simulated.value())
      m_wanted.push_back({contact->serial(), context()});
  if (d_verbose.value()) info("{} pairs of models, {} in contact", m_pairs.size(), contacts.size());
  if (m_wanted == m_placements) return;

  for (auto* contact : contacts) contact->removeResponse();
  for (const auto& wanted : m_wanted)
    for (auto* contact : contacts)
      if (contact->serial() == wanted.contact) contact->createResponse(*wanted.node);
  m_placements = m_wanted;
}

namespace {
const auto registered = core::Register("CollisionPipeline", "Sofa.Component.Collision.Detection.Algorithm",
                                       "detects collisions and answers them")
                            .add<CollisionPipeline>();
}  // namespace

}  // namespace sofa::component::collision

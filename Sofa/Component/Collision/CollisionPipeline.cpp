#include "Sofa/Component/Collision/CollisionPipeline.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::collision {

namespace {
template <class T>
std::shared_ptr<T> shared(T* component) {
  return component ? std::static_pointer_cast<T>(component->shared_from_this()) : nullptr;
}

/// Leaves in `contacts` a longest subsequence whose places increase.
template <class PlaceOf>
void keepLongestIncreasing(std::vector<core::Contact*>& contacts, const PlaceOf& placeOf) {
  const std::size_t n = contacts.size();
  std::vector<std::ptrdiff_t> place(n);
  for (std::size_t i = 0; i < n; ++i) place[i] = placeOf(*contacts[i]);
  std::vector<std::size_t> last, before(n, n);  // end of the best sequence of each length; predecessor of each
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = std::ranges::lower_bound(last, place[i], {}, [&](std::size_t k) { return place[k]; });
    if (at != last.begin()) before[i] = *(at - 1);
    if (at == last.end())
      last.push_back(i);
    else
      *at = i;
  }
  std::vector<core::Contact*> kept;
  for (std::size_t i = last.empty() ? n : last.back(); i < n; i = before[i]) kept.push_back(contacts[i]);
  contacts.assign(kept.rbegin(), kept.rend());
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

/// Against an obstacle the response belongs to the other model, below its solver; between two bodies, to this node.
void CollisionPipeline::findPlacements() {
  m_wanted.clear();
  const auto place = [&](core::Contact* contact, core::Context* node) {
    m_wanted.push_back({contact->serial(), contact, node});
  };
  for (auto* contact : m_response->contacts()) {
    if (!contact->first().d_simulated.value())
      place(contact, contact->second().context());
    else if (!contact->second().d_simulated.value())
      place(contact, contact->first().context());
  }
  for (auto* contact : m_response->contacts())
    if (contact->first().d_simulated.value() && contact->second().d_simulated.value()) place(contact, context());
}

/// Brings the responses of every node into the wanted order, leaving as many as possible where they are: those of a
/// longest increasing sequence of present places.
void CollisionPipeline::placeResponses() {
  std::vector<core::Context*> nodes;
  for (const auto& wanted : m_wanted)
    if (std::ranges::find(nodes, wanted.node) == nodes.end()) nodes.push_back(wanted.node);
  for (auto* node : nodes) {
    const auto placeOf = [&](const core::Contact& contact) {
      return std::ranges::find(node->components(), contact.response()) - node->components().begin();
    };
    std::vector<core::Contact*> ordered, staying;
    for (const auto& wanted : m_wanted) {
      if (wanted.node != node || !wanted.contact->response()) continue;
      ordered.push_back(wanted.contact);
      if (wanted.contact->response()->context() == node) staying.push_back(wanted.contact);
    }
    keepLongestIncreasing(staying, placeOf);
    std::size_t next = core::Context::atEnd;
    for (auto contact = ordered.rbegin(); contact != ordered.rend(); ++contact) {
      if (!staying.empty() && staying.back() == *contact) {
        staying.pop_back();
        next = static_cast<std::size_t>(placeOf(**contact));
        continue;
      }
      const auto* from = (*contact)->response()->context();
      const bool standsBefore =
          from == node && next != core::Context::atEnd && static_cast<std::size_t>(placeOf(**contact)) < next;
      (*contact)->removeResponse();
      if (standsBefore) --next;
      (*contact)->addResponse(*node, next);
      next = static_cast<std::size_t>(placeOf(**contact));
    }
  }
}

void CollisionPipeline::respond() {
  if (!m_complete) return;
  const helper::ProfileScope scope("CollisionResponse");
  m_response->update(m_narrowPhase->contacts(), *m_intersection);
  findPlacements();
  if (d_verbose.value()) info("{} pairs of models, {} in contact", m_pairs.size(), m_wanted.size());
  if (m_wanted == m_placements) return;
  placeResponses();
  m_placements = m_wanted;
}

namespace {
const auto registered = core::Register("CollisionPipeline", "Sofa.Component.Collision.Detection.Algorithm",
                                       "detects collisions and answers them")
                            .add<CollisionPipeline>();
}  // namespace

}  // namespace sofa::component::collision

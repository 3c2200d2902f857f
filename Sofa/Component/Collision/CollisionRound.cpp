#include "Sofa/Component/Collision/CollisionRound.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::collision {

namespace {
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

bool CollisionRound::check(const core::Component& owner, std::string_view where) {
  m_complete = true;
  const auto need = [&](bool there, const char* what, const char* example) {
    if (!there)
      owner.warning("{} is required {} to compute collisions, e.g. {}; none will be computed.", what, where, example);
    m_complete = m_complete && there;
  };
  need(!models.empty(), "At least one CollisionModel", "<SphereCollisionModel/>");
  need(intersection != nullptr, "An Intersection detection component", "<DiscreteIntersection/>");
  need(response != nullptr, "A contact manager", "<CollisionResponse response=\"PenalityContactForceField\"/>");
  need(broadPhase != nullptr, "A BroadPhase component", "<BruteForceBroadPhase/>");
  need(narrowPhase != nullptr, "A NarrowPhase component", "<BVHNarrowPhase/>");
  if (!m_complete) return false;
  std::vector<core::CollisionModel*> valid;
  for (const auto& model : models)
    if (model->d_active.value() && model->isValid()) valid.push_back(model.get());
  narrowPhase->check(valid, *intersection);
  return true;
}

void CollisionRound::detect(int depth) {
  if (!m_complete) return;
  if (!broadPhase->needsDeepTrees() && !narrowPhase->needsDeepTrees()) depth = 0;
  m_present.clear();
  for (const auto& model : models) {
    if (!model->d_active.value() || !model->isValid() || !model->context() || !model->context()->isActive()) continue;
    const core::ComponentScope timed(*model);
    model->updateBoxes(depth, intersection->stepMotion());
    m_present.push_back(model.get());
  }
  m_pairs.clear();
  {
    const core::ComponentScope timed(*broadPhase);
    broadPhase->findPairs(m_present, *intersection, m_pairs);
  }
  const core::ComponentScope timed(*narrowPhase);
  narrowPhase->findContacts(m_pairs, *intersection);
}

/// Against an obstacle the response belongs to the other model, below its solver; between two bodies, to that of
/// the pipeline.
void CollisionRound::findPlacements(core::Node& pipelineNode) {
  m_wanted.clear();
  const auto place = [&](core::Contact* contact, core::Node* node) {
    m_wanted.push_back({contact->serial(), contact, node});
  };
  for (auto* contact : response->contacts()) {
    if (!contact->first().d_simulated.value())
      place(contact, contact->second().context());
    else if (!contact->second().d_simulated.value())
      place(contact, contact->first().context());
  }
  for (auto* contact : response->contacts())
    if (contact->first().d_simulated.value() && contact->second().d_simulated.value()) place(contact, &pipelineNode);
}

/// Brings the responses of every node into the wanted order, leaving as many as possible where they are: those of a
/// longest increasing sequence of present places.
void CollisionRound::placeResponses() {
  std::vector<core::Node*> nodes;
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
    std::size_t next = core::Node::atEnd;
    for (auto contact = ordered.rbegin(); contact != ordered.rend(); ++contact) {
      if (!staying.empty() && staying.back() == *contact) {
        staying.pop_back();
        next = static_cast<std::size_t>(placeOf(**contact));
        continue;
      }
      const auto* from = (*contact)->response()->context();
      const bool standsBefore =
          from == node && next != core::Node::atEnd && static_cast<std::size_t>(placeOf(**contact)) < next;
      (*contact)->removeResponse();
      if (standsBefore) --next;
      (*contact)->addResponse(*node, next);
      next = static_cast<std::size_t>(placeOf(**contact));
    }
  }
}

void CollisionRound::respond(core::Node& node) {
  if (!m_complete) return;
  response->update(narrowPhase->contacts(), *intersection);
  place(node);
}

void CollisionRound::resume(core::Node& node) {
  if (!m_complete) return;
  response->restore(*intersection);
  place(node);
}

void CollisionRound::place(core::Node& node) {
  findPlacements(node);
  if (m_wanted == m_placements) return;
  placeResponses();
  m_placements = m_wanted;
}

}  // namespace sofa::component::collision

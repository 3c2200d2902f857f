// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CollisionRound.h"

#include <algorithm>
#include <ranges>
#include <unordered_map>

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Simulation/Mechanics/Participation.h"

namespace sofa::component::collision {

namespace {
/// Where components of a node stand, found again after something was taken away. What is inserted moves only what
/// stands behind it, so that the places before an insertion stay good.
class Places {
 public:
  explicit Places(const core::Node& node) : m_node(node) {}
  std::ptrdiff_t operator()(const core::Contact& contact) {
    if (m_places.empty())
      for (const auto& component : m_node.components())
        m_places.emplace(component.get(), static_cast<std::ptrdiff_t>(m_places.size()));
    return m_places.at(contact.response().get());
  }
  void forget() { m_places.clear(); }

 private:
  const core::Node& m_node;
  std::unordered_map<const core::Component*, std::ptrdiff_t> m_places;
};

/// Leaves in `contacts` a longest subsequence whose places increase.
template <class PlaceOf>
void keepLongestIncreasing(std::vector<core::Contact*>& contacts, PlaceOf& placeOf) {
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
    if (!model->d_active.value() || !model->isValid() || !model->context()) continue;
    if (!simulation::participation(*model->context()).takesPartWithState(*model)) continue;
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

void CollisionRound::placeResponses() {
  std::vector<core::Node*> nodes;
  std::unordered_map<core::Node*, std::vector<core::Contact*>> byNode;
  for (const auto& wanted : m_wanted) {
    const auto [entry, isNew] = byNode.try_emplace(wanted.node);
    if (isNew) nodes.push_back(wanted.node);
    if (wanted.contact->response()) entry->second.push_back(wanted.contact);
  }
  for (auto* node : nodes) placeResponses(*node, byNode[node]);
}

/// Brings the responses of a node into the wanted order, leaving as many as possible where they are: those of a longest
/// increasing sequence of present places.
void CollisionRound::placeResponses(core::Node& node, std::span<core::Contact* const> ordered) {
  const auto isHere = [&](const core::Contact* contact) { return contact->response()->context() == &node; };
  std::vector<core::Contact*> staying;
  std::ranges::copy_if(ordered, std::back_inserter(staying), isHere);
  if (staying.size() == ordered.size() && ordered.size() < 2) return;
  Places places(node);
  keepLongestIncreasing(staying, places);
  std::size_t next = core::Node::atEnd;
  for (auto* contact : ordered | std::views::reverse) {
    if (!staying.empty() && staying.back() == contact) {
      staying.pop_back();
      next = static_cast<std::size_t>(places(*contact));
      continue;
    }
    if (isHere(contact)) {
      if (next != core::Node::atEnd && static_cast<std::size_t>(places(*contact)) < next) --next;
      contact->removeResponse();
      places.forget();
    }
    contact->removeResponse();
    next = std::min(next, node.components().size());
    contact->addResponse(node, next);
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

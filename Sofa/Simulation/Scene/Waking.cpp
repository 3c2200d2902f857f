// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/Waking.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Simulation/Scene/LinkTarget.h"

namespace sofa::simulation {
namespace {

using core::Base;
using core::Component;

/// Of a node: it was initialised once.
struct Awake {};

/// What a component that waits was linked to.
struct HeldLinks {
  struct One {
    core::BaseLink* link;
    std::size_t index;
    std::weak_ptr<Base> target;
  };
  std::vector<One> links;
  core::ComponentState state = core::ComponentState::Undefined;
};

/// Goes with the root of the scene: the nodes and components that are dormant, and when it was last asked.
struct Dormants {
  std::vector<std::weak_ptr<Base>> all;
  std::size_t activation = 0;
};

std::shared_ptr<Dormants> dormantsOf(const Node& root) {
  auto& kept = root.attachment(typeid(Dormants));
  if (!kept) kept = std::make_shared<Dormants>();
  return std::static_pointer_cast<Dormants>(kept);
}

/// Before initRoot, which looks at everything itself. A root that was switched off then is dormant.
bool isToBeInitialised(const Node& root) { return !wasInitialised(root) && !core::isDormant(root); }

std::shared_ptr<HeldLinks> heldLinks(const Component& component) {
  return std::static_pointer_cast<HeldLinks>(component.attachment(typeid(HeldLinks)));
}

// --- Who is dormant --------------------------------------------------------------------------------------------------

/// Finds all that cannot be initialised as nodes are switched now.
class DormancySearch {
 public:
  explicit DormancySearch(Node& root) : m_root(root) {
    findReached();
    core::forEachNode(root, [this](Node& node) {
      if (!m_reached.contains(&node)) addUnreached(node);
    });
    if (!m_dormant.empty()) spread();
  }

  const std::unordered_set<const Base*>& dormant() const { return m_dormant; }
  bool isReached(const Node& node) const { return m_reached.contains(&node); }
  /// To which a link of the component leads; null if none is dormant.
  const Base* partner(const Component& component) const;

 private:
  void findReached() {
    m_reached.clear();
    m_order.clear();
    reach(m_root);
  }
  void reach(Node& node) {
    if (!node.isActive() || m_dormant.contains(&node) || !m_reached.insert(&node).second) return;
    m_order.push_back(&node);
    for (const auto& child : node.children()) reach(*child);
  }
  /// What was initialised before it was switched off stays so.
  void addUnreached(const Node& node) {
    const bool fresh = !wasInitialised(node);
    if (fresh) m_dormant.insert(&node);
    for (const auto& component : node.components())
      if (fresh || core::isDormant(*component)) m_dormant.insert(component.get());
  }
  /// What is linked to something dormant is dormant. A mapping takes its node and all below with it, but for the root:
  /// that would be the whole scene.
  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Node* node : m_order)
        if (spreadIn(*node)) changed = true;
      if (changed) findReached();
    }
  }
  bool spreadIn(const Node& node);
  void addBelow(const Node& node) {
    if (!m_dormant.insert(&node).second) return;
    for (const auto& component : node.components()) m_dormant.insert(component.get());
    for (const auto& child : node.children())
      if (std::ranges::all_of(child->parents(), [this](const auto* parent) { return m_dormant.contains(parent); }))
        addBelow(*child);
  }

  Node& m_root;
  std::unordered_set<const Base*> m_dormant;
  std::unordered_set<const Node*> m_reached;
  std::vector<const Node*> m_order;
};

const Base* DormancySearch::partner(const Component& component) const {
  for (const auto* link : component.links())
    if (link->isGiven())
      for (std::size_t i = 0; i < link->size(); ++i)
        if (m_dormant.contains(link->target(i))) return link->target(i);
  if (!core::isDormant(component)) return nullptr;
  if (const auto held = heldLinks(component))
    for (const auto& one : held->links)
      if (const auto target = one.target.lock(); target && m_dormant.contains(target.get())) return target.get();
  return nullptr;
}

bool DormancySearch::spreadIn(const Node& node) {
  bool changed = false;
  for (const auto& component : node.components()) {
    if (m_dormant.contains(component.get()) || !partner(*component)) continue;
    changed = true;
    m_dormant.insert(component.get());
    if (&node == &m_root || dynamic_cast<const core::BaseMapping*>(component.get()) == nullptr) continue;
    addBelow(node);
    break;
  }
  return changed;
}

// --- Falling asleep and waking up ------------------------------------------------------------------------------------

/// Links to what is dormant lead nowhere until it wakes up.
void hold(Component& component, const DormancySearch& search) {
  auto held = heldLinks(component);
  if (!held) {
    held = std::make_shared<HeldLinks>();
    held->state = component.d_componentState.value();
    component.attachment(typeid(HeldLinks)) = held;
  }
  for (auto* link : component.links())
    for (std::size_t i = 0; i < link->size(); ++i)
      if (auto* target = link->target(i); search.dormant().contains(target)) {
        held->links.push_back({link, i, target->weak_from_this()});
        setTarget(*link, i, nullptr);
      }
  component.setInvalid();
}

void release(Component& component) {
  const auto held =
      std::static_pointer_cast<HeldLinks>(std::exchange(component.attachment(typeid(HeldLinks)), nullptr));
  if (!held) return;
  for (const auto& [link, index, target] : held->links)
    if (index < link->size() && !link->target(index)) setTarget(*link, index, target.lock().get());
  component.d_componentState.set(held->state);
}

void tell(const Component& component, const Base* partner) {
  if (!partner) return;
  component.warning(
      "It is linked to {}, which is switched off (activated) or waits for what is: it is not initialised and does not "
      "act until that does.",
      partner->path());
}

void noteDormant(Dormants& dormants, const Base& object) {
  if (core::isDormant(object)) return;
  core::setDormant(object, true);
  dormants.all.push_back(std::const_pointer_cast<Base>(object.shared_from_this()));
}

/// Those that wake up, in the order of initialisation.
Components wake(Node& root, const DormancySearch& search) {
  auto& dormants = *dormantsOf(root);
  std::unordered_set<const Base*> woken;
  for (const auto& weak : std::exchange(dormants.all, {})) {
    const auto object = weak.lock();
    if (!object) continue;
    if (search.dormant().contains(object.get())) {
      dormants.all.push_back(weak);
      continue;
    }
    core::setDormant(*object, false);
    woken.insert(object.get());
    if (auto* component = dynamic_cast<Component*>(object.get())) release(*component);
  }
  if (woken.empty()) return {};
  root.graphChanged();
  Components components;
  for (const Node* node : root.order())
    for (const auto& component : node->components())
      if (woken.contains(component.get())) components.push_back(component);
  return components;
}

void passBy(Node& root, const DormancySearch& search) {
  if (search.dormant().empty()) return;
  auto& dormants = *dormantsOf(root);
  bool changed = false;
  core::forEachNode(root, [&](Node& node) {
    const bool visited = search.isReached(node);
    if (!visited && search.dormant().contains(&node)) noteDormant(dormants, node);
    for (const auto& component : node.components()) {
      if (core::isDormant(*component) || !search.dormant().contains(component.get())) continue;
      changed = true;
      const auto* partner = search.partner(*component);
      if (visited) hold(*component, search);
      if (visited || dynamic_cast<const core::BaseMapping*>(component.get())) tell(*component, partner);
      noteDormant(dormants, *component);
    }
  });
  if (changed) root.graphChanged();
}

/// How the nodes are switched that hold something dormant, or stand above: what is dormant can have changed only if
/// this has.
std::size_t activationOf(const Dormants& dormants) {
  std::size_t stamp = 1469598103934665603ull;
  std::unordered_set<const core::Node*> seen;
  const auto add = [&](const auto& self, const core::Node* node) -> void {
    if (!node || !seen.insert(node).second) return;
    stamp = (stamp ^ (node->isActive() ? 2u : 1u)) * 1099511628211ull;
    for (const auto* parent : node->parents()) self(self, parent);
  };
  for (const auto& weak : dormants.all)
    if (const auto object = weak.lock()) add(add, object->linkContext());
  return stamp;
}

/// Pipelines know the models that were there when they were initialised.
void addPipelines(Node& root, Components& woken) {
  if (std::ranges::none_of(woken, [](const auto& c) { return dynamic_cast<core::CollisionModel*>(c.get()); })) return;
  for (const Node* node : root.order())
    for (const auto& component : node->components())
      if (dynamic_cast<core::CollisionPipelineBase*>(component.get()) &&
          std::ranges::find(woken, component) == woken.end())
        woken.push_back(component);
}

/// Components beside those that wake up which gave up for want of them, though no link leads there.
void addDisappointed(Components& woken) {
  Components disappointed;
  for (const auto& component : woken)
    for (const auto& other : component->context()->components()) {
      const auto isOther = [&](const auto& one) { return one != other; };
      if (!other->isValid() && !core::isDormant(*other) && std::ranges::all_of(woken, isOther) &&
          std::ranges::all_of(disappointed, isOther))
        disappointed.push_back(other);
    }
  woken.insert(woken.end(), disappointed.begin(), disappointed.end());
}

}  // namespace

bool wasInitialised(const Node& node) { return node.attachment(typeid(Awake)) != nullptr; }

void passByDormant(Node& root) {
  const DormancySearch search(root);
  wake(root, search);
  passBy(root, search);
  auto& dormants = *dormantsOf(root);
  dormants.activation = activationOf(dormants);
}

void passByNew(Node& root) {
  if (!isToBeInitialised(root)) passBy(root, DormancySearch(root));
}

void passBy(const core::Component& component) { noteDormant(*dormantsOf(*component.context()->root()), component); }

void noteAwake(Node& root) {
  for (const Node* node : root.order())
    if (auto& awake = node->attachment(typeid(Awake)); !awake) awake = std::make_shared<Awake>();
}

void initWoken(Node& root) {
  auto& dormants = *dormantsOf(root);
  if (dormants.all.empty() || isToBeInitialised(root)) return;
  if (const auto activation = activationOf(dormants); activation == std::exchange(dormants.activation, activation))
    return;
  const DormancySearch search(root);
  if (std::ranges::none_of(dormants.all, [&](const auto& weak) {
        const auto object = weak.lock();
        return object && !search.dormant().contains(object.get());
      }))
    return;
  root.graphChanged();  // switching a node leaves no other trace in the order of the nodes
  const AtTheStart now(root);
  carryStates(root);
  const auto fresh = wake(root, search);
  noteAwake(root);
  auto woken = fresh;
  addPipelines(root, woken);
  addDisappointed(woken);
  initForTheFirstTime(root, woken, fresh);
}

std::vector<Node*> allNodes(Node& root) {
  auto all = root.order();
  const std::unordered_set<const Node*> visited(all.begin(), all.end());
  core::forEachNode(root, [&](Node& node) {
    if (!visited.contains(&node)) all.push_back(&node);
  });
  return all;
}

}  // namespace sofa::simulation

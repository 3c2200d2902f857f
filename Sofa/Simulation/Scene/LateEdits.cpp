// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/LateEdits.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/ContextStays.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Scene/GraphEdit.h"
#include "Sofa/Simulation/Scene/InitAgain.h"

namespace sofa::simulation {
namespace {

/// Goes with the root of the scene.
struct LateEdits {
  std::vector<std::weak_ptr<core::Base>> added, unlinked;
  std::vector<std::shared_ptr<core::Base>> removed;
  int steps = 0;  ///< how many are under way, one within the other
  struct TakenOut {
    std::shared_ptr<core::Component> component;
    std::shared_ptr<core::Base> node;  ///< its context; null for a root that nobody shares
  };
  std::vector<TakenOut> takenOut;  ///< in the steps under way
};

/// What followed an object that left; goes with that object.
struct LeftBehind {
  std::weak_ptr<LateEdits> scene;
  Followers followers;
};

std::shared_ptr<LateEdits> findEdits(const core::Node& root) {
  return std::static_pointer_cast<LateEdits>(root.attachment(typeid(LateEdits)));
}

/// Null for a scene that is not initialised: all of it will be.
std::shared_ptr<LateEdits> editsOf(const core::Node* node) {
  const auto* root = node ? node->root() : nullptr;
  if (!root || !core::isOfScene(*root)) return nullptr;
  auto& kept = root->attachment(typeid(LateEdits));
  if (!kept) kept = std::make_shared<LateEdits>();
  return std::static_pointer_cast<LateEdits>(kept);
}

bool isIn(const core::Base& object, const core::Node& root) {
  const auto* component = dynamic_cast<const core::Component*>(&object);
  const auto* node = component ? holderOf(*component) : object.linkContext();
  return node && node->root() == &root;
}

/// Components that were taken out have no context any more, but those that are back in a node.
void letGo(LateEdits& edits) {
  if (edits.takenOut.empty()) return;
  core::Node exit;
  for (const auto& [component, node] : std::exchange(edits.takenOut, {})) {
    if (!component->context() || holderOf(*component)) continue;
    exit.addComponent(component);
    exit.removeComponent(component.get());
  }
}

/// Whether it is the node or stands in it or below.
bool isBelow(const core::Base& object, const core::Node& top) {
  const auto* node = object.linkContext();
  return node && (node == &top || top.isAncestorOf(node));
}

/// Components of the object that nobody has initialised yet: what belongs to the scene has been.
void collectNew(core::Base& object, Objects& found) {
  const auto collect = [&](const std::shared_ptr<core::Base>& component) {
    if (!core::isOfScene(*component) && std::ranges::find(found, component) == found.end()) found.push_back(component);
  };
  auto* node = dynamic_cast<core::Node*>(&object);
  if (!node) return collect(object.shared_from_this());
  core::forEachNode(*node, [&](core::Node& below) {
    below.inheritContext();
    core::markAsScene(below);
    for (const auto& component : below.components()) collect(component);
  });
}

/// What followed an object that is back follows it again.
void restoreFollowers(const std::shared_ptr<LateEdits>& edits, const core::Base& object) {
  const auto left = std::static_pointer_cast<LeftBehind>(std::exchange(object.attachment(typeid(LeftBehind)), nullptr));
  if (left && left->scene.lock() == edits) left->followers.restore();
}

void release(Node& root, const std::shared_ptr<LateEdits>& edits, core::Base& object) {
  auto left = std::make_shared<LeftBehind>();
  left->scene = edits;
  left->followers.release(root, object);
  left->followers.settle();
  if (!left->followers.empty()) object.attachment(typeid(LeftBehind)) = left;
}

/// Their links are tried before: what they are to lead to may have come in the meantime.
void initUnlinked(Node& root, const std::vector<std::weak_ptr<core::Base>>& unlinked) {
  Components lost;
  for (const auto& weak : unlinked) {
    const auto component = std::dynamic_pointer_cast<core::Component>(weak.lock());
    if (!component || !isIn(*component, root) || std::ranges::find(lost, component) != lost.end()) continue;
    for (auto* link : component->links()) link->retry();
    lost.push_back(component);
  }
  if (lost.empty()) return;
  const AtTheStart now(root);
  initAgain(lost);
}

}  // namespace

void noteAdded(core::Node& node, const std::shared_ptr<core::Base>& object) {
  if (const auto edits = editsOf(&node)) edits->added.push_back(object);
}

void noteInitialised(core::Base& object) {
  const auto edits = object.linkContext() ? findEdits(*object.linkContext()->root()) : nullptr;
  if (!edits) return;
  const auto* node = dynamic_cast<const core::Node*>(&object);
  const auto waiting = edits->added.size();
  for (auto* list : {&edits->added, &edits->unlinked})
    std::erase_if(*list, [&](const auto& weak) {
      const auto one = weak.lock();
      return !one || (node ? isBelow(*one, *node) : one.get() == &object);
    });
  if (edits->added.size() != waiting) object.linkContext()->graphChanged();  // they take part now
}

void noteRemoved(core::Node& node, const std::shared_ptr<core::Base>& object) {
  if (const auto edits = editsOf(&node)) edits->removed.push_back(object);
}

core::Node* holderOf(const core::Component& component) {
  auto* node = component.context();
  const auto holds = [&](const auto& one) { return one.get() == &component; };
  return node && std::ranges::any_of(node->components(), holds) ? node : nullptr;
}

void takeOut(core::Node& node, const std::shared_ptr<core::Component>& component) {
  const auto edits = editsOf(&node);
  if (edits && edits->steps > 0) {
    const core::ContextStays stays;
    node.removeComponent(component.get());
    edits->takenOut.push_back({component, node.weak_from_this().lock()});
  } else {
    node.removeComponent(component.get());
  }
  noteRemoved(node, component);
}

WithinStep::WithinStep(Node& root) : m_edits(editsOf(&root)) {
  if (m_edits) ++static_cast<LateEdits*>(m_edits.get())->steps;
}

WithinStep::~WithinStep() {
  if (auto* edits = static_cast<LateEdits*>(m_edits.get()); edits && --edits->steps == 0) letGo(*edits);
}

void noteUnlinked(core::Component& component) {
  if (const auto edits = editsOf(component.context())) edits->unlinked.push_back(component.weak_from_this());
}

bool awaitsInit(const core::Component& component) {
  if (!component.context() || core::isOfScene(component)) return false;
  const auto edits = findEdits(*component.context()->root());
  return edits && std::ranges::any_of(edits->added, [&](const auto& weak) {
           const auto added = weak.lock();
           const auto* node = dynamic_cast<const core::Node*>(added.get());
           return added.get() == &component || (node && isBelow(component, *node));
         });
}

void settleEdits(Node& root) {
  const auto edits = findEdits(root);
  if (!edits || (edits->added.empty() && edits->unlinked.empty() && edits->removed.empty())) return;
  // What is done below may add and remove as well: that waits for the next time.
  const auto removed = std::exchange(edits->removed, {});
  const auto added = std::exchange(edits->added, {});
  const auto unlinked = std::exchange(edits->unlinked, {});
  if (!added.empty()) root.graphChanged();
  for (const auto& object : removed)
    if (!isIn(*object, root)) release(root, edits, *object);
  Objects uninitialised;
  for (const auto& weak : added) {
    const auto object = weak.lock();
    if (!object || !isIn(*object, root)) continue;
    restoreFollowers(edits, *object);
    collectNew(*object, uninitialised);
  }
  if (!uninitialised.empty()) initAdded(root, uninitialised);
  initUnlinked(root, unlinked);
}

void forgetEdits(Node& root) { root.attachment(typeid(LateEdits)).reset(); }

}  // namespace sofa::simulation

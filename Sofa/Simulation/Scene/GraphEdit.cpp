// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/GraphEdit.h"

#include <unordered_set>

#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Simulation/Scene/LinkTarget.h"
#include "Sofa/Simulation/Scene/Waking.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::simulation {
namespace {

Node* nodeOf(const core::Base& object) { return object.linkContext(); }

/// The components of an object: itself, or all of a node and below, parents first.
Components componentsOf(core::Base& object) {
  Components all;
  if (auto* component = dynamic_cast<core::Component*>(&object)) {
    all.push_back(std::static_pointer_cast<core::Component>(component->shared_from_this()));
  } else {
    core::forEachNode(static_cast<core::Node&>(object), [&](core::Node& node) {
      all.insert(all.end(), node.components().begin(), node.components().end());
    });
  }
  return all;
}

void markAdded(core::Base& object) {
  if (auto* node = dynamic_cast<core::Node*>(&object))
    core::forEachNode(*node, [](core::Node& below) { core::markAsScene(below); });
  for (const auto& component : componentsOf(object)) core::markAsScene(*component);
}

/// Links of the whole scene that lead to what came; those of the newcomers that lead nowhere are told.
void resolveLinks(Node& root, const std::unordered_set<const core::Base*>& added) {
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components())
      for (auto* link : component->links()) {
        if (!link->isGiven() || link->isResolved() || core::isDormant(*component)) continue;
        link->retry();
        if (!link->isResolved() && added.contains(component.get()))
          component->warning("Link update failed for {} = {}: no {} is found there.{}", link->name(), link->text(),
                             link->typeName(), core::suggestPath(*component, link->paths().front()));
      }
  });
}

class InitAddedVisitor : public Visitor {
 public:
  Answer topDown(Node& node) override {
    node.inheritContext();
    for (std::size_t i = 0; i < node.components().size(); ++i) initialise(std::shared_ptr(node.components()[i]));
    return Answer::Continue;
  }
  void bottomUp(Node& node) override {
    for (std::size_t i = node.components().size(); i-- > 0;)
      if (i < node.components().size()) initialiseBackwards(std::shared_ptr(node.components()[i]));
  }
};

/// Whether a traversal from the root comes by the node.
bool isVisited(Node& root, const Node& node) {
  const auto& order = root.order();
  return std::ranges::find(order, &node) != order.end();
}

/// What comes into a node that is switched off is initialised when that is switched on.
void passByAdded(Node& root, const Objects& added) {
  for (const auto& object : added)
    if (const auto* component = dynamic_cast<const core::Component*>(object.get()))
      if (!isVisited(root, *component->context())) passBy(*component);
  passByNew(root);
}

/// Components that gave up for want of something try again with what came.
void initDisappointed(const Objects& added, const std::unordered_set<const core::Base*>& all) {
  Components disappointed;
  for (const auto& object : added) {
    auto* component = dynamic_cast<core::Component*>(object.get());
    if (!component) continue;
    for (auto& other : componentsOf(*component->context()))
      if (!other->isValid() && !all.contains(other.get()) && !core::isDormant(*other))
        disappointed.push_back(std::move(other));
    if (!disappointed.empty()) break;  // of one node, as all that is added at a time
  }
  for (const auto& component : disappointed) component->setValid();
  initAgain(disappointed);
}

std::vector<core::BaseState*> statesOf(const Objects& added) {
  std::vector<core::BaseState*> states;
  for (const auto& object : added)
    for (const auto& component : componentsOf(*object))
      if (auto* state = dynamic_cast<core::BaseState*>(component.get());
          state && state->isMechanical() && !core::isDormant(*state))
        states.push_back(state);
  return states;
}

}  // namespace

void initAdded(Node& root, const Objects& added) {
  std::unordered_set<const core::Base*> all;
  for (const auto& object : added) {
    markAdded(*object);
    for (const auto& component : componentsOf(*object)) all.insert(component.get());
  }
  resolveLinks(root, all);
  passByAdded(root, added);
  for (const auto& object : added) {
    if (auto* node = dynamic_cast<Node*>(object.get())) {
      InitAddedVisitor visitor;
      node->execute(visitor);
    } else {
      initialise(std::static_pointer_cast<core::Component>(object));
    }
  }
  for (auto it = added.rbegin(); it != added.rend(); ++it)
    if (const auto component = std::dynamic_pointer_cast<core::Component>(*it)) initialiseBackwards(component);
  initDisappointed(added, all);
  {
    const NotedStart noted(statesOf(added));
    for (const auto& object : added) propagateStates(*nodeOf(*object));
  }
  for (const auto& object : added)
    for (const auto& component : componentsOf(*object))
      if (!core::isDormant(*component)) storeResetState(*component);
  noteAwake(root);
  updateBoundingBoxes(root);
  core::passOverOwnChanges(*root.root());  // meshes that derive their elements from others do so now
}

void initElsewhere(core::Component& component) {
  for (auto* link : component.links())
    if (!link->isGiven())
      for (std::size_t i = 0; i < link->size(); ++i) setTarget(*link, i, nullptr);
  initAsLoaded(*component.context()->root(), {std::static_pointer_cast<core::Component>(component.shared_from_this())});
}

void Followers::release(Node& root, core::Base& removed) {
  m_root = &root;
  const auto leaving = componentsOf(removed);
  std::unordered_set<const core::Base*> gone;
  for (const auto& component : leaving) gone.insert(component.get());
  if (auto* node = dynamic_cast<core::Node*>(&removed))
    core::forEachNode(*node, [&](core::Node& below) { gone.insert(&below); });
  for (const auto& owner : componentsOf(root)) {
    if (gone.contains(owner.get())) continue;
    if (!owner->isValid()) m_invalid.push_back(owner);
    bool follows = false;
    for (auto* link : owner->links())
      for (std::size_t i = 0; i < link->size(); ++i) {
        if (!gone.contains(link->target(i))) continue;
        m_links.push_back({link, i, link->target(i)->weak_from_this()});
        owner->warning("The link {} led to {}, which was removed.", link->name(), link->target(i)->path());
        follows = true;
      }
    std::vector<core::BaseData*> released;
    for (auto* data : owner->dataFields()) {
      if (!data->parent() || !gone.contains(data->parent()->owner())) continue;
      m_data.push_back({data, data->parent(), data->parent()->owner()->weak_from_this(), data->linkPath()});
      released.push_back(data);
    }
    if (!released.empty()) keepValues(*owner, released);
    if (follows) m_linked.push_back(owner);
    if (follows) m_states.push_back(owner->d_componentState.value());
    if (!released.empty()) m_following.push_back(owner);
  }
  for (const auto& l : m_links) setTarget(*l.link, l.index, nullptr);
}

/// The values take the place of the links, so that the scene loads again without what was removed.
void Followers::keepValues(core::Component& owner, const std::vector<core::BaseData*>& released) {
  std::string names;
  if (auto given = core::givenAttributes(owner)) m_given.emplace_back(owner.shared_from_this(), std::move(*given));
  const core::Base& source = *released.front()->parent()->owner();
  for (auto* data : released) {
    names += (names.empty() ? "" : ", ") + data->name();
    data->rawValue();
    data->setParent(nullptr);
    if (!data->options().readOnly) core::giveAttribute(owner, data->name(), data->text(0));
  }
  if (auto given = core::givenAttributes(owner)) {
    const auto src = given->values.find("src");
    if (src != given->values.end() && core::findSourceObject(owner, src->second.substr(1)) == &source) {
      given->values.erase(src);
      core::setGivenAttributes(owner, std::move(given));
    }
  }
  owner.warning("{} followed {}, which was removed: the values stay as they are.", names, source.path());
}

void Followers::addDisappointed() {
  std::unordered_set<const core::Base*> known;
  for (const auto& component : m_linked) known.insert(component.get());
  for (const auto& before : m_invalid) known.insert(before.lock().get());
  for (const auto& component : componentsOf(*m_root))
    if (!component->isValid() && !core::isDormant(*component) && !known.contains(component.get()))
      m_linked.push_back(component);
}

void Followers::restore() {
  for (const auto& component : m_instead)
    if (component->context()) component->context()->removeComponent(component.get());
  for (const auto& l : m_links)
    if (l.index < l.link->size()) setTarget(*l.link, l.index, l.target.lock().get());
  for (const auto& d : m_data) {
    if (d.source.expired()) continue;
    d.data->setParent(d.parent);
    d.data->setLinkPath(d.linkPath);
  }
  for (auto& [object, given] : m_given) core::setGivenAttributes(*object, std::move(given));
  // What gave up without it takes part again.
  for (std::size_t i = 0; i < m_linked.size(); ++i) m_linked[i]->d_componentState.set(m_states[i]);
  for (const auto& component : m_following)
    if (std::ranges::find(m_linked, component) == m_linked.end()) m_linked.push_back(component);
  addDisappointed();
  initAsLoaded(*m_root, m_linked);
  m_invalid.clear();
  m_links.clear();
  m_data.clear();
  m_linked.clear();
  m_states.clear();
  // Not m_instead: somebody may point to them until this object goes.
  m_following.clear();
  m_given.clear();
}

void Followers::settle() {
  if (m_linked.empty()) return;
  const AtTheStart now(*m_root);
  m_instead = initAgain(m_linked);
}

}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::core {
class BaseMass;
class BaseMeshTopology;
class BaseState;
class Component;
class Node;
struct Event;
struct ExecParams;
BaseState* mechanicalState(const Node& node);
BaseMeshTopology* meshTopology(const Node& node);
}  // namespace sofa::core
namespace sofa::simulation {
void initRoot(core::Node& root);
}

namespace sofa::compatibility {

/// Members of a node, the context of its components, that code written for SOFA calls.
template <class Self>
class NodeMembers {
 public:
  enum SearchDirection { SearchUp = -1, Local = 0, SearchDown = 1, SearchRoot = 2, SearchParents = 3 };
  using SPtr = std::shared_ptr<Self>;
  using BaseContext = Self;

  void setActive(bool active) { self().d_activated.set(active); }
  const type::Vec3& getGravity() const { return self().gravity(); }
  void setGravity(const type::Vec3& gravity) { self().d_gravity.set(gravity); }
  double getTime() const { return self().time(); }
  void setTime(double time) { self().d_time.set(time); }
  double getDt() const { return self().dt(); }
  void setDt(double dt) { self().d_dt.set(dt); }
  bool getAnimate() const { return self().d_animate.value(); }
  void setAnimate(bool animate) { self().d_animate.set(animate); }
  bool isSleeping() const { return self().d_sleeping.value(); }

  Self* getContext() const { return &self(); }
  Self* toBaseNode() const { return &self(); }
  Self* toBaseContext() const { return &self(); }
  Self* getRootContext() const { return self().root(); }
  Self* getRoot() const { return self().root(); }
  Self* getFirstParent() const { return self().parent(); }
  const std::vector<Self*>& getParents() const { return self().parents(); }
  std::vector<Self*> getChildren() const {
    std::vector<Self*> children;
    for (const auto& child : self().children()) children.push_back(child.get());
    return children;
  }
  /// Null if there is none of that name.
  Self* getChild(const std::string& name) const { return named(self().children(), name); }
  core::Component* getObject(const std::string& name) const { return named(self().components(), name); }
  /// The first node of that name, depth first.
  Self* getTreeNode(const std::string& name) const {
    Self* found = nullptr;
    self().visitDown([&](const Self& node) { return (found = named(node.children(), name)) != nullptr; });
    return found;
  }

  core::BaseState* getMechanicalState() const { return core::mechanicalState(self()); }
  core::BaseState* getState() const { return core::mechanicalState(self()); }
  /// The mesh that components of this node use unless told otherwise.
  core::BaseMeshTopology* getMeshTopology() const { return core::meshTopology(self()); }
  core::BaseMeshTopology* getTopology() const { return core::meshTopology(self()); }
  core::BaseMeshTopology* getMeshTopologyLink(SearchDirection direction = SearchUp) const {
    return direction == SearchUp ? getMeshTopology() : get<core::BaseMeshTopology>(direction);
  }
  core::BaseMass* getMass() const { return self().template local<core::BaseMass>(); }

  /// The first T found in that direction, null if there is none.
  template <class T>
  T* get(SearchDirection direction = SearchUp) const {
    const auto parents = [&]() -> T* {
      for (const auto* parent : self().parents())
        if (auto* found = parent->template up<T>()) return found;
      return nullptr;
    };
    switch (direction) {
      case Local:
        return self().template local<T>();
      case SearchDown:
        return self().template down<T>();
      case SearchRoot:
        return self().root()->template down<T>();
      case SearchParents:
        return parents();
      case SearchUp:
        break;
    }
    return self().template up<T>();
  }
  template <class T>
  void get(T*& found, SearchDirection direction = SearchUp) const {
    found = get<T>(direction);
  }
  template <class T>
  void get(std::shared_ptr<T>& found, SearchDirection direction = SearchUp) const {
    auto* object = get<T>(direction);
    found = object ? std::dynamic_pointer_cast<T>(object->shared_from_this()) : nullptr;
  }
  /// Appends all T of that direction.
  template <class T, class Allocator>
  void get(std::vector<T*, Allocator>* found, SearchDirection direction = SearchUp) const {
    const auto append = [&](const Self& node) {
      for (auto* object : node.template allLocal<T>())
        if (std::find(found->begin(), found->end(), object) == found->end()) found->push_back(object);
      return false;
    };
    if (direction == Local) append(self());
    if (direction == SearchUp) self().visitUp(append);
    if (direction == SearchParents)
      for (const auto* parent : self().parents()) parent->visitUp(append);
    if (direction == SearchDown) self().visitDown(append);
    if (direction == SearchRoot) self().root()->visitDown(append);
  }
  template <class T>
  std::vector<T*> getObjects(SearchDirection direction = SearchUp) const {
    std::vector<T*> found;
    get<T>(&found, direction);
    return found;
  }

  template <class T>
  T* getNodeObject() const {
    return get<T>(Local);
  }
  template <class T>
  void getNodeObject(T*& found) const {
    found = get<T>(Local);
  }
  template <class T>
  T* getTreeObject() const {
    return get<T>(SearchDown);
  }
  template <class T>
  void getTreeObject(T*& found) const {
    found = get<T>(SearchDown);
  }
  template <class T, class Allocator>
  void getNodeObjects(std::vector<T*, Allocator>* found) const {
    get<T>(found, Local);
  }
  template <class T>
  std::vector<T*> getNodeObjects() const {
    return getObjects<T>(Local);
  }
  template <class T, class Allocator>
  void getTreeObjects(std::vector<T*, Allocator>* found) const {
    get<T>(found, SearchDown);
  }
  template <class T>
  std::vector<T*> getTreeObjects() const {
    return getObjects<T>(SearchDown);
  }

  bool addObject(std::shared_ptr<core::Component> component) {
    if (!component) return false;
    self().addComponent(std::move(component));
    return true;
  }
  template <class T>
  bool removeObject(const std::shared_ptr<T>& component) {
    return removeObject(component.get());
  }
  template <class T>
  bool removeObject(T* component) {
    if (!component || component->getContext() != &self()) return false;
    self().removeComponent(component);
    return true;
  }
  /// Takes the node, with all below, away from its parents.
  void detachFromGraph() {
    const auto parents = self().parents();
    for (auto* parent : parents) parent->removeChild(&self());
  }
  /// Tells the listening components from here down.
  template <class Event>
  void propagateEvent(const core::ExecParams*, Event* event) {
    self().broadcast(*event);
  }
  /// Initialises the scene that this node is the root of.
  void init(const core::ExecParams*) { simulation::initRoot(self()); }
  /// Runs a visitor from here.
  template <class Visitor>
  void executeVisitor(Visitor* visitor) {
    visitor->execute(&self());
  }
  template <class Visitor>
  void executeVisitor(Visitor& visitor) {
    visitor.execute(&self());
  }

 private:
  template <class List>
  static auto named(const List& list, const std::string& name) -> decltype(list[0].get()) {
    for (const auto& object : list)
      if (object->name() == name) return object.get();
    return nullptr;
  }
  Self& self() const { return const_cast<Self&>(static_cast<const Self&>(*this)); }
};

}  // namespace sofa::compatibility

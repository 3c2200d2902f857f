#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

/// A node of the scene graph as components see it: a directed acyclic graph whose nodes hold an ordered list of
/// components.
class Context : public Base {
 public:
  Context() = default;
  ~Context() override;

  Data<type::Vec3> d_gravity{this, "gravity", type::Vec3(0, -9.81, 0), "gravity in world space"};
  Data<double> d_dt{this, "dt", 0.01, "time step"};
  Data<double> d_time{this, "time", 0.0, "current time"};
  Data<bool> d_animate{this, "animate", false, "whether the simulation advances by itself in a viewer"};
  Data<bool> d_activated{this, "activated", true, "if false, the node and all below are skipped by every traversal"};
  Data<bool> d_sleeping{this, "sleeping", false, "if true, mechanical traversals skip the node"};
  Data<bool> d_canChangeSleepingState{this, "canChangeSleepingState", false,
                                      "whether the node may fall asleep or wake up by itself"};

  const type::Vec3& gravity() const { return d_gravity.value(); }
  double dt() const { return d_dt.value(); }
  double time() const { return d_time.value(); }
  bool isActive() const { return d_activated.value(); }

  Context* linkContext() const override { return const_cast<Context*>(this); }
  std::string path() const override;

  const std::vector<std::shared_ptr<Component>>& components() const { return m_components; }
  const std::vector<std::shared_ptr<Context>>& children() const { return m_children; }
  const std::vector<Context*>& parents() const { return m_parents; }
  /// First parent, null for the root.
  Context* parent() const { return m_parents.empty() ? nullptr : m_parents.front(); }
  Context* root() const;

  static constexpr std::size_t atEnd = ~std::size_t{0};
  void addComponent(std::shared_ptr<Component> component, std::size_t position = atEnd);
  void removeComponent(Component* component);
  /// False if it would close a cycle.
  bool addChild(std::shared_ptr<Context> child, std::size_t position = atEnd);
  void removeChild(Context* child);
  bool isAncestorOf(const Context* other) const;
  /// Grows with every change of the graph anywhere below the root; what was derived from the graph is stale if it
  /// differs. No two graphs ever have the same, so that a subtree that moves from one to another is stale too.
  std::size_t graphVersion() const { return root()->m_version; }
  void graphChanged();

  /// First T among this node's components.
  template <class T>
  T* local() const {
    for (const auto& c : m_components)
      if (auto* t = dynamic_cast<T*>(c.get())) return t;
    return nullptr;
  }
  /// The T in the node's slot: the last one added replaces the others.
  template <class T>
  T* slot() const {
    for (auto it = m_components.rbegin(); it != m_components.rend(); ++it)
      if (auto* t = dynamic_cast<T*>(it->get())) return t;
    return nullptr;
  }
  template <class T>
  std::vector<T*> allLocal() const {
    std::vector<T*> found;
    for (const auto& c : m_components)
      if (auto* t = dynamic_cast<T*>(c.get())) found.push_back(t);
    return found;
  }
  /// First T of this node, else of each parent recursively.
  template <class T>
  T* up() const {
    if (auto* t = local<T>()) return t;
    for (auto* p : m_parents)
      if (auto* t = p->up<T>()) return t;
    return nullptr;
  }
  /// First T of this node or below, depth first.
  template <class T>
  T* down() const {
    if (auto* t = local<T>()) return t;
    for (const auto& child : m_children)
      if (auto* t = child->down<T>()) return t;
    return nullptr;
  }
  template <class T>
  void collectDown(std::vector<T*>& found) const {
    for (auto* t : allLocal<T>())
      if (std::find(found.begin(), found.end(), t) == found.end()) found.push_back(t);
    for (const auto& child : m_children) child->collectDown(found);
  }

 private:
  void attach(Component& component);

  std::vector<std::shared_ptr<Component>> m_components;
  std::vector<std::shared_ptr<Context>> m_children;
  std::vector<Context*> m_parents;
  std::size_t m_version = 0;
};

/// Calls f on `node` and all below, each once, depth first.
void forEachNode(Context& node, const std::function<void(Context&)>& f);

}  // namespace sofa::core

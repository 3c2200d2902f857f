// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"

namespace sofa::core {

class Node;

/// What a traversal does at each node. Top-down from the start, then bottom-up in exact reverse order.
class Visitor {
 public:
  enum class Answer { Continue, Prune };
  virtual ~Visitor() = default;
  virtual Answer topDown(Node&) { return Answer::Continue; }
  virtual void bottomUp(Node&) {}
};

/// What a layer above keeps with a node, such as plans of its mechanics; lasts as long as the node.
class NodeAnnex {
 public:
  virtual ~NodeAnnex() = default;
};

/// Node of the scene graph, which is directed and acyclic; a node holds an ordered list of components. Scenes are built
/// from XML or directly:
///     auto root = Node::createRoot();
///     auto body = root->createChild("body");
///     body->add("MechanicalObject", {{"position", "0 0 0"}});
class Node : public Base SOFA_AUTHOR(Node) {
 public:
  Node();
  ~Node() override;
  static std::shared_ptr<Node> createRoot(std::string name = "root");
  std::shared_ptr<Node> createChild(std::string name);
  /// Creates a component through the factory; null (and an error message) if that is impossible.
  std::shared_ptr<Component> add(std::string type,
                                 std::initializer_list<std::pair<const std::string, std::string>> attributes = {});
  std::shared_ptr<Component> add(ComponentDescription description);

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

  Node* linkContext() const override { return const_cast<Node*>(this); }
  std::string path() const override;

  const std::vector<std::shared_ptr<Component>>& components() const { return m_components; }
  const std::vector<std::shared_ptr<Node>>& children() const { return m_children; }
  const std::vector<Node*>& parents() const { return m_parents; }
  Node* parent() const { return m_parents.empty() ? nullptr : m_parents.front(); }  ///< the first, null for the root
  Node* root() const;

  static constexpr std::size_t atEnd = ~std::size_t{0};
  void addComponent(std::shared_ptr<Component> component, std::size_t position = atEnd);
  void removeComponent(Component* component);
  /// False if it would close a cycle.
  bool addChild(std::shared_ptr<Node> child, std::size_t position = atEnd);
  void removeChild(Node* child);
  bool isAncestorOf(const Node* other) const;
  /// Every change gives the graph a number that no graph had before. Data derived at another number are stale.
  std::size_t graphVersion() const { return root()->m_version; }
  void graphChanged();

  /// Active nodes from here down, each after all its parents in this subtree. Recomputed when the graph changes.
  const std::vector<Node*>& order();
  void execute(Visitor& visitor);
  /// Tells the listening components of this node and below.
  void broadcast(Event& event);
  /// Copies gravity, dt, time and animate of the first parent, then lets context objects (Gravity) have their say.
  void inheritContext();

  /// A traversal keeps a note at the node.
  struct Mark {
    std::size_t traversal = 0;  ///< whose note it is
    int value = 0;
  };
  Mark& mark() { return m_mark; }
  const Mark& mark() const { return m_mark; }
  static std::size_t newTraversal();

  /// The annex, an Annex(Node&) made on first use; all who ask ask for the same type.
  template <class Annex>
  Annex& annex() {
    if (!m_annex) m_annex = std::make_unique<Annex>(*this);
    return static_cast<Annex&>(*m_annex);
  }

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
  /// First T of this node, else of those above, depth first.
  template <class T>
  T* up() const {
    return first<T>(&Node::visitUp);
  }
  /// First T of this node or below, depth first.
  template <class T>
  T* down() const {
    return first<T>(&Node::visitDown);
  }
  /// Appends each T of this node and below, depth first.
  template <class T>
  void collectDown(std::vector<T*>& found) const {
    visitDown([&](const Node& node) {
      for (auto* t : node.allLocal<T>()) found.push_back(t);
      return false;
    });
  }
  /// Calls f on this node and all above or below, once each, depth first, until it returns true.
  void visitUp(const std::function<bool(const Node&)>& f) const;
  void visitDown(const std::function<bool(const Node&)>& f) const;

 private:
  template <class T>
  T* first(void (Node::*visit)(const std::function<bool(const Node&)>&) const) const {
    T* found = nullptr;
    (this->*visit)([&](const Node& node) { return (found = node.local<T>()) != nullptr; });
    return found;
  }
  void attach(Component& component);
  /// Gives ClassName1, ClassName2... to components without a name; counters are per node and class.
  void giveName(Component& component);

  std::vector<std::shared_ptr<Component>> m_components;
  std::vector<std::shared_ptr<Node>> m_children;
  std::vector<Node*> m_parents;
  std::size_t m_version = 0;
  std::map<std::string, int> m_nameCounters;
  std::vector<Node*> m_order;
  std::size_t m_orderVersion = ~std::size_t{0};
  Mark m_mark;
  std::unique_ptr<NodeAnnex> m_annex;
};

/// Calls f on `node` and all below, each once, depth first.
void forEachNode(Node& node, const std::function<void(Node&)>& f);

}  // namespace sofa::core

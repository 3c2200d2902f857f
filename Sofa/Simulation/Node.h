#pragma once
#include "Sofa/Core/ObjectModel/Context.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::simulation {

/// What a traversal does at each node. Top-down from the start, then bottom-up in exact reverse order.
class Visitor {
 public:
  enum class Answer { Continue, Prune };
  virtual ~Visitor() = default;
  virtual Answer topDown(class Node&) { return Answer::Continue; }
  virtual void bottomUp(class Node&) {}
};

class NodeContents;
class MechanicalPlan;

/// Node of the scene graph. Scenes are built from XML or directly:
///     auto root = Node::createRoot();
///     auto body = root->createChild("body");
///     body->add("MechanicalObject", {{"position", "0 0 0"}});
class Node : public core::Context {
 public:
  Node();
  ~Node() override;
  static std::shared_ptr<Node> createRoot(std::string name = "root");
  std::shared_ptr<Node> createChild(std::string name);
  /// Creates a component through the factory; null (and an error message) if that is impossible.
  std::shared_ptr<core::Component> add(
      std::string type, std::initializer_list<std::pair<const std::string, std::string>> attributes = {});
  std::shared_ptr<core::Component> add(core::ComponentDescription description);

  /// Active nodes from here down, each after all its parents in this subtree. Recomputed when the graph changes.
  const std::vector<Node*>& order();
  void execute(Visitor& visitor);
  /// Tells the listening components of this node and below.
  void broadcast(core::Event& event);
  /// Copies gravity, dt, time and animate of the first parent, then lets context objects (Gravity) have their say.
  void inheritContext();
  /// Notices nodes, and the forces of mappings, that were switched on or off, and tags that were changed since the last
  /// call, for which no other trace exists.
  void detectActivation();

  /// The components of this node by what they are for.
  const NodeContents& contents();
  /// The mechanics of this node and below, restricted to components with `tags`: one plan, shared by all that work on
  /// it, which lasts as long as the node.
  MechanicalPlan& mechanicalPlan(const type::TagSet& tags = {});
  /// Has whatever was derived from the graph made anew, all plans too: components of it were initialised again, and may
  /// have another meaning.
  void planAnew();

  Node* parentNode() const { return static_cast<Node*>(parent()); }

 private:
  friend class Simulation;
  friend class OrderBuilder;
  friend class PlanBuilder;
  /// Gives ClassName1, ClassName2... to components without a name; counters are per node and class.
  void giveName(core::Component& component);

  std::map<std::string, int> m_nameCounters;
  std::vector<Node*> m_order;
  std::size_t m_orderVersion = ~std::size_t{0};
  std::size_t m_activation = 0;
  std::unique_ptr<NodeContents> m_contents;
  std::size_t m_contentsVersion = ~std::size_t{0};
  std::vector<std::unique_ptr<MechanicalPlan>> m_plans;
  /// What a traversal notes at the node; of another traversal if its number is not that one's.
  struct Mark {
    std::size_t traversal = 0;
    int value = 0;
  } m_mark;
  static std::size_t newTraversal();
};

/// Whether operations restricted to `filter` concern a component with `tags` (docs/manual/scenes.md, "Tags").
bool tagsMatch(const type::TagSet& filter, const type::TagSet& tags);

}  // namespace sofa::simulation

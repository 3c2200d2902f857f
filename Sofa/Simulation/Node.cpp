#include "Sofa/Simulation/Node.h"

#include <atomic>
#include <unordered_set>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"
#include "Sofa/Simulation/NodeContents.h"

namespace sofa::simulation {

Node::Node() = default;
Node::~Node() = default;

std::shared_ptr<Node> Node::createRoot(std::string name) {
  auto root = std::make_shared<Node>();
  root->setName(std::move(name));
  return root;
}

std::shared_ptr<Node> Node::createChild(std::string name) {
  auto child = std::make_shared<Node>();
  child->setName(std::move(name));
  addChild(child);
  return child;
}

std::shared_ptr<core::Component> Node::add(
    std::string type, std::initializer_list<std::pair<const std::string, std::string>> attributes) {
  return add(core::ComponentDescription(std::move(type), attributes));
}

std::shared_ptr<core::Component> Node::add(core::ComponentDescription description) {
  auto component = core::ObjectFactory::instance().create(*this, std::move(description));
  if (component) giveName(*component);
  return component;
}

void Node::giveName(core::Component& component) {
  if (!component.name().empty()) return;
  const int number = ++m_nameCounters[component.className()];
  component.setName(component.className() + std::to_string(number));
}

std::size_t Node::newTraversal() {
  static std::atomic<std::size_t> traversals = 0;
  return ++traversals;
}

/// Depth first; a node waits until its last parent inside the subtree was visited. Its mark counts those to come.
class OrderBuilder {
 public:
  OrderBuilder(Node& start, std::vector<Node*>& order) : m_order(order), m_traversal(Node::newTraversal()) {
    count(start);
    visit(start);
  }

 private:
  void count(Node& node) {
    for (const auto& child : node.children()) {
      auto& below = static_cast<Node&>(*child);
      if (!below.isActive()) continue;
      const bool first = below.m_mark.traversal != m_traversal;
      if (first) below.m_mark = {m_traversal, 0};
      ++below.m_mark.value;
      if (first) count(below);
    }
  }
  void visit(Node& node) {
    m_order.push_back(&node);
    for (const auto& child : node.children()) {
      auto& below = static_cast<Node&>(*child);
      if (below.isActive() && --below.m_mark.value == 0) visit(below);
    }
  }

  std::vector<Node*>& m_order;
  std::size_t m_traversal;
};

const std::vector<Node*>& Node::order() {
  if (m_orderVersion == graphVersion()) return m_order;
  m_order.clear();
  if (isActive()) OrderBuilder(*this, m_order);
  m_orderVersion = graphVersion();
  return m_order;
}

void Node::execute(Visitor& visitor) {
  const std::vector<Node*> nodes = order();  // a copy: the visitor may change the graph
  std::vector<Node*> visited;
  std::unordered_set<const core::Context*> pruned;
  const std::unordered_set<const core::Context*> subtree(nodes.begin(), nodes.end());
  for (Node* node : nodes) {
    bool open = node == this;
    for (const auto* parent : node->parents()) open = open || (subtree.contains(parent) && !pruned.contains(parent));
    if (!open) {
      pruned.insert(node);
      continue;
    }
    if (visitor.topDown(*node) == Visitor::Answer::Prune) pruned.insert(node);
    visited.push_back(node);
  }
  for (auto it = visited.rbegin(); it != visited.rend(); ++it) visitor.bottomUp(**it);
}

namespace {
/// Whether the node is reached by a parent that is not in `closed`.
bool hasOpenParent(const Node& node, const std::unordered_set<const core::Context*>& closed) {
  return std::any_of(node.parents().begin(), node.parents().end(),
                     [&](const auto* parent) { return !closed.contains(parent); });
}
}  // namespace

void Node::broadcast(core::Event& event) {
  const auto version = graphVersion();
  const auto& nodes = order();
  std::unordered_set<const core::Context*>
      silenced;  // at or below a node where the event was handled; allocates nothing while empty
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    Node* const node = nodes[n];
    if (!silenced.empty() && node != this && !hasOpenParent(*node, silenced)) {
      silenced.insert(node);
      continue;
    }
    const auto& components = node->components();
    for (std::size_t c = 0; c < components.size(); ++c) {
      if (!components[c]->d_listening.value()) continue;
      const auto keep = components[c];
      keep->handleEvent(event);
      if (event.handled || graphVersion() != version) break;
    }
    if (event.handled) silenced.insert(node);
    event.handled = false;
    if (graphVersion() != version) {
      order();
      if (n >= nodes.size()) break;
    }
  }
}

void Node::inheritContext() {
  if (const auto* above = parent()) {
    const auto inherit = [](auto& own, const auto& from) {
      if (own.value() != from.value()) own.set(from.value());
    };
    inherit(d_gravity, above->d_gravity);
    inherit(d_dt, above->d_dt);
    inherit(d_time, above->d_time);
    inherit(d_animate, above->d_animate);
  }
  for (const auto& c : components())
    if (auto* object = dynamic_cast<core::ContextObject*>(c.get())) object->apply();
}

void Node::detectActivation() {
  std::size_t stamp = 1469598103934665603ull;
  const auto mix = [&](std::size_t value) { stamp = (stamp ^ value) * 1099511628211ull; };
  const auto mixBelow = [&](Node& node, const auto& self) -> void {
    mix((node.isActive() ? 2u : 1u) | (node.d_sleeping.value() ? 8u : 4u));
    for (const auto& part : node.contents().parts()) {
      mix(static_cast<std::size_t>(part.component->d_tags.counter()));
      if (part.mapping) mix(part.mapping->d_mapForces.value() ? 32u : 16u);
    }
    for (const auto& child : node.children()) self(static_cast<Node&>(*child), self);
  };
  mixBelow(*this, mixBelow);
  if (stamp != m_activation && m_activation != 0) graphChanged();
  m_activation = stamp;
}

const NodeContents& Node::contents() {
  if (!m_contents) m_contents = std::make_unique<NodeContents>();
  if (const auto version = graphVersion(); m_contentsVersion != version) {
    m_contents->update(components());
    m_contentsVersion = version;
  }
  return *m_contents;
}

MechanicalPlan& Node::mechanicalPlan(const type::TagSet& tags) {
  const auto known = std::ranges::find(m_plans, tags, [](const auto& plan) { return plan->tags(); });
  if (known != m_plans.end()) return **known;
  return *m_plans.emplace_back(std::make_unique<MechanicalPlan>(*this, tags));
}

void Node::planAnew() {
  core::forEachNode(*root(), [](core::Context& node) {
    for (const auto& plan : static_cast<Node&>(node).m_plans) plan->planAnew();
  });
  graphChanged();
}

bool tagsMatch(const type::TagSet& filter, const type::TagSet& tags) {
  if (filter.empty()) return true;
  if (tags.empty())
    return filter.contains("0") ||
           std::all_of(filter.begin(), filter.end(), [](const auto& t) { return t.starts_with('!'); });
  return std::all_of(filter.begin(), filter.end(), [&](const std::string& t) {
    if (t == "0") return true;
    return t.starts_with('!') ? !tags.contains(t.substr(1)) : tags.contains(t);
  });
}

}  // namespace sofa::simulation

#include "Sofa/Simulation/Node.h"

#include <unordered_map>
#include <unordered_set>

#include "Sofa/Core/Contract/Solver.h"

namespace sofa::simulation {

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

namespace {

/// Depth first; a node waits until its last parent inside the subtree was visited.
class OrderBuilder {
 public:
  explicit OrderBuilder(Node& start) { count(start); }

  void visit(Node& node) {
    order.push_back(&node);
    for (const auto& child : node.children()) {
      auto& below = static_cast<Node&>(*child);
      if (below.isActive() && --m_waiting[&below] == 0) visit(below);
    }
  }
  std::vector<Node*> order;

 private:
  void count(Node& node) {
    if (!m_seen.insert(&node).second) return;
    for (const auto& child : node.children()) {
      auto& below = static_cast<Node&>(*child);
      if (!below.isActive()) continue;
      ++m_waiting[&below];
      count(below);
    }
  }
  std::unordered_map<Node*, int> m_waiting;
  std::unordered_set<Node*> m_seen;
};

}  // namespace

const std::vector<Node*>& Node::order() {
  if (m_orderVersion == graphVersion()) return m_order;
  m_order.clear();
  if (isActive()) {
    OrderBuilder builder(*this);
    builder.visit(*this);
    m_order = std::move(builder.order);
  }
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
  const std::function<void(core::Context&)> mix = [&](core::Context& node) {
    stamp = (stamp ^ (node.isActive() ? 2u : 1u) ^ (node.d_sleeping.value() ? 8u : 4u)) * 1099511628211ull;
    for (const auto& child : node.children()) mix(*child);
  };
  mix(*this);
  if (stamp != m_activation && m_activation != 0) graphChanged();
  m_activation = stamp;
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

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <functional>
#include <unordered_set>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/ObjectModel/IsA.h"
#include "Sofa/Core/ObjectModel/Node.h"

// Orders in which the nodes of a subtree are visited, and what goes through all of them.
namespace sofa::core {

std::size_t Node::newTraversal() {
  static std::atomic<std::size_t> traversals = 0;
  return ++traversals;
}

namespace {

bool isVisited(const Node& node) { return node.isActive() && !isDormant(node); }

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
      auto& below = *child;
      if (!isVisited(below)) continue;
      const bool first = below.mark().traversal != m_traversal;
      if (first) below.mark() = {m_traversal, 0};
      ++below.mark().value;
      if (first) count(below);
    }
  }
  void visit(Node& node) {
    m_order.push_back(&node);
    for (const auto& child : node.children()) {
      auto& below = *child;
      if (isVisited(below) && --below.mark().value == 0) visit(below);
    }
  }

  std::vector<Node*>& m_order;
  std::size_t m_traversal;
};

}  // namespace

const std::vector<Node*>& Node::order() {
  if (m_orderVersion == graphVersion()) return m_order;
  m_order.clear();
  if (isVisited(*this)) OrderBuilder(*this, m_order);
  m_orderVersion = graphVersion();
  return m_order;
}

namespace {

using Nodes = std::unordered_set<const Node*>;
using Visit = std::function<bool(const Node&)>;

bool visitAbove(const Node& node, const Visit& f, Nodes& seen) {
  return std::ranges::any_of(node.parents(), [&](const Node* parent) {
    return seen.insert(parent).second && (f(*parent) || visitAbove(*parent, f, seen));
  });
}

/// Nodes with one parent are reached on one way, and need not be noted.
bool visitFrom(const Node& node, const Visit& f, Nodes& seen) {
  return f(node) || std::ranges::any_of(node.children(), [&](const auto& child) {
           return (child->parents().size() < 2 || seen.insert(child.get()).second) && visitFrom(*child, f, seen);
         });
}

}  // namespace

void Node::visitUp(const std::function<bool(const Node&)>& f) const {
  const Node* node = this;  // a chain of single parents needs no notes
  for (; !f(*node); node = node->parent()) {
    if (node->parents().empty()) return;
    if (node->parents().size() == 1) continue;
    Nodes seen;
    visitAbove(*node, f, seen);
    return;
  }
}

void Node::visitDown(const std::function<bool(const Node&)>& f) const {
  Nodes seen;
  visitFrom(*this, f, seen);
}

void Node::execute(Visitor& visitor) {
  const std::vector<Node*> nodes = order();  // a copy: the visitor may change the graph
  std::vector<Node*> visited;
  std::unordered_set<const Node*> pruned;
  const std::unordered_set<const Node*> subtree(nodes.begin(), nodes.end());
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
bool hasOpenParent(const Node& node, const std::unordered_set<const Node*>& closed) {
  return std::any_of(node.parents().begin(), node.parents().end(),
                     [&](const auto* parent) { return !closed.contains(parent); });
}
}  // namespace

void Node::broadcast(Event& event) {
  const auto version = graphVersion();
  const auto& nodes = order();
  std::unordered_set<const Node*>
      silenced;  // at or below a node where the event was handled; allocates nothing while empty
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    Node* const node = nodes[n];
    if (!silenced.empty() && node != this && !hasOpenParent(*node, silenced)) {
      silenced.insert(node);
      continue;
    }
    const auto& components = node->components();
    for (std::size_t c = 0; c < components.size(); ++c) {
      if (!components[c]->d_listening.value() || isDormant(*components[c])) continue;
      const auto keep = components[c];
      const AtWork atWork(*keep);
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
    if (isA<ContextObject>(*c)) dynamic_cast<ContextObject&>(*c).apply();
}

}  // namespace sofa::core

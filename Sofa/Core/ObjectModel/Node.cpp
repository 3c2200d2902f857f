// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Node.h"

#include <atomic>
#include <unordered_set>

#include "Sofa/Core/ObjectModel/ContextStays.h"
#include "Sofa/Core/ObjectModel/NodeIndex.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {

thread_local int ContextStays::depth = 0;

Node::Node() = default;

Node::~Node() {
  m_annex.reset();  // while the node is whole
  for (const auto& component : m_components) component->m_context = nullptr;
  for (const auto& child : m_children) {
    std::erase(child->m_parents, this);
    child->graphChanged();
  }
}

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

std::shared_ptr<Component> Node::add(std::string type,
                                     std::initializer_list<std::pair<const std::string, std::string>> attributes) {
  return add(ComponentDescription(std::move(type), attributes));
}

std::shared_ptr<Component> Node::add(ComponentDescription description) {
  auto component = ObjectFactory::instance().create(*this, std::move(description));
  if (component) giveName(*component);
  return component;
}

void Node::giveName(Component& component) {
  if (!component.name().empty()) return;
  const int number = ++m_nameCounters[component.className()];
  component.setName(component.className() + std::to_string(number));
}

void Node::graphChanged() {
  static std::atomic<std::size_t> changes = 0;
  root()->m_version = ++changes;
}

std::string Node::path() const {
  if (m_parents.empty()) return "/";
  // Not above == "/": below a node without a name, paths differ from those of its siblings.
  return parent()->m_parents.empty() ? "/" + name() : parent()->path() + "/" + name();
}

Node* Node::root() const {
  const Node* node = this;
  while (node->parent()) node = node->parent();
  return const_cast<Node*>(node);
}

void Node::attach(Component& component) {
  if (component.m_context) component.m_context->removeComponent(&component);
  component.m_context = this;
  graphChanged();
}

namespace {
template <class T>
void insertAt(std::vector<T>& list, std::size_t position, T element) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(std::min(position, list.size())), std::move(element));
}
}  // namespace

void Node::addComponent(std::shared_ptr<Component> component, std::size_t position) {
  attach(*component);
  if (position < m_components.size()) NodeIndex::forget(*this);
  insertAt(m_components, position, std::move(component));
}

void Node::removeComponent(Component* component) {
  const auto it =
      std::find_if(m_components.begin(), m_components.end(), [&](const auto& c) { return c.get() == component; });
  if (it == m_components.end()) return;
  if (!ContextStays::isWanted()) component->m_context = nullptr;
  graphChanged();
  NodeIndex::forget(*this);
  m_components.erase(it);
}

bool Node::isAncestorOf(const Node* other) const {
  // Each node once: where nodes have several parents, the number of ways up grows exponentially.
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> pending{other};
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    for (const Node* parent : node->m_parents) {
      if (parent == this) return true;
      if (seen.insert(parent).second) pending.push_back(parent);
    }
  }
  return false;
}

bool Node::addChild(std::shared_ptr<Node> child, std::size_t position) {
  if (child.get() == this || child->isAncestorOf(this)) return false;
  child->m_parents.push_back(this);
  if (position < m_children.size()) NodeIndex::forget(*this);
  insertAt(m_children, position, std::move(child));
  graphChanged();
  return true;
}

void Node::removeChild(Node* child) {
  const auto it = std::find_if(m_children.begin(), m_children.end(), [&](const auto& c) { return c.get() == child; });
  if (it == m_children.end()) return;
  graphChanged();
  std::erase(child->m_parents, this);
  child->graphChanged();
  NodeIndex::forget(*this);
  m_children.erase(it);
}

namespace {
void visit(Node& node, const std::function<void(Node&)>& f, std::unordered_set<Node*>& seen) {
  if (!seen.insert(&node).second) return;
  f(node);
  for (const auto& child : std::vector(node.children())) visit(*child, f, seen);
}
}  // namespace

void forEachNode(Node& node, const std::function<void(Node&)>& f) {
  std::unordered_set<Node*> seen;
  visit(node, f, seen);
}

}  // namespace sofa::core

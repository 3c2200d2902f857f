#include "Sofa/Core/ObjectModel/Context.h"

#include <atomic>
#include <unordered_set>

namespace sofa::core {

Context::~Context() {
  for (const auto& component : m_components) component->m_context = nullptr;
  for (const auto& child : m_children) {
    std::erase(child->m_parents, this);
    child->graphChanged();
  }
}

void Context::graphChanged() {
  static std::atomic<std::size_t> changes = 0;
  root()->m_version = ++changes;
}

std::string Context::path() const {
  if (m_parents.empty()) return "/";
  const std::string above = parent()->path();
  return above == "/" ? "/" + name() : above + "/" + name();
}

Context* Context::root() const {
  const Context* node = this;
  while (node->parent()) node = node->parent();
  return const_cast<Context*>(node);
}

void Context::attach(Component& component) {
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

void Context::addComponent(std::shared_ptr<Component> component, std::size_t position) {
  attach(*component);
  insertAt(m_components, position, std::move(component));
}

void Context::removeComponent(Component* component) {
  const auto it =
      std::find_if(m_components.begin(), m_components.end(), [&](const auto& c) { return c.get() == component; });
  if (it == m_components.end()) return;
  component->m_context = nullptr;
  graphChanged();
  m_components.erase(it);
}

bool Context::isAncestorOf(const Context* other) const {
  return std::any_of(other->m_parents.begin(), other->m_parents.end(),
                     [&](const auto* p) { return p == this || isAncestorOf(p); });
}

bool Context::addChild(std::shared_ptr<Context> child, std::size_t position) {
  if (child.get() == this || child->isAncestorOf(this)) return false;
  child->m_parents.push_back(this);
  insertAt(m_children, position, std::move(child));
  graphChanged();
  return true;
}

void Context::removeChild(Context* child) {
  const auto it = std::find_if(m_children.begin(), m_children.end(), [&](const auto& c) { return c.get() == child; });
  if (it == m_children.end()) return;
  graphChanged();
  std::erase(child->m_parents, this);
  child->graphChanged();
  m_children.erase(it);
}

namespace {
void visit(Context& node, const std::function<void(Context&)>& f, std::unordered_set<Context*>& seen) {
  if (!seen.insert(&node).second) return;
  f(node);
  for (const auto& child : std::vector(node.children())) visit(*child, f, seen);
}
}  // namespace

void forEachNode(Context& node, const std::function<void(Context&)>& f) {
  std::unordered_set<Context*> seen;
  visit(node, f, seen);
}

}  // namespace sofa::core

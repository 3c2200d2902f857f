#include "Sofa/Core/ObjectModel/Link.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Context.h"
#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::core {

Base* resolveLinkPath(const Base& owner, std::string_view path, const std::function<bool(const Base*)>& accepts,
                      bool upwards) {
  if (!path.starts_with('@')) return nullptr;
  Base* found = findObjectByPath(owner, path);
  if (!found || accepts(found)) return found;
  auto* node = dynamic_cast<Context*>(found);
  if (!node) return nullptr;
  Base* unique = nullptr;
  for (const auto& component : node->components()) {
    if (!accepts(component.get())) continue;
    if (unique) return nullptr;  // ambiguous
    unique = component.get();
  }
  if (unique || !upwards) return unique;
  for (Context* up = node->parent(); up; up = up->parent())
    for (const auto& component : up->components())
      if (accepts(component.get())) return component.get();
  return nullptr;
}

BaseLink::BaseLink(Base* owner, std::string_view name, std::string_view help, bool multiple)
    : m_owner(owner), m_name(name), m_help(help), m_multiple(multiple) {
  owner->m_links.push_back(this);
}

BaseLink::~BaseLink() {
  for (auto* target : m_targets)
    if (target) std::erase(target->m_incoming, this);
  std::erase(m_owner->m_links, this);
}

std::string BaseLink::text() const {
  if (m_paths.empty()) {
    std::string joined;
    for (const auto* target : m_targets)
      if (target) joined += (joined.empty() ? "@" : " @") + target->path();
    return joined;
  }
  std::string joined;
  for (const auto& path : m_paths) joined += (joined.empty() ? "" : " ") + path;
  return joined;
}

bool BaseLink::isResolved() const { return !m_targets.empty() && m_targets.front(); }

bool BaseLink::read(std::string_view text, std::string* reason) {
  type::TextReader in(text);
  std::vector<std::string> paths;
  for (auto word = in.word(); !word.empty(); word = in.word()) {
    if (word.front() != '@') {
      *reason = "first character should be '@'";
      return false;
    }
    if (const std::string why = checkObjectPath(word); !why.empty()) {
      *reason = why;
      m_paths.emplace_back(word);
      return false;
    }
    paths.emplace_back(word);
  }
  if (paths.empty()) return true;
  if (!m_multiple && paths.size() > 1) {
    m_owner->warning("Could not read value for link {}: it takes one path, the first is kept.", m_name);
    paths.resize(1);
  }
  m_paths = std::move(paths);
  resizeTargets(m_paths.size());
  for (std::size_t i = 0; i < m_paths.size(); ++i)
    setTarget(i, resolveLinkPath(
                     *m_owner, m_paths[i], [this](const Base* b) { return accepts(b); }, searchesUpwards()));
  return true;
}

void BaseLink::retry() {
  if (m_paths.empty() || isResolved()) return;
  resizeTargets(m_paths.size());
  for (std::size_t i = 0; i < m_paths.size(); ++i)
    if (!m_targets[i])
      setTarget(i, resolveLinkPath(
                       *m_owner, m_paths[i], [this](const Base* b) { return accepts(b); }, searchesUpwards()));
}

void BaseLink::setTarget(std::size_t i, Base* target) {
  if (m_targets[i]) {
    auto& incoming = m_targets[i]->m_incoming;
    if (const auto it = std::find(incoming.begin(), incoming.end(), this); it != incoming.end()) incoming.erase(it);
  }
  m_targets[i] = target;
  if (target) target->m_incoming.push_back(this);
  targetsChanged();
}

void BaseLink::resizeTargets(std::size_t n) {
  for (std::size_t i = n; i < m_targets.size(); ++i) setTarget(i, nullptr);
  m_targets.resize(n, nullptr);
  targetsChanged();
}

void BaseLink::forget(const Base* target) {
  std::replace(m_targets.begin(), m_targets.end(), const_cast<Base*>(target), static_cast<Base*>(nullptr));
  targetsChanged();
}

}  // namespace sofa::core

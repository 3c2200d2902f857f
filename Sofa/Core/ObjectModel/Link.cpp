// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Link.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/ObjectModel/NodeIndex.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Helper/SharedText.h"

namespace sofa::core {

Base* resolveLinkPath(const Base& owner, std::string_view path, const std::function<bool(const Base*)>& accepts,
                      bool upwards) {
  if (!path.starts_with('@')) return nullptr;
  Base* found = findObjectByPath(owner, path);
  if (!found || accepts(found)) return found;
  auto* node = dynamic_cast<Node*>(found);
  if (!node) return nullptr;
  const auto isAccepted = [&](const Component& component) { return accepts(&component); };
  Base* unique = nullptr;
  std::size_t count = 0;
  forEachKind(*node, [&](const ComponentKind& kind) {
    if (!isAccepted(*kind.first)) return;
    unique = kind.first;
    count += kind.count;
  });
  if (count > 1) return nullptr;  // ambiguous
  if (unique || !upwards) return unique;
  for (Node* up = node->parent(); up; up = up->parent())
    if (Base* above = firstOfKind(*up, isAccepted)) return above;
  return nullptr;
}

namespace {

/// Takes a link out of those that lead to an object, whose order has no meaning. Where many do, they mostly go in the
/// order in which they came, or in the reverse: the search goes on where the last one ended.
void removeOne(std::vector<BaseLink*>& links, const BaseLink* link) {
  struct Last {
    const void* links = nullptr;
    std::size_t place = 0;
  };
  thread_local std::array<Last, 16> last;
  Last& here = last[reinterpret_cast<std::uintptr_t>(&links) / sizeof(Base) % last.size()];
  if (here.links != &links || here.place >= links.size()) here = {&links, 0};
  const auto begin = links.begin() + static_cast<std::ptrdiff_t>(here.place);
  auto it = !links.empty() && links.back() == link ? links.end() - 1 : std::find(begin, links.end(), link);
  if (it == links.end()) it = std::find(links.begin(), begin, link);
  if (it == links.end() || *it != link) return;  // it is not among them
  here.place = static_cast<std::size_t>(it - links.begin()) + 1;
  *it = links.back();
  links.pop_back();
}

}  // namespace

BaseLink::BaseLink(Base* owner, std::string_view name, std::string_view help)
    : m_owner(owner), m_name(&helper::sharedText(name)), m_help(&helper::sharedText(help)) {
  owner->m_links.push_back(this);
}

BaseLink::~BaseLink() { std::erase(m_owner->m_links, this); }

void BaseLink::leaveTargets() {
  for (auto* target : targets())
    if (target) removeOne(target->m_incoming, this);
}

const std::vector<std::string>& BaseLink::paths() const {
  static const std::vector<std::string> none;
  return m_paths ? *m_paths : none;
}

std::string BaseLink::text() const {
  std::string joined;
  if (!m_paths) {
    for (const auto* target : targets())
      if (target) joined += (joined.empty() ? "@" : " @") + target->path();
    return joined;
  }
  for (const auto& path : *m_paths) joined += (joined.empty() ? "" : " ") + path;
  return joined;
}

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
      if (!m_paths) m_paths = std::make_unique<std::vector<std::string>>();
      m_paths->emplace_back(word);
      return false;
    }
    paths.emplace_back(word);
  }
  if (paths.empty()) return true;
  if (!isMultiple() && paths.size() > 1) {
    m_owner->warning("Could not read value for link {}: it takes one path, the first is kept.", name());
    paths.resize(1);
  }
  m_paths = std::make_unique<std::vector<std::string>>(std::move(paths));
  resizeTargets(m_paths->size());
  for (std::size_t i = 0; i < m_paths->size(); ++i) resolve(i);
  return true;
}

void BaseLink::retry() {
  if (!m_paths || isResolved()) return;
  resizeTargets(m_paths->size());
  for (std::size_t i = 0; i < size(); ++i)
    if (!target(i)) resolve(i);
}

void BaseLink::resolve(std::size_t i) {
  const auto fits = [this](const Base* object) { return accepts(object); };
  setTarget(i, resolveLinkPath(*m_owner, (*m_paths)[i], fits, searchesUpwards()));
}

void BaseLink::setTarget(std::size_t i, Base* target) {
  Base*& held = place(i);
  if (held) removeOne(held->m_incoming, this);
  held = target;
  if (target) target->m_incoming.push_back(this);
  targetsChanged();
}

void BaseLink::resizeTargets(std::size_t n) {
  for (std::size_t i = n; i < size(); ++i) setTarget(i, nullptr);
  setTargetCount(n);
  targetsChanged();
}

void BaseLink::forget(const Base* target) {
  for (std::size_t i = 0; i < size(); ++i)
    if (place(i) == target) place(i) = nullptr;
  targetsChanged();
}

}  // namespace sofa::core

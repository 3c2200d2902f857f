// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Path.h"

#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/ObjectModel/NodeIndex.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {
namespace {

struct SplitPath {
  std::string_view object;
  std::string_view data;
  bool hasData = false;
};

/// The Data separator is the last '.' behind the last '/'; a final '..' or a final '.' after '/' or alone is part of
/// the path.
SplitPath splitPath(std::string_view path) {
  const auto slash = path.rfind('/');
  const auto begin = slash == path.npos ? 0 : slash + 1;
  const std::string_view last = path.substr(begin);
  if (last == "." || last == "..") return {path, {}, false};
  const auto dot = last.rfind('.');
  if (dot == last.npos || (dot + 1 == last.size() && dot > 0 && last[dot - 1] == '.')) return {path, {}, false};
  return {path.substr(0, begin + dot), last.substr(dot + 1), true};
}

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto slash = path.find('/');
    if (slash != 0) parts.push_back(path.substr(0, slash));
    if (slash == path.npos) break;
    path.remove_prefix(slash + 1);
  }
  return parts;
}

/// Follows relative segments from `at`.
Base* follow(Base* at, const std::vector<std::string_view>& parts, std::size_t first) {
  for (std::size_t i = first; at && i < parts.size(); ++i) {
    if (parts[i] == ".") continue;
    if (parts[i] == "..") {
      auto* component = dynamic_cast<Component*>(at);
      at = component ? static_cast<Base*>(component->context()) : static_cast<Node*>(at)->parent();
      continue;
    }
    if (auto* node = dynamic_cast<Node*>(at))
      at = NodeIndex::find(*node, parts[i]);
    else
      at = static_cast<Component*>(at)->findSlave(parts[i]);
  }
  return at;
}

/// "[-k]": the k-th component before the last one of the node.
Base* previousComponent(Node& node, std::string_view bracket) {
  int offset = 0;
  const auto inner = bracket.substr(1, bracket.size() - 2);
  std::from_chars(inner.data(), inner.data() + inner.size(), offset);
  const auto& components = node.components();
  const auto index = static_cast<long>(components.size()) - 1 + offset;
  return offset < 0 && index >= 0 && index < static_cast<long>(components.size())
             ? components[static_cast<std::size_t>(index)].get()
             : nullptr;
}

std::string checkBracket(std::string_view path) {
  if (!path.starts_with('[')) return {};
  const auto close = path.find(']');
  if (close == path.npos) return "missing closing bracket";
  const auto inner = path.substr(1, close - 1);
  int value = 0;
  const bool number = std::from_chars(inner.data(), inner.data() + inner.size(), value).ec == std::errc{};
  if (!inner.empty() && (!number || value >= 0))
    return "bracket syntax can only be used for self-reference or preceding objects with a negative index";
  return {};
}

Base* find(const Base& owner, std::string_view path) {
  Node* start = owner.linkContext();
  if (!start) return nullptr;
  if (path.starts_with('[')) {
    const auto close = path.find(']');
    if (close == path.npos) return nullptr;
    const auto bracket = path.substr(0, close + 1);
    Base* at = bracket == "[]" ? const_cast<Base*>(&owner) : previousComponent(*start, bracket);
    return follow(at, segments(path.substr(close + 1)), 0);
  }
  const auto parts = segments(path);
  if (path.starts_with('/')) return follow(start->root(), parts, 0);
  if (parts.empty() || parts[0] == "." || parts[0] == "..") return follow(start, parts, 0);
  for (Node* node = start; node; node = node->parent())
    if (Base* first = NodeIndex::find(*node, parts[0])) return follow(first, parts, 1);
  return nullptr;
}

/// Follows a path by way of every parent, and asks each node once for the same rest of the path.
class SourceSearch {
 public:
  explicit SourceSearch(std::vector<std::string_view> parts) : m_parts(std::move(parts)) {}

  Base* find(Node& node, std::size_t i) {
    if (i == m_parts.size()) return node.components().empty() ? nullptr : node.components().front().get();
    if (m_parts[i] == "." || m_parts[i].empty()) return find(node, i + 1);
    if (m_parts[i] == "..") {
      if (node.parents().empty()) return find(node, i + 1);  // scenes climb above the root
      for (Node* up : node.parents())
        if (m_asked.emplace(up, i).second)
          if (Base* found = find(*up, i + 1)) return found;
      return nullptr;
    }
    if (Node* child = NodeIndex::findChild(node, m_parts[i])) return find(*child, i + 1);
    return i + 1 < m_parts.size() ? nullptr : NodeIndex::find(node, m_parts[i]);
  }

 private:
  std::vector<std::string_view> m_parts;
  std::set<std::pair<const Node*, std::size_t>> m_asked;
};

}  // namespace

Base* findSourceObject(const Base& owner, std::string_view path) {
  Node* start = owner.linkContext();
  if (!start) return nullptr;
  if (path.starts_with('[')) return find(owner, path);
  return SourceSearch(segments(path)).find(path.starts_with('/') ? *start->root() : *start, 0);
}

namespace {

/// The object a Data path starts from, see findDataByPath().
Base* objectOfData(const Base& owner, const SplitPath& parts) {
  // "@.d" is the owner's own Data, "@..d" the node's, "@...d" and "@../.d" the parent node's, "@/.d" the root's.
  if (parts.object.empty()) return const_cast<Base*>(&owner);
  return parts.object == "." ? owner.linkContext() : find(owner, parts.object);
}

/// Path of the object of the scene whose name is most like the last one of `path`; empty if none is.
std::string nearestPath(const Base& owner, std::string_view path) {
  Node* start = owner.linkContext();
  const auto parts = segments(path.starts_with('@') ? path.substr(1) : path);
  if (!start || parts.empty()) return {};
  const std::string_view wanted = parts.back();
  std::string best;
  double likeness = 0.6;     // below this a name is not meant
  std::size_t left = 20000;  // objects to look at, so that a large scene full of mistakes is told of in time
  const auto consider = [&](const Base& object) {
    if (left == 0 || --left == 0) return;
    const double s = helper::similarity(wanted, object.name());
    if (&object == &owner || object.name().empty() || s < likeness || (s == likeness && !best.empty())) return;
    likeness = s;
    best = object.path();
  };
  forEachNode(*start->root(), [&](Node& node) {
    consider(node);
    for (const auto& component : node.components()) consider(*component);
  });
  return best;
}

}  // namespace

std::string suggestPath(const Base& owner, std::string_view path) {
  if (findObjectByPath(owner, path.starts_with('@') ? path : "@" + std::string(path))) return {};
  const std::string best = nearestPath(owner, path);
  return best.empty() ? std::string() : " Did you mean \"@" + best + "\"?";
}

std::string suggestDataPath(const Base& owner, std::string_view path) {
  path.remove_prefix(path.starts_with('@') ? 1 : 0);
  const SplitPath parts = splitPath(path);
  const std::string name(parts.data);
  if (const Base* object = objectOfData(owner, parts)) {
    const auto like = helper::nearest(name, object->attributeNames(), 1);
    const std::string hint =
        like.empty() ? std::string() : fmt::format(" Did you mean \"@{}.{}\"?", parts.object, like.front());
    return fmt::format(" {} has no Data \"{}\".{}", object->path(), name, hint);
  }
  const std::string best = nearestPath(owner, parts.object);
  return best.empty() ? std::string() : fmt::format(" Did you mean \"@{}.{}\"?", best, name);
}

std::string checkObjectPath(std::string_view path) {
  path.remove_prefix(path.starts_with('@') ? 1 : 0);
  if (const std::string why = checkBracket(path); !why.empty()) return why;
  return splitPath(path).hasData ? "a Data field name is specified while an object was expected" : std::string();
}

Base* findObjectByPath(const Base& owner, std::string_view path) {
  path.remove_prefix(path.starts_with('@') ? 1 : 0);
  return find(owner, path);
}

BaseData* findDataByPath(const Base& owner, std::string_view path, std::string* reason) {
  path.remove_prefix(path.starts_with('@') ? 1 : 0);
  if (const std::string why = checkBracket(path); !why.empty()) {
    *reason = why;
    return nullptr;
  }
  const SplitPath parts = splitPath(path);
  if (!parts.hasData) {
    *reason = "a Data field name is required";
    return nullptr;
  }
  const Base* object = objectOfData(owner, parts);
  return object ? object->findData(parts.data) : nullptr;
}

}  // namespace sofa::core

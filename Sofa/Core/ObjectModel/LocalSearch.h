// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <type_traits>
#include <unordered_set>

#include "Sofa/Core/ObjectModel/NodeIndex.h"

/// Searches of a node that each of its components makes, when it is created or initialised. In a large node the last
/// answer is kept as long as the graph does not change: else n components would take n^2 looks at each other.
namespace sofa::core {

namespace detail {

template <class T>
bool isKind(const Component& component) {
  if constexpr (std::is_base_of_v<T, Component>)
    return true;
  else
    return dynamic_cast<const T*>(&component) != nullptr;
}

/// One per type and way to search, in each thread.
template <class T, class Search>
T* searchOnce(const Node& node, const Search& search) {
  struct Last {
    const Node* node = nullptr;
    std::size_t version = 0, size = 0;
    T* found = nullptr;
  };
  constexpr std::size_t large = 32;
  const std::size_t size = node.components().size();
  if (size < large) return search(node);
  thread_local Last last;
  const std::size_t version = node.graphVersion();
  if (last.node != &node || last.version != version || last.size != size) last = {&node, version, size, search(node)};
  return last.found;
}

}  // namespace detail

/// Node::local().
template <class T>
T* localOf(const Node& node) {
  return detail::searchOnce<T>(node, [](const Node& n) { return dynamic_cast<T*>(firstOfKind(n, detail::isKind<T>)); });
}
/// Node::slot().
template <class T>
T* slotOf(const Node& node) {
  return detail::searchOnce<T>(node, [](const Node& n) { return dynamic_cast<T*>(lastOfKind(n, detail::isKind<T>)); });
}
/// Node::allLocal(), which takes long in a large node only if there are some.
template <class T>
std::vector<T*> allLocalOf(const Node& node) {
  return localOf<T>(node) ? node.allLocal<T>() : std::vector<T*>();
}
/// Appends each T of this node and below that is not there yet, depth first. Each node is asked once: where nodes have
/// several parents, the number of ways down grows exponentially.
template <class T>
void collectBelow(const Node& node, std::vector<T*>& found) {
  std::unordered_set<const T*> known(found.begin(), found.end());
  forEachNode(const_cast<Node&>(node), [&](Node& below) {
    for (auto* t : allLocalOf<T>(below))
      if (known.insert(t).second) found.push_back(t);
  });
}
/// The first that `find` has for this node, else for each parent recursively; null if there is none. Each node is asked
/// once: where nodes have several parents, the number of ways up grows exponentially.
template <class Find>
auto firstUpwards(const Node& start, const Find& find) -> decltype(find(start)) {
  if (auto* found = find(start)) return found;
  std::vector<const Node*> pending{&start}, seen;
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    if (auto* found = node == &start ? nullptr : find(*node)) return found;
    seen.push_back(node);
    for (auto parent = node->parents().rbegin(); parent != node->parents().rend(); ++parent)
      if (std::find(seen.begin(), seen.end(), *parent) == seen.end()) pending.push_back(*parent);
  }
  return nullptr;
}

/// Node::up().
template <class T>
T* upFrom(const Node& start) {
  return firstUpwards(start, [](const Node& node) { return localOf<T>(node); });
}

}  // namespace sofa::core

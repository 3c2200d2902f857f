// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

#include "Sofa/Core/ObjectModel/Node.h"

/// Searches among what a node holds that take as long in a large node as in a small one: n components that each look
/// for another one would take n^2 looks otherwise.
namespace sofa::core {

/// Components of one class in a node.
struct ComponentKind {
  Component* first = nullptr;
  std::size_t firstPlace = 0, lastPlace = 0, count = 0;
};

/// What a large node knows of its components and children. It is made when it is worth it, follows what is appended and
/// renamed, and is made anew after all other changes.
class NodeIndex {
 public:
  /// Smaller lists are looked through as quickly.
  static constexpr std::size_t large = 64;

  /// The first child of that name, else the first component; null if there is none.
  static Base* find(const Node& node, std::string_view name);
  /// Children only.
  static Node* findChild(const Node& node, std::string_view name);
  /// The list changed otherwise than at its end.
  static void forget(const Node& node);

 private:
  template <class F>
  friend void forEachKind(const Node& node, const F& f);
  static std::span<const ComponentKind> kinds(const Node& node);
};

/// Calls f(kind) for each class of components in `node`, in any order. In a small node, a class may come several times.
template <class F>
void forEachKind(const Node& node, const F& f) {
  const auto& components = node.components();
  if (components.size() >= NodeIndex::large) {
    for (const ComponentKind& kind : NodeIndex::kinds(node)) f(kind);
    return;
  }
  for (std::size_t i = 0; i < components.size(); ++i) f(ComponentKind{components[i].get(), i, i, 1});
}

/// The first component of a class that is accepted; null if there is none.
template <class Accepts>
Component* firstOfKind(const Node& node, const Accepts& accepts) {
  Component* first = nullptr;
  std::size_t place = Node::atEnd;
  forEachKind(node, [&](const ComponentKind& kind) {
    if (kind.firstPlace >= place || !accepts(*kind.first)) return;
    first = kind.first;
    place = kind.firstPlace;
  });
  return first;
}

/// The last one.
template <class Accepts>
Component* lastOfKind(const Node& node, const Accepts& accepts) {
  Component* last = nullptr;
  std::size_t place = 0;
  forEachKind(node, [&](const ComponentKind& kind) {
    if ((last && kind.lastPlace < place) || !accepts(*kind.first)) return;
    last = node.components()[kind.lastPlace].get();
    place = kind.lastPlace;
  });
  return last;
}

}  // namespace sofa::core

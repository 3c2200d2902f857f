// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/NodeIndex.h"

#include <functional>
#include <mutex>
#include <typeinfo>
#include <unordered_map>

#include "Sofa/Core/ObjectModel/Provenance.h"

namespace sofa::core {
namespace {

using Places = std::unordered_multimap<std::size_t, std::size_t>;  ///< of objects in a list, by the hash of the name

/// Objects that follow each other in a list. It depends on their names, and finds their places anew when one changes.
class NameBlock : public DependencyNode {
 public:
  static constexpr std::size_t size = NodeIndex::large;

  NameBlock(Places& places, std::size_t begin) : m_places(places), m_begin(begin) {}
  void add(Base& object) {
    addInput(&object.d_name);
    m_objects.push_back(&object);
  }

 protected:
  void update() override {
    for (std::size_t i = 0; i < m_hashes.size(); ++i) erase(m_hashes[i], m_begin + i);
    m_hashes.clear();
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
      m_hashes.push_back(std::hash<std::string_view>{}(m_objects[i]->name()));
      m_places.emplace(m_hashes.back(), m_begin + i);
    }
  }

 private:
  void erase(std::size_t hash, std::size_t place) {
    const auto [begin, end] = m_places.equal_range(hash);
    for (auto it = begin; it != end; ++it)
      if (it->second == place) return void(m_places.erase(it));
  }

  Places& m_places;
  std::size_t m_begin;
  std::vector<Base*> m_objects;
  std::vector<std::size_t> m_hashes;
};

/// Names of a list that is only appended to.
class NameIndex : public DependencyNode {
 public:
  template <class List>
  Base* find(const List& list, std::string_view name) {
    std::size_t begin = 0;  // of what is looked through
    if (list.size() >= NodeIndex::large && isWorthwhile()) {
      begin = extend(list);
      updateIfDirty();
      if (Base* found = first(list, name)) return found;
    }
    for (std::size_t i = begin; i < list.size(); ++i)
      if (list[i]->name() == name) return list[i].get();
    return nullptr;
  }

 private:
  /// A list that changes after every search is not worth an index.
  bool isWorthwhile() {
    constexpr int fewSearches = 16;
    return ++m_searches > fewSearches || !m_blocks.empty();
  }
  /// The places that are known: objects at the end may be about to get their names.
  template <class List>
  std::size_t extend(const List& list) {
    while ((m_blocks.size() + 1) * NameBlock::size < list.size()) {
      const std::size_t begin = m_blocks.size() * NameBlock::size;
      auto block = std::make_unique<NameBlock>(m_places, begin);
      for (std::size_t i = 0; i < NameBlock::size; ++i) block->add(*list[begin + i]);
      addInput(block.get());
      m_blocks.push_back(std::move(block));
    }
    return m_blocks.size() * NameBlock::size;
  }
  template <class List>
  Base* first(const List& list, std::string_view name) const {
    const auto [begin, end] = m_places.equal_range(std::hash<std::string_view>{}(name));
    std::size_t place = list.size();
    for (auto it = begin; it != end; ++it)
      if (it->second < place && list[it->second]->name() == name) place = it->second;
    return place < list.size() ? list[place].get() : nullptr;
  }

  Places m_places;
  std::vector<std::unique_ptr<NameBlock>> m_blocks;
  int m_searches = 0;
};

class KindIndex {
 public:
  std::span<const ComponentKind> of(const std::vector<std::shared_ptr<Component>>& components) {
    for (; m_known < components.size(); ++m_known) {
      Component& component = *components[m_known];
      const auto [place, isNew] = m_places.try_emplace(&typeid(component), m_kinds.size());
      if (isNew) m_kinds.push_back({&component, m_known, m_known, 0});
      ComponentKind& kind = m_kinds[place->second];
      kind.lastPlace = m_known;
      ++kind.count;
    }
    return m_kinds;
  }

 private:
  std::vector<ComponentKind> m_kinds;
  std::unordered_map<const std::type_info*, std::size_t> m_places;
  std::size_t m_known = 0;
};

/// Several threads may search at once.
struct Index {
  std::recursive_mutex mutex;  // a name may follow a value that is computed from what is found
  NameIndex children, components;
  KindIndex kinds;
};

Index& indexOf(const Node& node) {
  static std::mutex making;
  const std::lock_guard lock(making);
  auto& index = node.attachment(typeid(Index));
  if (!index) index = std::make_shared<Index>();
  return *static_cast<Index*>(index.get());
}

}  // namespace

Node* NodeIndex::findChild(const Node& node, std::string_view name) {
  const auto& children = node.children();
  if (children.size() < large) {
    for (const auto& child : children)
      if (child->name() == name) return child.get();
    return nullptr;
  }
  Index& index = indexOf(node);
  const std::lock_guard lock(index.mutex);
  return static_cast<Node*>(index.children.find(children, name));
}

Base* NodeIndex::find(const Node& node, std::string_view name) {
  if (Node* child = findChild(node, name)) return child;
  const auto& components = node.components();
  if (components.size() < large) {
    for (const auto& component : components)
      if (component->name() == name) return component.get();
    return nullptr;
  }
  Index& index = indexOf(node);
  const std::lock_guard lock(index.mutex);
  return index.components.find(components, name);
}

std::span<const ComponentKind> NodeIndex::kinds(const Node& node) {
  Index& index = indexOf(node);
  const std::lock_guard lock(index.mutex);
  return index.kinds.of(node.components());
}

void NodeIndex::forget(const Node& node) {
  const auto* known = Provenance::of(node);
  if (known && known->attachments) node.attachment(typeid(Index)).reset();
}

}  // namespace sofa::core

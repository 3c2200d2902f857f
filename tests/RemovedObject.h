// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "Sofa/Simulation/Scene/GraphEdit.h"

namespace sofa::test {

/// Everything but the root: components, and nodes with what is below; each once.
inline std::vector<std::shared_ptr<core::Base>> removableObjects(simulation::Node& root) {
  std::vector<std::shared_ptr<core::Base>> all;
  core::forEachNode(root, [&](core::Node& node) {
    all.insert(all.end(), node.components().begin(), node.components().end());
    if (!node.parents().empty()) all.push_back(node.shared_from_this());
  });
  return all;
}

/// An object that was taken out of a scene as an editor does it.
class RemovedObject {
 public:
  RemovedObject(simulation::Node& root, std::shared_ptr<core::Base> object) : m_object(std::move(object)) {
    m_followers.release(root, *m_object);
    if (auto* component = dynamic_cast<core::Component*>(m_object.get())) {
      auto* node = component->context();
      m_places.emplace_back(node, place(node->components()));
      node->removeComponent(component);
    } else {
      auto* node = dynamic_cast<core::Node*>(m_object.get());
      for (auto* parent : node->parents()) m_places.emplace_back(parent, place(parent->children()));
      for (const auto& [parent, index] : m_places) parent->removeChild(node);
    }
    m_followers.settle();
  }

  void putBack() {
    for (const auto& [node, index] : m_places)
      if (auto component = std::dynamic_pointer_cast<core::Component>(m_object))
        node->addComponent(std::move(component), index);
      else
        node->addChild(std::dynamic_pointer_cast<core::Node>(m_object), index);
    m_followers.restore();
  }

 private:
  template <class List>
  std::size_t place(const List& list) const {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), m_object) - list.begin());
  }

  std::shared_ptr<core::Base> m_object;
  std::vector<std::pair<core::Node*, std::size_t>> m_places;
  simulation::Followers m_followers;
};

}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::tests {

/// Every node but the root, each once.
inline std::vector<simulation::Node*> switchableNodes(simulation::Node& root) {
  std::vector<simulation::Node*> all;
  core::forEachNode(root, [&](core::Node& node) {
    if (!node.parents().empty()) all.push_back(&node);
  });
  return all;
}

/// The two ways in which a node takes no part.
enum class Rest { off, asleep };

inline void setResting(simulation::Node& node, Rest how, bool rests) {
  auto& data = how == Rest::off ? node.d_activated : node.d_sleeping;
  const bool value = how == Rest::off ? !rests : rests;
  if (data.value() != value) data.set(value);
}

/// Lets one of the nodes of a scene rest that take part in it, another one in each scene, which is to be loaded but not stepped.
class RestingNode {
 public:
  RestingNode(simulation::Node& root, std::string_view scene, std::optional<Rest> how) : m_how(how) {
    auto nodes = switchableNodes(root);
    // Some rest already: awake, they would be another scene.
    std::erase_if(nodes, [](const auto* node) { return !node->isActive() || node->d_sleeping.value(); });
    if (m_how && !nodes.empty()) m_node = nodes[scene.size() % nodes.size()];
  }
  void set(bool rests) const {
    if (m_node) setResting(*m_node, *m_how, rests);
  }

 private:
  std::optional<Rest> m_how;
  simulation::Node* m_node = nullptr;
};

}  // namespace sofa::tests

#pragma once
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

}  // namespace sofa::tests

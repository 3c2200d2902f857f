// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Nodes and what is done with a scene, as programs and tests written for SOFA call it.
namespace sofa::simulation {

using NodeSPtr = std::shared_ptr<Node>;

namespace graph {
using DAGNode = simulation::Node;
}

namespace node {

/// The node behind what getContext() gives: it is the same.
inline Node* getNodeFrom(const core::objectmodel::BaseContext* context) {
  return const_cast<core::objectmodel::BaseContext*>(context);
}

/// Null after an error message.
inline NodeSPtr load(const std::string& file) { return readScene(file); }
inline void initRoot(Node* root) { simulation::initRoot(*root); }
/// dt = 0: the root's own.
inline void animate(Node* root, SReal dt = 0) { simulation::animate(*root, dt); }
inline void updateVisual(Node* root) { simulation::updateVisual(*root); }
inline void reset(Node* root) { simulation::reset(*root); }
inline void unload(Node* root) {
  if (root) simulation::unload(*root);
}
inline void unload(const NodeSPtr& root) { unload(root.get()); }

}  // namespace node

/// The older form of the functions above.
class Simulation {
 public:
  virtual ~Simulation() = default;
  using SPtr = std::shared_ptr<Simulation>;

  NodeSPtr createNewGraph(const std::string& name) { return Node::createRoot(name.empty() ? "root" : name); }
  NodeSPtr createNewNode(const std::string& name) { return Node::createRoot(name); }
  NodeSPtr load(const std::string& file) { return node::load(file); }
  void init(Node* root) { node::initRoot(root); }
  void animate(Node* root, SReal dt = 0) { node::animate(root, dt); }
  void updateVisual(Node* root) { node::updateVisual(root); }
  void reset(Node* root) { node::reset(root); }
  void unload(const NodeSPtr& root) { node::unload(root); }
};

namespace graph {

class DAGSimulation : public Simulation {};

inline NodeSPtr createNewGraph(const std::string& name) { return Simulation().createNewGraph(name); }
/// The library is ready when it is loaded.
inline void init() {}
inline void cleanup() {}

}  // namespace graph

/// The one there is.
inline Simulation* getSimulation() {
  static graph::DAGSimulation simulation;
  return &simulation;
}

/// Reads scenes in XML. Null after an error message.
class SceneLoaderXML {
 public:
  static NodeSPtr loadFromMemory(const char* /*name*/, const char* xml) { return readSceneText(xml); }
  static NodeSPtr loadFromMemory(const char* /*name*/, const char* xml, unsigned size) {
    return readSceneText(std::string_view(xml, size));
  }
  NodeSPtr load(const std::string& file) { return readScene(file); }
  NodeSPtr doLoad(const std::string& file) { return readScene(file); }
};

}  // namespace sofa::simulation

namespace sofa::core::objectmodel {
using simulation::node::getNodeFrom;
}

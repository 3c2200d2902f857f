#pragma once
#include "Sofa/Compatibility/Context.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Nodes and what is done with a scene, as programs written for SOFA call it. Node is ours.
namespace sofa::simulation {

using NodeSPtr = std::shared_ptr<Node>;

namespace graph {
using DAGNode = simulation::Node;
}

namespace node {

/// The node behind what getContext() gives.
inline Node* getNodeFrom(const core::objectmodel::BaseContext* context) { return context ? context->ours() : nullptr; }

/// Null after an error message.
inline NodeSPtr load(const std::string& file) { return readScene(file); }
inline void initRoot(Node* root) { simulation::initRoot(*root); }
/// dt = 0: the root's own.
inline void animate(Node* root, SReal dt = 0) { simulation::animate(*root, dt); }
inline void updateVisual(Node* root) { simulation::updateVisual(*root); }
inline void reset(Node* root) { simulation::reset(*root); }
inline void unload(const NodeSPtr& root) {
  if (root) simulation::unload(*root);
}

}  // namespace node
}  // namespace sofa::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::topology {

/// A scene from the inside of its root node, initialised, and the warnings and errors it caused.
class TopologyScene : public helper::MessageHandler {
 public:
  explicit TopologyScene(const std::string& components, bool initialise = true) {
    helper::addMessageHandler(this);
    helper::setConsole(false);
    m_root = simulation::readSceneText("<Node name='root'><DefaultAnimationLoop/>" + components + "</Node>");
    if (m_root && initialise) simulation::initRoot(*m_root);
  }
  ~TopologyScene() override {
    helper::removeMessageHandler(this);
    helper::setConsole(true);
  }

  void process(const helper::Message& message) override {
    if (message.severity == helper::Severity::Error) errors.push_back(message.text);
    if (message.severity == helper::Severity::Warning) warnings.push_back(message.text);
  }

  simulation::Node& root() { return *m_root; }
  /// The component of that name, anywhere below the root.
  template <class T = core::BaseMeshTopology>
  T& get(const std::string& name) {
    std::vector<T*> found;
    m_root->collectDown(found);
    for (T* component : found)
      if (component->name() == name) return *component;
    throw std::runtime_error("no component " + name);
  }

  std::vector<std::string> errors, warnings;

 private:
  std::shared_ptr<simulation::Node> m_root;
};

}  // namespace sofa::component::topology

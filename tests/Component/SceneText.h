#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "Sofa/Core/State.h"
#include "Sofa/Simulation/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {

/// Collects warnings and errors while it lives.
class Messages : public helper::MessageHandler {
 public:
  Messages() { helper::addMessageHandler(this); }
  ~Messages() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& message) override {
    if (message.severity == helper::Severity::Warning) warnings.push_back(message.text);
    if (message.severity >= helper::Severity::Error) errors.push_back(message.text);
  }
  static bool mention(const std::vector<std::string>& texts, std::string_view part) {
    for (const auto& text : texts)
      if (text.find(part) != std::string::npos) return true;
    return false;
  }
  std::vector<std::string> warnings;
  std::vector<std::string> errors;
};

/// A scene written in the test, initialised. The text is what stands inside of the root node.
struct Scene {
  explicit Scene(const std::string& content, const std::string& rootAttributes = "dt='0.1' gravity='0 0 0'") {
    root = simulation::readSceneText("<Node name='root' " + rootAttributes + ">" + content + "</Node>");
    if (root) simulation::initRoot(*root);
  }

  /// First T, depth first.
  template <class T>
  T& first() const {
    auto* found = root->template down<T>();
    if (!found) throw std::runtime_error("the scene holds no such component");
    return *found;
  }
  /// State of the first child.
  template <class DataTypes>
  core::State<DataTypes>& mapped() const {
    return dynamic_cast<core::State<DataTypes>&>(*core::localMechanicalState(*root->children().at(0)));
  }
  template <class DataTypes>
  core::State<DataTypes>& state() const {
    return dynamic_cast<core::State<DataTypes>&>(*core::localMechanicalState(*root));
  }
  void step(int count = 1) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }

  std::shared_ptr<simulation::Node> root;
};

}  // namespace sofa::test

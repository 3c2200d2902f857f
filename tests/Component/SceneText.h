// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::tests {

/// A scene written in the test, initialised. The text is what stands inside of the root node.
struct Scene {
  explicit Scene(const std::string& content, const std::string& rootAttributes = "dt='0.1' gravity='0 0 0'") {
    root = simulation::readSceneText("<Node name='root' " + rootAttributes + "><DefaultAnimationLoop/>" + content +
                                     "</Node>");
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

}  // namespace sofa::tests

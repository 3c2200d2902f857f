// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {

/// The engine "e" of a scene, initialised.
struct EngineScene {
  std::shared_ptr<simulation::Node> root;
  core::Component* engine = nullptr;

  explicit EngineScene(const std::string& components) {
    helper::setConsole(false);
    root = simulation::readSceneText("<Node name=\"root\"><DefaultAnimationLoop/>" + components + "</Node>");
    simulation::initRoot(*root);
    for (const auto& component : root->components())
      if (component->name() == "e") engine = component.get();
  }
  ~EngineScene() { helper::setConsole(true); }

  std::string text(const char* data) const { return field(data).text(); }
  template <class T>
  const T& value(const char* data) const {
    return dynamic_cast<core::Data<T>&>(field(data)).value();
  }
  static std::size_t errors() { return helper::errorCount(helper::messageCounts()); }
  /// Errors and warnings since the scene was read.
  std::size_t newErrors() const { return errors() - m_errors; }
  std::size_t newWarnings() const { return warnings() - m_warnings; }

 private:
  core::BaseData& field(const char* data) const {
    core::BaseData* found = engine ? engine->findData(data) : nullptr;
    if (!found) throw std::runtime_error(std::string("there is no engine e with Data ") + data);
    return *found;
  }
  static std::size_t warnings() { return helper::messageCounts()[static_cast<std::size_t>(helper::Severity::Warning)]; }
  std::size_t m_errors = errors(), m_warnings = warnings();
};

inline void expectNumbers(const std::string& text, const std::vector<double>& expected) {
  type::TextReader in(text);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double value = NAN;
    ASSERT_TRUE(in.read(value)) << text;
    EXPECT_NEAR(value, expected[i], 1e-5) << "number " << i << " of " << text;
  }
  EXPECT_TRUE(in.atEnd()) << text;
}

}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/Random.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Bases of unit tests written for SOFA, and the expectations on messages that they state.
namespace sofa::testing {

/// Collects messages while it lives, and compares at its end with what is expected: all of the kinds, or none of them.
class ExpectedMessages : public helper::MessageHandler {
 public:
  /// kinds: "Error, Warning".
  ExpectedMessages(std::string kinds, bool emitted, const char* file, int line)
      : m_kinds(std::move(kinds)), m_emitted(emitted), m_file(file), m_line(line) {
    helper::addMessageHandler(this);
  }
  ~ExpectedMessages() override {
    helper::removeMessageHandler(this);
    static constexpr std::string_view names[] = {"Info", "Advice", "Deprecated", "Warning", "Error", "Fatal"};
    for (std::size_t k = 0; k < helper::severityCount; ++k) {
      if (m_kinds.find(names[k]) == std::string::npos) continue;
      if (m_emitted && m_count[k] == 0)
        ADD_FAILURE_AT(m_file, m_line) << "no message of kind " << names[k] << " was sent";
      if (!m_emitted && m_count[k] > 0) ADD_FAILURE_AT(m_file, m_line) << names[k] << ": " << m_last[k];
    }
  }
  ExpectedMessages(const ExpectedMessages&) = delete;
  void process(const helper::Message& message) override {
    const auto k = static_cast<std::size_t>(message.severity);
    ++m_count[k];
    m_last[k] = message.text;
  }

 private:
  std::string m_kinds;
  bool m_emitted;
  const char* m_file;
  int m_line;
  std::array<int, helper::severityCount> m_count{};
  std::array<std::string, helper::severityCount> m_last;
};

/// Override doSetUp() and doTearDown().
class BaseTest : public ::testing::Test {
 public:
  virtual void doSetUp() {}
  virtual void doTearDown() {}
  /// False, and a failed test, if there is no such plugin.
  static bool importPlugin(const std::string& name) {
    const auto result = core::PluginManager::instance().load(name);
    EXPECT_TRUE(result.loaded || result.isHarmless) << result.message;
    return result.loaded;
  }

  static constexpr long seed = 28;
  helper::RandomGenerator randomGenerator{seed};

 protected:
  void SetUp() override { doSetUp(); }
  void TearDown() override { doTearDown(); }
};

/// With scenes.
class BaseSimulationTest : public BaseTest {
 public:
  /// A scene as long as it lives.
  class SceneInstance {
   public:
    explicit SceneInstance(const std::string& rootName = "root") : root(core::Node::createRoot(rootName)) {}
    /// type: "xml".
    SceneInstance(const std::string& /*type*/, const std::string& text) : root(simulation::readSceneText(text)) {}
    ~SceneInstance() {
      if (root) simulation::unload(*root);
    }
    SceneInstance(const SceneInstance&) = delete;
    static SceneInstance LoadFromFile(const std::string& file) { return SceneInstance(simulation::readScene(file)); }
    void loadSceneFile(const std::string& file) { root = simulation::readScene(file); }
    void initScene() { simulation::initRoot(*root); }
    void simulate(double dt) { simulation::animate(*root, dt); }

    std::shared_ptr<core::Node> root;

   private:
    explicit SceneInstance(std::shared_ptr<core::Node> loaded) : root(std::move(loaded)) {}
  };
};

/// Comparisons of numbers, vectors and matrices.
template <class TReal = double>
class NumericTest {
 public:
  using Real = TReal;
  static constexpr Real EPSILON = std::numeric_limits<Real>::epsilon();

  static bool isSmall(Real r, double ratio = 1) { return std::abs(r) <= ratio * EPSILON; }
  template <class V, class W>
  static Real vectorMaxDiff(const V& a, const W& b) {
    if (a.size() != b.size()) return std::numeric_limits<Real>::infinity();
    Real largest = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.size()); ++i)
      largest = std::max(largest, distance(a[i], b[i]));
    return largest;
  }
  template <class V>
  static Real vectorMaxAbs(const V& a) {
    Real largest = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.size()); ++i) largest = std::max(largest, size(a[i]));
    return largest;
  }
  template <class M, class N>
  static Real matrixMaxDiff(const M& a, const N& b) {
    Real largest = 0;
    for (int i = 0; i < a.rows(); ++i)
      for (int j = 0; j < a.cols(); ++j) largest = std::max<Real>(largest, std::abs(entry(a, i, j) - entry(b, i, j)));
    return largest;
  }

 private:
  /// The largest of the reals of a value; f(k) gives them.
  template <class T, class F>
  static Real largestOf(const F& f) {
    Real largest = 0;
    for (unsigned k = 0; k < T::total_size; ++k) largest = std::max<Real>(largest, std::abs(f(k)));
    return largest;
  }
  template <class T>
  static Real distance(const T& a, const T& b) {
    if constexpr (std::is_arithmetic_v<T>)
      return std::abs(a - b);
    else
      return largestOf<T>([&](unsigned k) { return a[k] - b[k]; });
  }
  template <class T>
  static Real size(const T& a) {
    if constexpr (std::is_arithmetic_v<T>)
      return std::abs(a);
    else
      return largestOf<T>([&](unsigned k) { return a[k]; });
  }
  template <class M>
  static Real entry(const M& m, int i, int j) {
    if constexpr (requires { m.element(i, j); })
      return m.element(i, j);
    else
      return m(i, j);
  }
};

}  // namespace sofa::testing

namespace sofa {
using testing::BaseSimulationTest;
using testing::BaseTest;
using testing::NumericTest;
}  // namespace sofa

#define SOFA_EXPECTED_AT(line, kinds, emitted) \
  const ::sofa::testing::ExpectedMessages sofaExpected##line(kinds, emitted, __FILE__, line)
#define SOFA_EXPECTED_IN(line, kinds, emitted) SOFA_EXPECTED_AT(line, kinds, emitted)
/// Until the end of the block: EXPECT_MSG_EMIT(Error), EXPECT_MSG_NOEMIT(Error, Warning).
#define EXPECT_MSG_EMIT(...) SOFA_EXPECTED_IN(__LINE__, #__VA_ARGS__, true)
#define EXPECT_MSG_NOEMIT(...) SOFA_EXPECTED_IN(__LINE__, #__VA_ARGS__, false)

#pragma once
#include <gtest/gtest.h>

#include <random>

#include "Sofa/Core/ForceField.h"
#include "Sofa/Simulation/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// What tests of force fields share: scenes from text, forces at a state, and tangents by finite differences.
namespace sofa::test {

/// An initialised scene with one force field among its components.
struct ForceScene {
  std::shared_ptr<simulation::Node> root;
  core::BaseForceField* force = nullptr;
  std::size_t errors = 0, warnings = 0;  ///< messages of loading and initialising

  /// body: the elements inside the root node.
  explicit ForceScene(std::string_view body) {
    const auto count = [] {
      const auto counts = helper::messageCounts();
      return std::pair(helper::errorCount(counts), counts[static_cast<int>(helper::Severity::Warning)]);
    };
    helper::setConsole(false);
    const auto before = count();
    root = simulation::readSceneText("<Node name=\"root\" gravity=\"0 0 0\"><DefaultAnimationLoop/>" +
                                     std::string(body) + "</Node>");
    if (root) {
      simulation::initRoot(*root);
      force = root->down<core::BaseForceField>();
    }
    errors = count().first - before.first;
    warnings = count().second - before.second;
  }
  ~ForceScene() {
    if (root) simulation::unload(*root);
    helper::setConsole(true);
  }

  core::BaseState& state() const { return *root->down<core::BaseState>(); }

  /// Forces on the first state at (x, v), flat.
  std::vector<double> forces() const {
    auto& s = state();
    s.allocate(core::vec::force);
    std::ranges::fill(s.flatWrite(core::vec::force), 0.0);
    force->addForce({}, core::vec::force);
    const auto f = s.flat(core::vec::force);
    return {f.begin(), f.end()};
  }
  /// (k df/dx + b df/dv) dx on the first state.
  std::vector<double> product(std::span<const double> dx, double kFactor, double bFactor) const {
    auto& s = state();
    s.allocate(core::vec::dx);
    s.allocate(core::vec::dforce);
    std::ranges::copy(dx, s.flatWrite(core::vec::dx).begin());
    std::ranges::fill(s.flatWrite(core::vec::dforce), 0.0);
    core::MechanicalParams params;
    params.kFactor = kFactor;
    params.bFactor = bFactor;
    force->addDForce(params, core::vec::dforce);
    const auto df = s.flat(core::vec::dforce);
    return {df.begin(), df.end()};
  }
};

inline void expectNear(const std::vector<double>& a, const std::vector<double>& b, double tolerance = 1e-12) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "entry " << i;
}

/// Compares the tangent with central differences of the force along a random direction.
inline void checkTangent(const ForceScene& scene, double tolerance) {
  auto& state = scene.state();
  std::mt19937 random(3);
  std::vector<double> dx(state.size() * state.derivSize());
  for (double& d : dx) d = std::uniform_real_distribution<double>(-1, 1)(random);
  scene.forces();
  const auto df = scene.product(dx, 1, 0);

  const auto x = std::vector<double>(state.flat(core::vec::position).begin(), state.flat(core::vec::position).end());
  const auto forcesAt = [&](double step) {
    std::ranges::copy(x, state.flatWrite(core::vec::position).begin());
    state.integrate(core::vec::position, core::vec::position, state.flat(core::vec::dx), step);
    return scene.forces();
  };
  const double step = 1e-6;
  const auto plus = forcesAt(step), minus = forcesAt(-step);
  std::ranges::copy(x, state.flatWrite(core::vec::position).begin());
  for (std::size_t i = 0; i < df.size(); ++i)
    EXPECT_NEAR(df[i], (plus[i] - minus[i]) / (2 * step), tolerance) << "entry " << i;
}

}  // namespace sofa::test

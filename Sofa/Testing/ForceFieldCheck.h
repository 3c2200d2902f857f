// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

/// Checks of force fields with GoogleTest: scenes from text, forces at a state, and derivatives by central differences.
/// A plugin's tests use them as the framework's own do (docs/components-in-cpp.md).
namespace sofa::test {

/// An initialised scene with one force field among its components.
struct ForceScene {
  std::shared_ptr<simulation::Node> root;
  core::BaseForceField* force = nullptr;
  std::size_t errors = 0, warnings = 0;  ///< messages of loading and initialising

  /// body: the elements inside the root node; attributes: further ones of that node.
  explicit ForceScene(std::string_view body, std::string_view attributes = "") {
    const auto count = [] {
      const auto counts = helper::messageCounts();
      return std::pair(helper::errorCount(counts), counts[static_cast<int>(helper::Severity::Warning)]);
    };
    helper::setConsole(false);
    const auto before = count();
    root = simulation::readSceneText("<Node name=\"root\" gravity=\"0 0 0\" " + std::string(attributes) +
                                     "><DefaultAnimationLoop/>" + std::string(body) + "</Node>");
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
    std::ranges::fill(s.hostWrite(core::vec::force), 0.0);
    force->accumulateForce({}, core::vec::force);
    const auto f = s.hostRead(core::vec::force);
    return {f.begin(), f.end()};
  }
  /// Fixes the state as the point of products.
  void linearise(core::Linearisation kind = core::Linearisation::exact) const { force->lineariseAt({}, kind); }
  /// (k df/dx + b df/dv) dx on the first state, where it was linearised.
  std::vector<double> product(std::span<const double> dx, double kFactor, double bFactor) const {
    auto& s = state();
    s.allocate(core::vec::dx);
    s.allocate(core::vec::dforce);
    std::ranges::copy(dx, s.hostWrite(core::vec::dx).begin());
    std::ranges::fill(s.hostWrite(core::vec::dforce), 0.0);
    core::MechanicalParams params;
    params.kFactor = kFactor;
    params.bFactor = bFactor;
    force->accumulateDForce(params, core::vec::dforce);
    const auto df = s.hostRead(core::vec::dforce);
    return {df.begin(), df.end()};
  }
};

inline void expectNear(const std::vector<double>& a, const std::vector<double>& b, double tolerance = 1e-12) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "entry " << i;
}

/// One vector per state with entries between -1 and 1, the same in every run.
inline std::vector<double> randomVector(std::size_t size, unsigned seed = 3) {
  std::mt19937 random(seed);
  std::vector<double> values(size);
  for (double& v : values) v = std::uniform_real_distribution<double>(-1, 1)(random);
  return values;
}

/// What `measure()` gives with the first state moved along dx by a factor; the state is as before afterwards.
template <class Measure>
auto atMoved(const ForceScene& scene, const std::vector<double>& dx, double factor, const Measure& measure) {
  auto& state = scene.state();
  const auto x =
      std::vector<double>(state.hostRead(core::vec::position).begin(), state.hostRead(core::vec::position).end());
  state.hostIntegrate(core::vec::position, core::vec::position, dx, factor);
  auto result = measure();
  std::ranges::copy(x, state.hostWrite(core::vec::position).begin());
  return result;
}

/// Compares df/dx with central differences of the force along a random direction: addDForce, or the matrix behind it.
/// Forces are evaluated elsewhere before the product is, which must not change it.
inline void checkTangent(const ForceScene& scene, double tolerance) {
  const auto dx = randomVector(scene.state().size() * scene.state().derivSize());
  const double step = 1e-6;
  scene.linearise();
  const auto plus = atMoved(scene, dx, step, [&] { return scene.forces(); });
  const auto minus = atMoved(scene, dx, -step, [&] { return scene.forces(); });
  const auto df = scene.product(dx, 1, 0);
  for (std::size_t i = 0; i < df.size(); ++i)
    EXPECT_NEAR(df[i], (plus[i] - minus[i]) / (2 * step), tolerance) << "entry " << i;
}

/// Compares df/dv, as addDForce gives it with kFactor 0 and bFactor 1, with central differences of the force along a
/// random change of velocity.
inline void checkDamping(const ForceScene& scene, double tolerance) {
  auto& state = scene.state();
  const auto dv = randomVector(state.size() * state.derivSize());
  scene.linearise();
  const auto df = scene.product(dv, 0, 1);
  const auto v =
      std::vector<double>(state.hostRead(core::vec::velocity).begin(), state.hostRead(core::vec::velocity).end());
  const auto forcesAt = [&](double step) {
    const auto changed = state.hostWrite(core::vec::velocity);
    for (std::size_t i = 0; i < v.size(); ++i) changed[i] = v[i] + step * dv[i];
    return scene.forces();
  };
  const double step = 1e-4;
  const auto plus = forcesAt(step), minus = forcesAt(-step);
  std::ranges::copy(v, state.hostWrite(core::vec::velocity).begin());
  for (std::size_t i = 0; i < df.size(); ++i)
    EXPECT_NEAR(df[i], (plus[i] - minus[i]) / (2 * step), tolerance) << "entry " << i;
}

/// Compares the force with minus the derivative of potentialEnergy along a random direction: for fields without
/// damping, or with velocities of zero.
inline void checkEnergy(const ForceScene& scene, double tolerance) {
  const auto dx = randomVector(scene.state().size() * scene.state().derivSize());
  const auto energy = [&] { return scene.force->potentialEnergy({}); };
  ASSERT_TRUE(energy()) << scene.force->path() << " has no energy";
  const double step = 1e-5;
  const double slope = (*atMoved(scene, dx, step, energy) - *atMoved(scene, dx, -step, energy)) / (2 * step);
  const auto f = scene.forces();
  EXPECT_NEAR(std::inner_product(f.begin(), f.end(), dx.begin(), 0.0), -slope, tolerance);
}

/// Compares evaluations at a place before and after some at another: forces and energies depend on the place alone, and
/// products on where the field was linearised.
inline void checkPurity(const ForceScene& scene) {
  const auto dx = randomVector(scene.state().size() * scene.state().derivSize());
  scene.linearise();
  const auto force = scene.forces(), product = scene.product(dx, 1, 1);
  const auto energy = scene.force->potentialEnergy({});
  atMoved(scene, dx, 0.1, [&] {
    scene.force->potentialEnergy({});
    return scene.forces();
  });
  EXPECT_EQ(scene.force->potentialEnergy({}), energy) << "forces were computed elsewhere";
  EXPECT_EQ(scene.forces(), force) << "forces were computed elsewhere";
  EXPECT_EQ(scene.product(dx, 1, 1), product) << "forces were computed elsewhere since it was linearised";
  atMoved(scene, dx, 0.1, [&] {
    scene.linearise();
    return 0;
  });
  EXPECT_EQ(scene.force->potentialEnergy({}), energy) << "linearised elsewhere";
  EXPECT_EQ(scene.forces(), force) << "linearised elsewhere";
}

}  // namespace sofa::test

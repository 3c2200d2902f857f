// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include "Component/MeshFixture.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {

/// A node with a state, perhaps a mesh, and a mass, initialised; counts the errors and warnings of that.
struct MassScene {
  std::shared_ptr<simulation::Node> root;
  core::BaseState* state = nullptr;
  core::BaseMass* mass = nullptr;
  std::size_t errors = 0, warnings = 0;

  explicit MassScene(const std::string& components, std::shared_ptr<FixedMesh> mesh = nullptr,
                     const std::filesystem::path& folder = std::filesystem::current_path()) {
    helper::setConsole(false);
    const auto before = helper::messageCounts();
    root = simulation::readSceneText(
        "<Node name=\"root\" dt=\"0.1\" gravity=\"0 -10 0\"><DefaultAnimationLoop/>" + components + "</Node>", folder);
    if (mesh) root->addComponent(mesh, 0);
    simulation::initRoot(*root);
    const auto after = helper::messageCounts();
    helper::setConsole(true);
    errors = helper::errorCount(after) - helper::errorCount(before);
    const auto warning = static_cast<std::size_t>(helper::Severity::Warning);
    warnings = after[warning] - before[warning];
    mass = root->down<core::BaseMass>();
    state = mass->states().front();
    state->allocate(core::vec::dx);
    state->allocate(core::vec::dforce);
  }

  std::string text(const char* data) const { return mass->findData(data)->text(); }
  double real(const char* data) const { return std::stod(text(data)); }

  std::vector<double> filled(core::VecDerivId id, const std::vector<double>& values) const {
    const auto flat = state->hostWrite(id);
    std::copy(values.begin(), values.end(), flat.begin());
    return {flat.begin(), flat.end()};
  }
  std::vector<double> read(core::VecDerivId id) const {
    const auto flat = state->hostRead(id);
    return {flat.begin(), flat.end()};
  }
  /// factor M dx.
  std::vector<double> product(const std::vector<double>& dx, double factor = 1) const {
    filled(core::vec::dx, dx);
    filled(core::vec::dforce, std::vector<double>(dx.size(), 0.0));
    core::MechanicalParams params;
    mass->accumulateMDx(params, core::vec::dforce, factor);
    const std::vector<double> result = read(core::vec::dforce);
    filled(core::vec::dforce, std::vector<double>(dx.size(), 7.0));
    mass->assignMDx(params, core::vec::dforce, factor);
    EXPECT_EQ(read(core::vec::dforce), result) << "what stood there before counts";
    return result;
  }
  /// M^-1 f, starting from accelerations of 7.
  std::vector<double> acceleration(const std::vector<double>& f) const {
    filled(core::vec::dforce, f);
    filled(core::vec::dx, std::vector<double>(f.size(), 7.0));
    mass->divideByMass({}, core::vec::dx, core::vec::dforce);
    return read(core::vec::dx);
  }
  std::vector<double> weight() const {
    const auto f = state->hostWrite(core::vec::dforce);
    std::fill(f.begin(), f.end(), 0.0);
    mass->accumulateForce({}, core::vec::dforce);
    return {f.begin(), f.end()};
  }
};

inline void expectNear(const std::vector<double>& actual, const std::vector<double>& expected,
                       double tolerance = 1e-14) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << "component " << i;
}

}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
// Forces on haptic devices between two steps of the simulation.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/ForceFeedback.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::tests {
namespace {

using Vec1Feedback = core::StateForceFeedback<type::Vec1Types>;
using RigidFeedback = core::StateForceFeedback<type::Rigid3Types>;
using type::Vec1, type::Vec3, type::Vec6;

const std::string sweeps = "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-6'/>";

/// A tool of 2 kg and steps of 0.1 s: W is h / m = 0.05 for each of its coordinates.
std::shared_ptr<simulation::Node> toolOf(const std::string& type, const std::string& position,
                                         const std::string& components, const std::string& solver = sweeps) {
  auto root = simulation::readSceneText(
      "<Node name='root' dt='0.1' gravity='0 0 0'><FreeMotionAnimationLoop/>" + solver +
      "<Node name='tool'><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject template='" + type + "' position='" +
      position + "'/><UniformMass vertexMass='2'/><LinearSolverConstraintCorrection/>" + components + "</Node></Node>");
  simulation::initRoot(*root);
  return root;
}
const std::string stopper = "<StopperLagrangianConstraint index='0' min='-1' max='0.5'/>";
constexpr double compliance = 0.05;

double forceAt(Vec1Feedback& feedback, double x) {
  std::vector<Vec1> forces;
  feedback.computeForce({Vec1(x)}, forces);
  return forces.at(0)[0];
}

TEST(LCPForceFeedback, pushesBackFromAStop) {
  const auto root = toolOf("Vec1", "0.2", stopper + "<LCPForceFeedback activate='1' forceCoef='10'/>");
  auto& feedback = *root->down<Vec1Feedback>();
  EXPECT_EQ(forceAt(feedback, 0.7), 0);  // before the first step nothing is known
  simulation::animate(*root);
  for (const double x : {0.3, 0.6, 0.7, 0.5, -0.9, -1.2, 0.1}) {
    const double beyond = x > 0.5 ? x - 0.5 : x < -1 ? x + 1 : 0;
    EXPECT_NEAR(forceAt(feedback, x), -10 * beyond / compliance, 1e-6) << x;
  }
  feedback.d_activate.set(false);
  EXPECT_EQ(forceAt(feedback, 0.7), 0);
  feedback.d_activate.set(true);
  simulation::reset(*root);
  EXPECT_EQ(forceAt(feedback, 0.7), 0);
}

Vec6 wrenchAt(const std::string& attributes, const type::RigidCoord<3>& pose) {
  const auto root = toolOf(
      "Rigid3", "1 2 3 0 0 0 1",
      "<FixedLagrangianConstraint indices='0'/><LCPForceFeedback activate='1' forceCoef='1' " + attributes + "/>");
  simulation::animate(*root);
  return root->down<RigidFeedback>()->wrenchAt(pose);
}

TEST(LCPForceFeedback, rendersForceAndMoment) {
  const type::RigidCoord<3> moved{Vec3(1.1, 2, 2.8), type::exponential(Vec3(0, 0, 0.1))};
  const Vec6 still = wrenchAt("", moved), turned = wrenchAt("derivRotations='1'", moved);
  Vec6 expected;
  expected << -0.1, 0, 0.2, 0, 0, 0;
  EXPECT_LT((still - expected / compliance).norm(), 1e-6) << still.transpose();
  // The inertia is that of the mass, 1 m^2 times 2 kg.
  expected[5] = -0.1;
  EXPECT_LT((turned - expected / compliance).norm(), 1e-6) << turned.transpose();
}

TEST(LCPForceFeedback, takesRowsOfAllPointsAsOnesOfTheFirst) {
  const auto force = [](const std::string& attributes) {
    const auto root = toolOf("Vec1", "0 0.2",
                             "<StopperLagrangianConstraint index='1' min='-1' max='0.5'/>"
                             "<LCPForceFeedback activate='1' forceCoef='1' " +
                                 attributes + "/>");
    simulation::animate(*root);
    return forceAt(*root->down<Vec1Feedback>(), 0.6);
  };
  EXPECT_EQ(force(""), 0);
  // Point 0 has gone by 0.6, and so the row of point 1 from 0.2 to 0.8.
  EXPECT_NEAR(force("localHapticConstraintAllFrames='1'"), -0.3 / compliance, 1e-6);
}

TEST(LCPForceFeedback, servesADeviceWhileTheSimulationRuns) {
  const auto root = toolOf("Vec1", "0.2", stopper + "<LCPForceFeedback activate='1' forceCoef='1'/>");
  auto& feedback = *root->down<Vec1Feedback>();
  simulation::animate(*root);
  std::atomic<bool> goesOn = true;
  std::atomic<int> wrong = 0, asked = 0;
  std::thread device([&] {
    while (goesOn) {
      if (std::abs(forceAt(feedback, 0.6) + 0.1 / compliance) > 1e-6) ++wrong;
      ++asked;
    }
  });
  for (int i = 0; i < 300 || asked < 100; ++i) simulation::animate(*root);
  goesOn = false;
  device.join();
  EXPECT_EQ(wrong, 0);
}

TEST(LCPForceFeedback, saysWhatIsMissing) {
  const CapturedMessages log;
  const std::string feedback = "<LCPForceFeedback activate='1'/>";
  const auto root = toolOf("Vec1", "0.2", stopper + feedback,
                           "<UnbuiltGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-6'/>");
  simulation::animate(*root);
  simulation::animate(*root);
  EXPECT_EQ(log.warnings("works without the matrix W"), 1u);
  EXPECT_EQ(forceAt(*root->down<Vec1Feedback>(), 0.7), 0);
  const auto alone = simulation::readSceneText("<Node><DefaultAnimationLoop/><MechanicalObject template='Vec1'/>" +
                                               feedback + "</Node>");
  simulation::initRoot(*alone);
  simulation::animate(*alone);
  EXPECT_EQ(log.errors("No constraint solver is visible"), 1u);
}

TEST(NullForceFeedback, isNoForce) {
  const auto root = toolOf("Rigid3", "0 0 0 0 0 0 1",
                           "<NullForceFeedback activate='1'/><NullForceFeedbackT "
                           "activate='1'/>");
  std::vector<core::ForceFeedback*> all;
  root->collectDown(all);
  ASSERT_EQ(all.size(), 2u);
  for (auto* feedback : all) EXPECT_EQ(feedback->wrenchAt({}), Vec6(Vec6::Zero()));
  std::vector<Vec6> forces{Vec6(Vec6::Ones())};
  dynamic_cast<RigidFeedback&>(*all[1]).computeForce({{}, {}}, forces);
  EXPECT_EQ(forces, std::vector<Vec6>(2, Vec6(Vec6::Zero())));
}

}  // namespace
}  // namespace sofa::tests

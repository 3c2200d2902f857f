// SPDX-License-Identifier: Apache-2.0
// A reset starts a scene as if it were new, but for what compatible scenes keep and fullReset makes them forget.

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa {
namespace {

using tests::CapturedMessages;
using tests::Scene;

std::vector<double> finalState(const Scene& scene, int steps) {
  scene.step(steps);
  const auto& state = *scene.root->down<core::BaseState>();
  std::vector<double> all;
  for (const auto values : {state.hostRead(core::vec::position), state.hostRead(core::vec::velocity)})
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

/// Whether steps after a reset give the bits of a scene that was just loaded.
bool startsAnew(const std::string& content, const std::string& root = "dt='0.1' gravity='0 -1 0'") {
  const auto expected = finalState(Scene(content, root), 6);
  const Scene scene(content, root);
  scene.step(4);
  simulation::reset(*scene.root);
  return finalState(scene, 6) == expected;
}

const std::string explicitBody =
    "<EulerExplicitSolver/><MechanicalObject position='0.1 0.2 0.3 1 0.7 0.4'/>"
    "<UniformMass totalMass='2'/>";

std::string implicitBody(const std::string& linearSolver) {
  return "<EulerImplicitSolver/>" + linearSolver +
         "<MechanicalObject position='0 0 0 1 0 0 2 0 0' velocity='0 1 0 0 0 0 1 0 0'/><UniformMass totalMass='3'/>"
         "<SpringForceField spring='0 1 100 0 1.2 1 2 70 0 1'/>";
}

TEST(Reset, externalForcesOfTheFirstStepActAgain) {
  EXPECT_TRUE(
      startsAnew("<EulerExplicitSolver/><MechanicalObject position='0 0 0' externalForce='1 2 3'/>"
                 "<UniformMass totalMass='1'/>"));
}

TEST(Reset, whatIsProjectedIsNotProjectedTwice) {
  EXPECT_TRUE(startsAnew(explicitBody + "<PlaneProjectiveConstraint indices='0 1' origin='0.1 0.3 0.7' "
                                        "normal='0.3 1 0.2'/>"));
  EXPECT_TRUE(startsAnew(explicitBody + "<LineProjectiveConstraint indices='0 1' origin='0.1 0.3 0.7' "
                                        "direction='0.3 1 0.2'/>"));
}

TEST(Reset, multipliersStartFromZero) {
  const std::string body = "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
  const std::string content =
      "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='4' tolerance='1e-9'/>"
      "<Node name='a'>" +
      body +
      "<MechanicalObject position='0 0 0 1 0 0 2 0 0'/><UniformMass totalMass='3'/>"
      "<LinearSolverConstraintCorrection/><FixedLagrangianConstraint indices='0 2'/></Node>";
  // The loop of the fixture gives way to this one.
  const auto fresh = [&] {
    auto root = simulation::readSceneText("<Node name='root' dt='0.1' gravity='0 -1 0'>" + content + "</Node>");
    simulation::initRoot(*root);
    return root;
  };
  const auto run = [](simulation::Node& root, int steps) {
    for (int i = 0; i < steps; ++i) simulation::animate(root);
    const auto x = root.down<core::BaseState>()->hostRead(core::vec::position);
    return std::vector<double>(x.begin(), x.end());
  };
  const auto first = fresh(), second = fresh();
  const auto expected = run(*first, 6);
  run(*second, 4);
  simulation::reset(*second);
  EXPECT_EQ(run(*second, 6), expected);
}

TEST(Reset, solversForgetTheirGuessIfToldSo) {
  for (const std::string solver :
       {"CGLinearSolver warmStart='1' threshold='1e-9'", "PCGLinearSolver", "MinResLinearSolver"}) {
    const std::string usual = "<" + solver + " iterations='4' tolerance='1e-2' ";
    EXPECT_FALSE(startsAnew(implicitBody(usual + "/>"))) << solver << ": compatible scenes keep it";
    EXPECT_TRUE(startsAnew(implicitBody(usual + "fullReset='1'/>"))) << solver;
  }
}

TEST(Reset, whatIsKeptIsToldOnce) {
  const CapturedMessages said;
  const Scene scene(implicitBody("<PCGLinearSolver iterations='4' tolerance='1e-2'/>"));
  simulation::reset(*scene.root);
  scene.step();
  EXPECT_EQ(said.count(helper::Severity::Info, "fullReset"), 0u) << "there was nothing to keep";
  for (int i = 0; i < 3; ++i) {
    simulation::reset(*scene.root);
    scene.step();
  }
  EXPECT_EQ(said.count(helper::Severity::Info, "at the root, starts from zero"), 1u);
}

TEST(Reset, movedPointsGoBackIfToldSo) {
  const std::string moved = "<LinearVelocityProjectiveConstraint indices='1' keyTimes='0 10' velocities='1 0 0 3 0 0' ";
  EXPECT_FALSE(startsAnew(explicitBody + moved + "/>")) << "compatible scenes go on";
  EXPECT_TRUE(startsAnew(explicitBody + moved + "fullReset='1'/>"));
  const CapturedMessages said;
  const Scene scene(explicitBody + moved + "/>");
  for (int i = 0; i < 3; ++i) {
    simulation::reset(*scene.root);
    scene.step();
  }
  EXPECT_EQ(said.count(helper::Severity::Info, "at the root, puts them back"), 1u);
}

}  // namespace
}  // namespace sofa

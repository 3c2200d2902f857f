// SPDX-License-Identifier: Apache-2.0
// ODE solvers that call the constraint solvers of their own node.
#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::test {
namespace {

using tests::Scene;

const std::string constraints = "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-12'/>";
const std::string linear = "<CGLinearSolver iterations='20' tolerance='1e-15' threshold='1e-40'/>";
const std::string gravity = "dt='0.1' gravity='0 -10 0'";
const std::string points =
    "<MechanicalObject position='1 2 3 4 5 6' velocity='1 0 0 1 0 0'/><UniformMass vertexMass='1'/>"
    "<UncoupledConstraintCorrection defaultCompliance='1'/>";

/// The scene under a FreeMotionAnimationLoop.
std::shared_ptr<simulation::Node> freeMotion(const std::string& body) {
  auto root =
      simulation::readSceneText("<Node name='root' " + gravity + "><FreeMotionAnimationLoop/>" + body + "</Node>");
  simulation::initRoot(*root);
  return root;
}

TEST(OwnConstraintSolvers, HoldAPointUnderEulerImplicitIfAsked) {
  const std::string held = linear + constraints + points + "<FixedLagrangianConstraint indices='0'/>";
  const Scene asked("<EulerImplicitSolver solveConstraint='1'/>" + held, gravity);
  asked.step(10);
  const auto& x = asked.state<type::Vec3Types>().positions();
  EXPECT_NEAR((x[0] - type::Vec3(1, 2, 3)).norm(), 0, 1e-12);
  EXPECT_NEAR((x[1] - type::Vec3(5, -0.5, 6)).norm(), 0, 1e-12) << "h^2 g n (n + 1) / 2 = 5.5 below";
  const Scene unasked("<EulerImplicitSolver/>" + held, gravity);
  unasked.step(10);
  EXPECT_NEAR(unasked.state<type::Vec3Types>().positions()[0].y(), -3.5, 1e-12);
}

TEST(OwnConstraintSolvers, LoseTheStepOfSolversThatCallThemUnasked) {
  for (const char* solver :
       {"EulerExplicitSolver", "RungeKutta2Solver", "CentralDifferenceSolver", "NewmarkImplicitSolver"}) {
    const tests::CapturedMessages said;
    const auto root = freeMotion(constraints + "<" + solver + "/>" + linear + points);
    for (int i = 0; i < 10; ++i) simulation::animate(*root);
    const auto& state = dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*root));
    EXPECT_NEAR((state.positions()[1] - type::Vec3(5, 5, 6)).norm(), 0, 1e-12) << solver << ": x += h v alone";
    EXPECT_EQ(state.velocities()[1], type::Vec3(1, 0, 0)) << solver;
    EXPECT_EQ(said.warnings("loses its step"), 1u) << solver;
  }
}

TEST(OwnConstraintSolvers, LeaveOthersAlone) {
  // EulerImplicitSolver and RungeKutta4Solver do not call them, and a solver in a child node has none of its own.
  for (const std::string& body : {"<EulerImplicitSolver/>" + linear + points, "<RungeKutta4Solver/>" + points,
                                  "<Node><EulerExplicitSolver/>" + points + "</Node>"}) {
    const tests::CapturedMessages said;
    const auto root = freeMotion(constraints + body);
    simulation::animate(*root);
    auto* state = root->down<core::BaseState>();
    EXPECT_NEAR(state->hostRead(core::vec::velocity)[4], -1, 1e-12) << body;
    EXPECT_EQ(said.warnings("loses its step"), 0u) << body;
  }
}

}  // namespace
}  // namespace sofa::test

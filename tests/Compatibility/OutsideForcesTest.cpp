// SPDX-License-Identifier: Apache-2.0
// Forces that stand in no solver's node nor below, in exact scenes: steps by hand. SOFA leaves them explicit or out.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Simulation/Mechanics/LastStep.h"
#include "Sofa/Simulation/Mechanics/MechanicalChecks.h"
#include "Sofa/Simulation/Mechanics/SharedForces.h"

namespace sofa::tests {
namespace {

constexpr double h = 0.01;
const std::string byDefault = "<DefaultAnimationLoop/>";
const std::string freely =
    "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='10' tolerance='1e-9'/>";
const std::string implicitly =
    "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
    "<CGLinearSolver iterations='50' tolerance='1e-14' threshold='1e-30'/>";
const std::string explicitly = "<EulerExplicitSolver/>";
const std::string corrected =
    "<UncoupledConstraintCorrection defaultCompliance='1' useOdeSolverIntegrationFactors='0'/>";
/// No solver moves it.
const std::string anchor =
    "<Node name='anchor'><MechanicalObject name='dofs' position='0 0 0' velocity='5 0 0'/></Node>";

std::string body(const std::string& name, const std::string& solver, const std::string& state,
                 const std::string& mass) {
  return "<Node name='" + name + "'>" + solver + "<MechanicalObject name='dofs' " + state +
         "/><UniformMass vertexMass='" + mass + "'/>" + (solver.empty() ? "" : corrected) + "</Node>";
}

std::string spring(const std::string& first, const std::string& second, const std::string& stiffness,
                   const std::string& damping = "0") {
  return "<SpringForceField name='spring' object1='@" + first + "/dofs' object2='@" + second + "/dofs' spring='0 0 " +
         stiffness + " " + damping + " 0.8'/>";
}

std::shared_ptr<simulation::Node> sceneOf(const std::string& content,
                                          const std::string& attributes = "gravity='0 0 0' compatibility='exact'") {
  auto root = simulation::readSceneText("<Node name='root' dt='0.01' " + attributes + ">" + content + "</Node>");
  simulation::initRoot(*root);
  simulation::checkMechanics(*root);
  return root;
}

core::BaseState& stateOf(simulation::Node& root, const std::string& name) {
  for (const auto& child : root.children())
    if (child->name() == name) return *core::localMechanicalState(*child);
  throw std::runtime_error("no node " + name);
}
double x(simulation::Node& root, const std::string& name) {
  return stateOf(root, name).hostRead(core::vec::position)[0];
}
double v(simulation::Node& root, const std::string& name) {
  return stateOf(root, name).hostRead(core::vec::velocity)[0];
}

/// With the mass 2 at 1 and the velocity 3: 2 (v - 3) = -h k (1 + h v - 0.8).
double velocityAfterStep(double k) { return (6 - h * k * 0.2) / (2 + h * h * k); }
const std::string mover = body("body", implicitly, "position='1 0 0' velocity='3 0 0'", "2");

/// A state without a solver stands still, whatever its velocity. Where the spring stands makes no difference.
TEST(OutsideForces, SpringsToStatesWithoutSolversAreImplicit) {
  for (const auto& loop : {byDefault, freely})
    for (const auto& [text, k] : {std::pair("100", 100.), std::pair("1e4", 1e4), std::pair("1e9", 1e9)})
      for (const bool isLast : {false, true}) {
        const CapturedMessages said;
        const std::string held =
            isLast ? "<Node>" + spring("/anchor", "/body", text) + "</Node>" : spring("anchor", "body", text);
        const auto root = sceneOf(loop + anchor + mover + held);
        simulation::animate(*root);
        const double expected = velocityAfterStep(k);
        EXPECT_NEAR(v(*root, "body"), expected, 1e-9) << loop << k << isLast;
        EXPECT_NEAR(x(*root, "body"), 1 + h * expected, 1e-9) << loop << k << isLast;
        EXPECT_EQ(x(*root, "anchor"), 0) << loop;
        EXPECT_EQ(said.warnings("step"), 0u);
      }
}

/// 2 (v - 3) = -h (k (0.2 + h v) + 3 d), since springs take their damping from the beginning of the step. The velocity
/// of the anchor, which does not move, damps nothing.
TEST(OutsideForces, DampersToStatesWithoutSolversKnowThatTheyStandStill) {
  for (const auto& loop : {byDefault, freely}) {
    const auto root = sceneOf(loop + anchor + mover + spring("anchor", "body", "100", "50"));
    simulation::animate(*root);
    EXPECT_NEAR(v(*root, "body"), (6 - h * (100 * 0.2 + 3 * 50)) / (2 + h * h * 100), 1e-9) << loop;
  }
}

/// Two masses of 1 kg hang from an anchor, the lower one by a spring of their own (1000 N/m, 1 m long): at rest the
/// upper one is 0.8 + 2 g / 1e4 below the anchor, whatever the step, and the lower one 1 + g / 1000 below it.
TEST(OutsideForces, BodiesWithForcesOfTheirOwnRestWhereTheyShould) {
  for (const bool isSeparate : {false, true}) {
    const std::string gravity = isSeparate ? " separateGravity='1'" : "";
    const auto root =
        sceneOf(byDefault + anchor + "<Node name='body'>" + implicitly +
                    "<MechanicalObject name='dofs' position='0 -0.8 0  0 -1.8 0'/><UniformMass "
                    "vertexMass='1'" +
                    gravity + "/><SpringForceField spring='0 1 1000 0 1'/></Node>" + spring("anchor", "body", "1e4"),
                "compatibility='exact' gravity='0 -10 0'");
    for (int step = 0; step < 3000; ++step) simulation::animate(*root);
    const auto at = stateOf(*root, "body").hostRead(core::vec::position);
    EXPECT_NEAR(at[1], -0.8 - 2 * 10 / 1e4, 1e-9) << isSeparate;
    EXPECT_NEAR(at[4], at[1] - 1 - 10 / 1000., 1e-9) << isSeparate;
  }
}

/// The image is mapped from the body, but stands beside it, where the solver of the body does not see it.
TEST(OutsideForces, ReachBodiesThroughMappingsThatStandElsewhere) {
  for (const auto& loop : {byDefault, freely}) {
    const auto root = sceneOf(loop + anchor + mover +
                              "<Node name='image'><MechanicalObject name='dofs'/><IdentityMapping "
                              "input='@../body/dofs' output='@dofs'/></Node>" +
                              spring("anchor", "image", "1e4"));
    simulation::animate(*root);
    EXPECT_NEAR(v(*root, "body"), velocityAfterStep(1e4), 1e-9) << loop;
    EXPECT_NEAR(x(*root, "image"), 1 + h * velocityAfterStep(1e4), 1e-9) << loop;
  }
}

/// Above the solver of both: h^2 k (1 + 1) = 2, so that a third of the length 0.2 is left.
TEST(OutsideForces, WithinOneSolverAreImplicit) {
  for (const auto& loop : {byDefault, freely}) {
    const auto root =
        sceneOf(loop + "<Node name='all'>" + implicitly + "<MechanicalObject name='dofs' position='0 0 0 1 0 0'/>" +
                "<UniformMass vertexMass='1'/>" + corrected + "</Node>" +
                "<SpringForceField object1='@all/dofs' object2='@all/dofs' spring='0 1 1e4 0 0.8'/>");
    simulation::animate(*root);
    const auto at = stateOf(*root, "all").hostRead(core::vec::position);
    EXPECT_NEAR(at[0], (0.2 - 0.2 / 3) / 2, 1e-9) << loop;
    EXPECT_NEAR(at[3] - at[0], 0.8 + 0.2 / 3, 1e-9) << loop;
  }
}

/// A force on one state, which SOFA leaves out: v = 3 + h 4 / 2. A mass there counts in neither, beside a spring too.
TEST(OutsideForces, OnOneBodyAct) {
  for (const auto& loop : {byDefault, freely}) {
    const std::string content = loop + mover + "<ConstantForceField mstate='@body/dofs' forces='4 0 0'/>" +
                                "<UniformMass mstate='@body/dofs' vertexMass='9'/>";
    const CapturedMessages said;
    const auto root = sceneOf(content);
    EXPECT_EQ(said.warnings("does not act"), 0u) << loop;
    EXPECT_EQ(said.warnings("This mass stands in no ODE solver's node"), 1u) << loop;
    simulation::animate(*root);
    EXPECT_NEAR(v(*root, "body"), 3.02, 1e-12) << loop;
    const auto held = sceneOf(loop + anchor + mover + spring("anchor", "body", "1e4") +
                              "<UniformMass mstate='@body/dofs' vertexMass='9'/>");
    simulation::animate(*held);
    EXPECT_NEAR(v(*held, "body"), velocityAfterStep(1e4), 1e-9) << loop;
    const auto sofas = sceneOf(content, "gravity='0 0 0'");
    EXPECT_EQ(said.warnings("a force on one body that stands in no ODE solver's node nor below does not act"), 1u);
    simulation::animate(*sofas);
    EXPECT_NEAR(v(*sofas, "body"), 3, 1e-12) << loop;
  }
}

/// k 0.2 = 20 N at the beginning of the step: v = h 20 / m, and x += h v. Once for two such forces and three steps.
TEST(OutsideForces, OnExplicitBodiesAreThoseOfTheBeginning) {
  for (const auto& loop : {byDefault, freely}) {
    const CapturedMessages said;
    const auto root =
        sceneOf(loop + anchor + body("a", explicitly, "position='0 0 0'", "1") +
                body("b", explicitly, "position='1 0 0'", "2") + body("c", explicitly, "position='-1 0 0'", "4") +
                spring("a", "b", "100") + "<Node>" + spring("/anchor", "/c", "100") + "</Node>");
    simulation::animate(*root);
    EXPECT_NEAR(v(*root, "a"), h * 20, 1e-12) << loop;
    EXPECT_NEAR(v(*root, "b"), -h * 20 / 2, 1e-12) << loop;
    EXPECT_NEAR(v(*root, "c"), h * 20 / 4, 1e-12) << loop;
    EXPECT_NEAR(x(*root, "a"), h * h * 20, 1e-12) << loop;
    EXPECT_NEAR(x(*root, "b"), 1 - h * h * 20 / 2, 1e-12) << loop;
    simulation::animate(*root);
    simulation::animate(*root);
    EXPECT_EQ(said.warnings("beginning of the step"), 1u) << loop;
  }
}

/// v = 3 - h k 0.2 / 2 for k = 1e4.
TEST(OutsideForces, OfSofasScenesAreToldOf) {
  const std::string content = anchor + mover + spring("anchor", "body", "1e4");
  const CapturedMessages said;
  const auto explicitOne = sceneOf(byDefault + content, "gravity='0 0 0'");
  EXPECT_EQ(said.warnings("stands above the ODE solver of its bodies"), 1u);
  simulation::animate(*explicitOne);
  EXPECT_NEAR(v(*explicitOne, "body"), 3 - 10, 1e-9);
  const auto lost = sceneOf(freely + content, "gravity='0 0 0'");
  EXPECT_EQ(said.warnings("of the beginning of the step"), 1u) << "not again: it does not act";
  simulation::animate(*lost);
  simulation::animate(*lost);
  EXPECT_NEAR(v(*lost, "body"), 3, 1e-12);
  EXPECT_EQ(said.warnings("does not act in free motions"), 1u);
}

/// A chain of 3,000 points that is pulled at one end: conjugate gradients move one point further in each iteration, and
/// end after 1,000. Springs that are soft for the step move the first points alone.
TEST(OutsideForces, ThatAreNotFoundAreToldOf) {
  const auto warnings = [](const std::string& stiffness) {
    std::string positions = "0 0 0", springs;
    for (int i = 1; i <= 3000; ++i) {
      positions += fmt::format("  {} 0 0", i);
      springs += fmt::format(" {} {} {} 0 1", i - 1, i, stiffness);
    }
    const auto root =
        sceneOf(byDefault + "<Node name='body'>" + implicitly + "<MechanicalObject name='dofs' position='" + positions +
                "'/><UniformMass vertexMass='1'/><ConstantForceField indices='3000' forces='1 0 0'/></Node>"
                "<SpringForceField object1='@body/dofs' object2='@body/dofs' spring='" +
                springs + "'/>");
    const CapturedMessages said;
    simulation::animate(*root);
    simulation::animate(*root);
    return said.warnings("The loads of forces outside the ODE solvers are found to");
  };
  EXPECT_EQ(warnings("1e12"), 1u);
  EXPECT_EQ(warnings("100"), 0u);
}

TEST(OutsideForces, OfAStepThatIsGivenUpDoNotStay) {
  const auto root = sceneOf(byDefault + anchor + mover + spring("anchor", "body", "1e4"));
  simulation::LastStep last;
  last.keep(*root, true);
  simulation::SharedForces forces;
  forces.bind(*root);
  core::BaseForceField* force = root->local<core::BaseForceField>();
  forces.addLoads({&force, 1}, h);
  EXPECT_NE(stateOf(*root, "body").largestMagnitude(core::vec::externalForce), 0);
  last.restore(*root);
  simulation::animate(*root);
  EXPECT_NEAR(v(*root, "body"), velocityAfterStep(1e4), 1e-9) << "not pushed twice";
}

}  // namespace
}  // namespace sofa::tests

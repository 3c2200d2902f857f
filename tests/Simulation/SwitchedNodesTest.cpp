// SPDX-License-Identifier: Apache-2.0
// Nodes that are switched off or asleep, and what is linked to them (docs/manual/scenes.md, "Nodes that take no part").
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

using simulation::Node;
using simulation::readSceneText;

/// Two bodies, tied by a spring that belongs to neither.
std::string twoBodies(const std::string& ofA, const std::string& between =
                                                  "<SpringForceField object1='@a/dofs' object2='@b/dofs' "
                                                  "spring='0 0 100 0 1'/>") {
  const auto body = [](const std::string& name, const std::string& attributes, const std::string& x) {
    return "<Node name='" + name + "' " + attributes + "><MechanicalObject name='dofs' position='" + x +
           " 0 0'/><UniformMass vertexMass='1'/></Node>";
  };
  return "<Node name='r' dt='0.01' gravity='0 0 0'><DefaultAnimationLoop/><EulerExplicitSolver/>" +
         body("a", ofA, "0") + body("b", "", "2") + between + "</Node>";
}

struct Scene {
  explicit Scene(const std::string& text) : root(readSceneText(text)) { simulation::initRoot(*root); }
  ~Scene() { simulation::unload(*root); }
  void step(int count = 1) const { steps(*root, count); }
  Node& node(const std::string& path) const { return dynamic_cast<Node&>(*core::findObjectByPath(*root, path)); }
  const core::BaseState& state(const std::string& path) const { return *core::localMechanicalState(node(path)); }
  double x(const std::string& path) const { return state(path).hostRead(core::vec::position)[0]; }

  tests::CapturedMessages said;
  std::shared_ptr<Node> root;
};

TEST(SwitchedNodes, aForceOnWhatIsOffDoesNotActAndSaysSoOnce) {
  const Scene scene(twoBodies("activated='0'"));
  scene.step(3);
  EXPECT_EQ(scene.x("@/b"), 2);
  EXPECT_EQ(scene.said.warnings("@/a/dofs") + scene.said.warnings("linked to /a/dofs"), 1u);
  EXPECT_EQ(scene.said.errors(), 0u);
}

TEST(SwitchedNodes, whatIsSwitchedOnLaterIsInitialisedAndActs) {
  const Scene scene(twoBodies("activated='0'"));
  scene.step(3);
  scene.node("@/a").d_activated.set(true);
  scene.step(3);
  const Scene whole(twoBodies(""));
  whole.step(3);
  EXPECT_LT(scene.x("@/b"), 2);
  EXPECT_EQ(scene.x("@/b"), whole.x("@/b"));
  EXPECT_EQ(scene.x("@/a"), whole.x("@/a"));
}

TEST(SwitchedNodes, aStateThatWasSwitchedOffIsAsOneRemovedUntilItIsOn) {
  for (const bool sleeps : {false, true}) {
    const Scene scene(twoBodies("")), whole(twoBodies(""));
    auto& a = scene.node("@/a");
    const auto rest = [&](bool rests) { sleeps ? a.d_sleeping.set(rests) : a.d_activated.set(!rests); };
    scene.step(2);
    whole.step(2);
    const double xa = scene.x("@/a"), xb = scene.x("@/b");
    const double v = scene.state("@/b").hostRead(core::vec::velocity)[0];
    rest(true);
    scene.step(2);
    EXPECT_EQ(scene.x("@/a"), xa) << "it stays where it is";
    EXPECT_NEAR(scene.x("@/b"), xb + 0.02 * v, 1e-14) << "nothing pulls at the other";
    EXPECT_EQ(scene.said.warnings("linked to /a/dofs"), 1u);
    rest(false);
    scene.step(1);
    EXPECT_NE(scene.state("@/b").hostRead(core::vec::velocity)[0], v) << "it pulls again";
    EXPECT_EQ(scene.said.warnings(), 1u) << "said once";
    simulation::reset(*scene.root);
    simulation::reset(*whole.root);
    scene.step(3);
    whole.step(3);
    EXPECT_EQ(bits(*scene.root), bits(*whole.root));
  }
}

TEST(SwitchedNodes, aResetPutsBackWhatIsOff) {
  const Scene scene(twoBodies(""));
  scene.step(3);
  auto& a = scene.node("@/a");
  a.d_activated.set(false);
  scene.step(1);
  EXPECT_NE(scene.x("@/a"), 0);
  simulation::reset(*scene.root);
  EXPECT_EQ(scene.x("@/a"), 0);
}

TEST(SwitchedNodes, nothingElseIsTakenInThePlaceOfWhatIsOff) {
  // Without its mstate the damping would find the state of its own node.
  const Scene scene(
      "<Node name='r' gravity='0 0 0'><DefaultAnimationLoop/><EulerExplicitSolver/>"
      "<Node name='n' activated='0'><MechanicalObject name='far'/></Node>"
      "<Node name='b'><MechanicalObject position='0 0 0' velocity='1 0 0'/><UniformMass vertexMass='1'/>"
      "<UniformVelocityDampingForceField mstate='@../n/far' dampingCoefficient='5'/></Node></Node>");
  scene.step(1);
  EXPECT_EQ(scene.state("@/b").hostRead(core::vec::velocity)[0], 1);
}

TEST(SwitchedNodes, aMappingFromWhatIsOffTakesItsNodeWithIt) {
  const std::string text =
      "<Node name='r' gravity='0 -1 0'><DefaultAnimationLoop/><Node name='a' activated='0'><EulerExplicitSolver/>"
      "<MechanicalObject name='dofs' position='0 0 0  1 0 0'/><UniformMass vertexMass='1'/></Node>"
      "<Node name='s'><MechanicalObject name='dofs'/><IdentityMapping input='@../a/dofs' output='@dofs'/>"
      "<SpringForceField spring='0 1 10 0 0.5'/></Node></Node>";
  const Scene scene(text);
  EXPECT_TRUE(core::isDormant(scene.node("@/s")));
  scene.step(2);
  scene.node("@/a").d_activated.set(true);
  scene.step(2);
  EXPECT_FALSE(core::isDormant(scene.node("@/s")));
  ASSERT_EQ(scene.state("@/s").size(), 2u);
  EXPECT_LT(scene.state("@/s").hostRead(core::vec::position)[1], 0);
}

TEST(SwitchedNodes, whatIsMappedFromAMappedStateStartsWhereTheSceneWouldHaveIt) {
  const auto scene = [](const std::string& attributes) {
    return "<Node name='r'><DefaultAnimationLoop/><EulerExplicitSolver/><MechanicalObject template='Rigid3' "
           "position='1 2 3 0 0 0.6 0.8' velocity='0 0 0 1 2 3'/><UniformMass vertexMass='1'/><Node name='child'>"
           "<MechanicalObject position='0 0 0  1 0 0  0 1 0  0 0 1'/><MeshTopology tetrahedra='0 1 2 "
           "3'/><RigidMapping/>"
           "<Node name='deeper' " +
           attributes + "><MechanicalObject position='0.4 0.4 0.3'/><BarycentricMapping/></Node></Node></Node>";
  };
  const Scene late(scene("activated='0'")), whole(scene(""));
  late.step(2);
  late.node("@/child/deeper").d_activated.set(true);
  late.step(1);
  whole.step(3);
  EXPECT_NEAR(late.x("@/child/deeper"), whole.x("@/child/deeper"), 1e-12);
  simulation::reset(*late.root);
  simulation::reset(*whole.root);
  EXPECT_EQ(bits(*late.root), bits(*whole.root));
}

TEST(SwitchedNodes, whatAConstraintMovesAtTheStartIsWhereItWouldHaveBeen) {
  const auto scene = [](const std::string& attributes) {
    return twoBodies(attributes,
                     "<AttachProjectiveConstraint object1='@a/dofs' object2='@b/dofs' indices1='0' "
                     "indices2='0'/>");
  };
  Scene whole(scene(""));
  simulation::reset(*whole.root);
  whole.step(2);
  for (const std::string attributes : {"activated='0'", "sleeping='1'"}) {
    const Scene late(scene(attributes));
    late.step(2);
    late.node("@/a").d_activated.set(true);
    late.node("@/a").d_sleeping.set(false);
    late.step(1);
    simulation::reset(*late.root);
    late.step(2);
    EXPECT_EQ(bits(*late.root), bits(*whole.root)) << attributes;
  }
}

TEST(SwitchedNodes, aConstraintToWhatSleepsDoesNotAct) {
  const Scene scene(
      "<Node name='r' gravity='0 -1 0'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver/>"
      "<Node name='a'><EulerExplicitSolver/><MechanicalObject/><UniformMass vertexMass='1'/>"
      "<UncoupledConstraintCorrection defaultCompliance='1'/></Node>"
      "<Node name='b' sleeping='1'><MechanicalObject/></Node>"
      "<BilateralLagrangianConstraint object1='@a' object2='@b' first_point='0' second_point='0'/></Node>");
  scene.step(2);
  EXPECT_LT(scene.state("@/a").hostRead(core::vec::position)[1], 0);
  scene.node("@/b").d_sleeping.set(false);
  const double y = scene.state("@/a").hostRead(core::vec::position)[1];
  scene.step(1);
  EXPECT_GT(scene.state("@/a").hostRead(core::vec::position)[1], y) << "it is held again";
}

TEST(SwitchedNodes, aSolverBelowWhatSleepsRests) {
  const Scene scene(
      "<Node name='r'><DefaultAnimationLoop/><Node name='a' sleeping='1'><Node name='b'><EulerExplicitSolver/>"
      "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='1'/></Node></Node></Node>");
  scene.step(1);
  EXPECT_EQ(scene.state("@/a/b").hostRead(core::vec::position)[1], 0);
}

TEST(SwitchedNodes, aCheckpointKnowsWhoTookPart) {
  for (const std::string attributes : {"", "activated='0'"}) {
    Scene scene(twoBodies(attributes)), resumed(twoBodies(attributes));
    auto& a = scene.node("@/a").d_activated;
    scene.step(2);
    a.set(!a.value());
    scene.step(2);
    std::string problem;
    ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 4), *resumed.root, problem), 4) << problem;
    for (auto* each : {&scene, &resumed}) {
      each->step(1);
      each->node("@/a").d_activated.set(true);
      each->step(2);
    }
    EXPECT_EQ(bits(*resumed.root), bits(*scene.root));
  }
}

/// What is computed once, at the start or in the first step, is computed at the start again.
TEST(SwitchedNodes, aResetForgetsWhatWasComputedOnTheWay) {
  const std::string scenes[] = {
      // Jacobians of the first assembly.
      "<DefaultAnimationLoop/><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>"
      "<MechanicalObject template='Rigid3d' position='0.2 -0.1 0.3 0.1 0.2 -0.15 0.9630680142' velocity='0 0 0 5 4 3'/>"
      "<UniformMass/><Node name='a' ATTRIBUTES><MechanicalObject name='dofs' position='0.5 0 0.1  -0.2 0.6 0'/>"
      "<RigidMapping geometricStiffness='None'/><RestShapeSpringsForceField points='1' stiffness='120'/></Node>"
      "<MatrixProjectionMethod template='CompressedRowSparseMatrixd' areJacobiansConstant='true' "
      "mechanicalStates='@a/dofs @a/dofs'/>",
      // Lengths of the first step.
      "<DefaultAnimationLoop/><EulerExplicitSolver/><Node name='a' ATTRIBUTES><MechanicalObject name='dofs' "
      "velocity='1 0 0'/><UniformMass/></Node><Node name='b'><MechanicalObject name='dofs' position='1 1 0' "
      "velocity='0 3 0'/><UniformMass/></Node><PolynomialSpringsForceField object1='@a/dofs' object2='@b/dofs' "
      "firstObjectPoints='0' secondObjectPoints='0' polynomialStiffness='10' polynomialDegree='1'/>"};
  for (const std::string& text : scenes) {
    const auto scene = [&](const std::string& attributes) {
      auto one = text;
      one.replace(one.find("ATTRIBUTES"), 10, attributes);
      return "<Node name='r' dt='0.03'>" + one + "</Node>";
    };
    const Scene whole(scene(""));
    whole.step(3);
    for (const std::string attributes : {"activated='0'", "sleeping='1'", ""}) {
      const Scene late(scene(attributes));
      late.step(2);
      late.node("@/a").d_activated.set(attributes.empty() ? false : true);
      late.node("@/a").d_sleeping.set(false);
      late.step(2);
      late.node("@/a").d_activated.set(true);
      late.step(1);
      simulation::reset(*late.root);
      late.step(3);
      EXPECT_EQ(bits(*late.root), bits(*whole.root)) << attributes << text;
    }
  }
}

/// f(t) = t on a mass of 1.
TEST(SwitchedNodes, whatIsBackKnowsTheTime) {
  for (const bool sleeps : {false, true}) {
    const Scene scene(
        "<Node name='r' dt='0.125' gravity='0 0 0'><DefaultAnimationLoop/><Node name='a'><EulerExplicitSolver/>"
        "<MechanicalObject/><UniformMass vertexMass='1'/><LinearForceField points='0' times='0 100' "
        "forces='0 0 0  100 0 0'/></Node></Node>");
    auto& a = scene.node("@/a");
    sleeps ? a.d_sleeping.set(true) : a.d_activated.set(false);
    scene.step(4);
    sleeps ? a.d_sleeping.set(false) : a.d_activated.set(true);
    scene.step(1);
    EXPECT_NEAR(scene.state("@/a").hostRead(core::vec::velocity)[0], 0.125 * 0.5, 1e-12);
  }
}

TEST(SwitchedNodes, aCheckpointHoldsTheAccelerationsOfWhatRests) {
  for (const bool sleeps : {false, true}) {
    const std::string text =
        "<Node name='r' dt='0.1'><DefaultAnimationLoop/><Node name='a'><NewmarkImplicitSolver/><CGLinearSolver "
        "iterations='50' tolerance='1e-14' threshold='1e-20'/><MechanicalObject position='0 0 0  1 0 0'/><UniformMass/>"
        "<RestShapeSpringsForceField stiffness='10'/></Node></Node>";
    const Scene scene(text), resumed(text);
    const auto rest = [&](const Scene& one, bool rests) {
      auto& a = one.node("@/a");
      sleeps ? a.d_sleeping.set(rests) : a.d_activated.set(!rests);
    };
    scene.step(2);
    rest(scene, true);
    scene.step(1);
    std::string problem;
    ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 3), *resumed.root, problem), 3) << problem;
    for (const auto* one : {&scene, &resumed}) {
      rest(*one, false);
      one->step(2);
    }
    EXPECT_EQ(bits(*resumed.root), bits(*scene.root));
  }
}

}  // namespace
}  // namespace sofa::test

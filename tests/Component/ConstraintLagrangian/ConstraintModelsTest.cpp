// SPDX-License-Identifier: Apache-2.0
// Constraints on scalars and segments, and the correction of whole systems.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Component/ConstraintLagrangian/SlidingLagrangianConstraint.h"

using namespace sofa;
using namespace sofa::component::constraintlagrangian;
using tests::CapturedMessages;
using type::Vec3;

namespace {

struct FreeMotion {
  explicit FreeMotion(const std::string& content, const std::string& gravity = "0 0 0", const std::string& loop = "") {
    root = simulation::readSceneText("<Node name='root' dt='0.1' gravity='" + gravity + "'><FreeMotionAnimationLoop " +
                                     loop +
                                     "/><BlockGaussSeidelConstraintSolver maxIterations='1000' tolerance='1e-13' "
                                     "computeConstraintForces='1'/>" +
                                     content + "</Node>");
    if (root) simulation::initRoot(*root);
  }
  template <class DataTypes>
  core::State<DataTypes>& state(std::size_t child) const {
    return dynamic_cast<core::State<DataTypes>&>(*core::localMechanicalState(*root->children().at(child)));
  }
  const std::vector<double>& forces() const {
    return root->down<IterativeConstraintSolver>()->d_constraintForces.value();
  }
  void step() const { simulation::animate(*root); }
  std::shared_ptr<simulation::Node> root;
};

const std::string implicit =
    "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><SparseLDLSolver "
    "template='CompressedRowSparseMatrixd'/>";
std::string scalars(const std::string& x, const std::string& v, const std::string& constraint) {
  return "<Node name='a'>" + implicit + "<MechanicalObject template='Vec1' position='" + x + "' velocity='" + v +
         "' rest_position='0.5 0.5'/><UniformMass template='Vec1' vertexMass='1'/>" + constraint +
         "<UncoupledConstraintCorrection defaultCompliance='1'/></Node>";
}

TEST(UniformLagrangianConstraint, holdsAllValuesAtZeroOrAtRest) {
  for (const std::string iterative : {"0", "1"}) {
    const FreeMotion zero(scalars("0.3 -0.2", "1 0", "<UniformLagrangianConstraint iterative='" + iterative + "'/>"));
    zero.step();
    EXPECT_NEAR(zero.state<type::Vec1Types>(0).positions()[0][0], 0, 1e-14);
    EXPECT_NEAR(zero.state<type::Vec1Types>(0).positions()[1][0], 0, 1e-14);
    EXPECT_NEAR(zero.state<type::Vec1Types>(0).velocities()[0][0], -3, 1e-12);  // from 0.3 to 0 in a step
    const FreeMotion rest(scalars(
        "0.3 -0.2", "1 0", "<UniformLagrangianConstraint constrainToRestPos='1' iterative='" + iterative + "'/>"));
    rest.step();
    EXPECT_NEAR(rest.state<type::Vec1Types>(0).positions()[1][0], 0.5, 1e-14);
  }
}

TEST(UniformLagrangianConstraint, correctsVelocitiesByThePresentValue) {
  const FreeMotion scene(scalars("0.3 -0.2", "1 0", "<UniformLagrangianConstraint/>"), "0 0 0",
                         "solveVelocityConstraintFirst='1'");
  scene.step();  // v + x / h = 0
  EXPECT_NEAR(scene.state<type::Vec1Types>(0).velocities()[0][0], -3, 1e-12);
  EXPECT_NEAR(scene.state<type::Vec1Types>(0).positions()[0][0], 0, 1e-13);
}

TEST(StopperLagrangianConstraint, actsBeyondItsBoundsOnly) {
  const auto after = [](const std::string& v) {
    const FreeMotion scene(scalars("0.95 0", v + " 0", "<StopperLagrangianConstraint index='0' min='0.9' max='1'/>"));
    scene.step();
    return scene.state<type::Vec1Types>(0).positions()[0][0];
  };
  EXPECT_NEAR(after("1"), 1, 1e-14);     // 1.05 without
  EXPECT_NEAR(after("-2"), 0.9, 1e-14);  // 0.75 without
  EXPECT_NEAR(after("0.3"), 0.98, 1e-14);
}

TEST(StopperLagrangianConstraint, wrongBoundsAndPointsAreErrors) {
  const CapturedMessages messages;
  const FreeMotion bounds(scalars("0 0", "0 0", "<StopperLagrangianConstraint min='2' max='1'/>"));
  EXPECT_EQ(messages.errors("min=\"2\" is larger than max=\"1\""), 1u);
  const FreeMotion point(scalars("0 0", "0 0", "<StopperLagrangianConstraint index='2'/>"));
  EXPECT_EQ(messages.errors("index: 2 is not one of the 2 points of /a/"), 1u);
}

std::string slider(const std::string& x, const std::string& v, const std::string& axis = "0 0 0  2 0 0") {
  return "<Node name='rail'><MechanicalObject name='dofs' position='" + axis + "'/></Node><Node name='a'>" + implicit +
         "<MechanicalObject name='dofs' position='" + x + "' velocity='" + v +
         "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/></Node>"
         "<SlidingLagrangianConstraint object1='@a/dofs' object2='@rail/dofs' sliding_point='0' axis_1='0' "
         "axis_2='1'/>";
}

TEST(SlidingLagrangianConstraint, letsAPointRunAlongTheRail) {
  const FreeMotion scene(slider("0.5 0 0", "1 0 0"), "0 -10 0");
  scene.step();
  EXPECT_LT((scene.state<type::Vec3Types>(1).positions()[0] - Vec3(0.6, 0, 0)).norm(), 1e-12);
  EXPECT_LT((scene.state<type::Vec3Types>(1).velocities()[0] - Vec3(1, 0, 0)).norm(), 1e-12);
  // What takes the free velocity h g away, with the compliance 1.
  const auto& rail = *scene.root->down<SlidingLagrangianConstraint<type::Vec3Types>>();
  EXPECT_LT((rail.d_force.value() - Vec3(0, 1, 0)).norm(), 1e-12);
}

TEST(SlidingLagrangianConstraint, stopsAtTheEndsAndPullsOntoTheRail) {
  const FreeMotion end(slider("1.95 0 0", "1 0 0"));
  end.step();
  EXPECT_NEAR(end.state<type::Vec3Types>(1).positions()[0][0], 2, 1e-12);
  const FreeMotion start(slider("0.05 0 0", "-1 0 0"));
  start.step();
  EXPECT_NEAR(start.state<type::Vec3Types>(1).positions()[0][0], 0, 1e-12);
  const FreeMotion off(slider("1 0.3 0.4", "0 0 0"));
  off.step();
  EXPECT_LT((off.state<type::Vec3Types>(1).positions()[0] - Vec3(1, 0, 0)).norm(), 1e-12);
}

TEST(SlidingLagrangianConstraint, aRailWithoutLengthIsATie) {
  const FreeMotion scene(slider("0.5 0 0", "1 0 0", "1 1 1  1 1 1"));
  scene.step();
  EXPECT_LT((scene.state<type::Vec3Types>(1).positions()[0] - Vec3(1, 1, 1)).norm(), 1e-12);
}

TEST(GenericConstraintCorrection, correctsTwoStatesThatASpringCouples) {
  // Both bodies belong to one system, with the solvers above them; the corrections of each alone would not see what the
  // spring carries over. Held: the first body. The impulse is that of the assembled matrix.
  const auto scene = [](const std::string& more) {
    return FreeMotion(
        "<Node name='both'>" + implicit + "<GenericConstraintCorrection " + more +
            "/><Node name='a'><MechanicalObject name='dofs' position='0 0 0'/><UniformMass vertexMass='1'/>"
            "<FixedLagrangianConstraint indices='0'/></Node>"
            "<Node name='b'><MechanicalObject name='dofs' position='0 -1 0'/><UniformMass vertexMass='1'/></Node>"
            "<SpringForceField object1='@a/dofs' object2='@b/dofs' spring='0 0 100 0 1'/></Node>",
        "0 -10 0");
  };
  const auto held = scene("");
  held.step();
  const auto& both = *held.root->children()[0];
  const auto state = [&](int i) -> const core::State<type::Vec3Types>& {
    return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*both.children()[i]));
  };
  EXPECT_LT(state(0).positions()[0].norm(), 1e-12);
  // Per unit of mass, h^2 k = 1: A = (2 -1; -1 2). Free velocities are -1 for both; with v_a = 0 held, A v = f + J^T l
  // gives 2 v_b = -1.
  EXPECT_NEAR(state(1).velocities()[0][1], -0.5, 1e-12);
  EXPECT_NEAR(held.forces()[1], 1.5, 1e-12);
  const auto scaled = scene("complianceFactor='0.5'");
  scaled.step();
  EXPECT_NEAR(scaled.forces()[1], 3, 1e-12);
}

TEST(GenericConstraintCorrection, needsASolverWithAMatrix) {
  const CapturedMessages messages;
  const FreeMotion scene(
      "<Node name='a'><EulerImplicitSolver/><MechanicalObject position='0 0 0'/>"
      "<UniformMass vertexMass='1'/><GenericConstraintCorrection/></Node>");
  EXPECT_EQ(messages.errors("No linear solver in this node"), 1u);
}

}  // namespace

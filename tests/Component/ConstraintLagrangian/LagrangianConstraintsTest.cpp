// SPDX-License-Identifier: Apache-2.0
// Constraints solved by multipliers: free motion, Gauss-Seidel, corrections.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/BlockGaussSeidelConstraintSolver.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/ConstraintJacobian.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

using namespace sofa;
using namespace sofa::type;
using component::constraintlagrangian::BlockGaussSeidelConstraintSolver;
using sofa::tests::CapturedMessages;

namespace {

const std::string solver =
    "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-12' "
    "computeConstraintForces='1'/>";
const std::string implicit = "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>";

/// A scene under FreeMotionAnimationLoop.
struct FreeMotion {
  explicit FreeMotion(const std::string& content, const std::string& rootAttributes = "dt='0.1' gravity='0 -10 0'") {
    root = simulation::readSceneText("<Node name='root' " + rootAttributes + "><FreeMotionAnimationLoop/>" + content +
                                     "</Node>");
    if (root) simulation::initRoot(*root);
  }
  core::State<Vec3Types>& state(std::size_t child) const {
    return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children().at(child)));
  }
  void step(int count = 1) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }
  const std::vector<double>& forces() const {
    return root->down<BlockGaussSeidelConstraintSolver>()->d_constraintForces.value();
  }
  std::shared_ptr<simulation::Node> root;
};

std::string particle(const std::string& name, double mass, const std::string& position, const std::string& more,
                     const std::string& correction = "<LinearSolverConstraintCorrection/>") {
  return "<Node name='" + name + "'>" + implicit + "<MechanicalObject name='dofs' position='" + position +
         "'/><UniformMass vertexMass='" + fmt::format("{}", mass) + "'/>" + more + correction + "</Node>";
}

TEST(FixedLagrangianConstraint, carriesTheWeight) {
  const FreeMotion scene(solver + particle("a", 2, "1 2 3", "<FixedLagrangianConstraint indices='0'/>"));
  scene.step(3);
  EXPECT_LT((scene.state(0).positions()[0] - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT(scene.state(0).velocities()[0].norm(), 1e-12);
  // The impulse h m g, since A = m and W = h / m.
  EXPECT_NEAR(scene.forces().at(1), 0.1 * 2 * 10, 1e-10);
  EXPECT_NEAR(scene.forces().at(0), 0, 1e-12);
}

// The compliance of heavy bodies in small steps is tiny. As in SOFA block solvers leave such ties out, and say what to
// use; in exact scenes they solve them.
TEST(BilateralLagrangianConstraint, tiesOfHeavyBodiesAreToldOfAndHeldByNewton) {
  const auto placeOf = [](const std::string& method, double mass, std::size_t* told, const std::string& more = {}) {
    const CapturedMessages messages;
    const FreeMotion scene("<" + method + " maxIterations='100' tolerance='1e-8'/>" + particle("a", mass, "0 0 0", "") +
                               particle("b", mass, "1 0 0", "<FixedProjectiveConstraint indices='0'/>") +
                               "<BilateralLagrangianConstraint object1='@a/dofs' object2='@b/dofs' first_point='0' "
                               "second_point='0'/>",
                           "dt='0.1' gravity='0 -10 0' " + more);
    scene.step(2);
    *told = messages.warnings("or a NewtonConstraintSolver");
    return Vec3(scene.state(0).positions()[0]);
  };
  std::size_t told = 0;
  for (const double mass : {1e-12, 1.0, 1e12}) {
    EXPECT_LT((placeOf("NewtonConstraintSolver", mass, &told) - Vec3(1, 0, 0)).norm(), 1e-8) << mass;
    EXPECT_EQ(told, 0u);
    placeOf("BlockGaussSeidelConstraintSolver", mass, &told);
    EXPECT_EQ(told, mass > 1 ? 1u : 0u) << mass;
    const Vec3 exact = placeOf("BlockGaussSeidelConstraintSolver", mass, &told, "compatibility='exact'");
    EXPECT_LT((exact - Vec3(1, 0, 0)).norm(), 1e-7) << mass;
    EXPECT_EQ(told, 0u) << mass;
  }
}

// Explicit integrators with diagonal masses make no matrix; corrections by a linear solver make that of the masses.
TEST(LinearSolverCorrections, serveExplicitIntegrators) {
  for (const std::string correction : {"<LinearSolverConstraintCorrection/>", "<GenericConstraintCorrection/>"})
    for (const std::string integrator : {"<EulerExplicitSolver/>", "<RungeKutta4Solver/>", "<CentralDifferenceSolver/>",
                                         "<VariationalSymplecticSolver explicitIntegration='1'/>"}) {
      const auto body = [&](const std::string& tie) {
        return solver + "<Node name='a'>" + integrator +
               "<SparseLDLSolver/><MechanicalObject position='0 0 0  1 0 0'/>" + "<UniformMass vertexMass='2'/>" + tie +
               correction + "</Node>";
      };
      const FreeMotion free(body("")), held(body("<FixedLagrangianConstraint indices='0'/>"));
      free.step(3);
      held.step(3);
      const bool movesPlaces = integrator.starts_with("<Euler") || integrator.starts_with("<Central");  // as in SOFA
      EXPECT_NEAR(free.state(0).velocities()[0].y(), -3, 1e-9) << integrator << correction;
      EXPECT_LT(free.state(0).positions()[0].y(), -0.3) << integrator << correction;
      if (!movesPlaces) continue;
      EXPECT_NEAR(held.state(0).positions()[0].y(), 0, 1e-9) << integrator << correction;
      EXPECT_NEAR(held.state(0).velocities()[1].y(), -3, 1e-9) << integrator << correction;
    }
}

TEST(FixedLagrangianConstraint, anEndTimeIsToldToHaveNoEffect) {
  const auto warningsOf = [](const std::string& endTime) {
    CapturedMessages messages;
    simulation::readSceneText(
        "<Node name='root'><MechanicalObject position='0 0 0'/><FixedLagrangianConstraint indices='0' endTime='" +
        endTime + "'/></Node>");
    return messages.warnings("endTime has no effect: constraints with multipliers act to the end.");
  };
  EXPECT_EQ(warningsOf("0.03"), 1u);
  EXPECT_EQ(warningsOf("-1"), 0u);  // never
}

TEST(FixedLagrangianConstraint, pointsBeyondTheStateAreAnError) {
  const CapturedMessages messages;
  const FreeMotion scene(solver + particle("a", 2, "1 2 3", "<FixedLagrangianConstraint indices='7'/>"));
  EXPECT_TRUE(messages.errors("indices: 7 is beyond the 1 points"));
  scene.step();
}

TEST(FixedLagrangianConstraint, pointsThatAnEditPutsBeyondTheStateAreAnError) {
  const FreeMotion scene(solver + particle("a", 2, "1 2 3", "<FixedLagrangianConstraint indices='0'/>"));
  scene.step();
  const CapturedMessages messages;
  scene.root->down<core::BaseLagrangianConstraint>()->setAttribute("indices", "4000000000");
  scene.step(2);
  EXPECT_EQ(messages.errors("indices: 4000000000 is beyond the 1 points"), 1u);
  EXPECT_NEAR(scene.state(0).velocities()[0][1], -0.1 * 10 * 2, 1e-12) << "it falls";
}

TEST(BilateralLagrangianConstraint, mayStandAboveStatesThatGetTheirPointsLater) {
  const auto grid = [](const std::string& name) {
    return "<Node name='" + name + "'>" + implicit +
           "<RegularGridTopology n='2 1 1' min='0 0 0' max='1 0 0'/><MechanicalObject name='dofs'/>"
           "<UniformMass vertexMass='1'/><LinearSolverConstraintCorrection/></Node>";
  };
  const auto tie = [](const std::string& points) {
    return "<BilateralLagrangianConstraint name='tie' template='Vec3' object1='@a/dofs' object2='@b/dofs' "
           "first_point='" +
           points + "' second_point='0'/>";
  };
  CapturedMessages said;
  const FreeMotion scene(solver + grid("a") + grid("b") + tie("1"));
  EXPECT_EQ(said.errors(), 0u);
  scene.step();
  EXPECT_LT((scene.state(0).positions()[1] - scene.state(1).positions()[0]).norm(), 1e-9);
  const FreeMotion wrong(solver + grid("a") + grid("b") + tie("2"));
  EXPECT_EQ(said.errors("first_point: 2 is beyond the 2 points of /a/dofs"), 1u);
  wrong.step();
}

TEST(BilateralLagrangianConstraint, tiesTwoParticlesAndKeepsMomentum) {
  const FreeMotion scene(solver + particle("a", 1, "0 0 0", "<ConstantForceField indices='0' forces='6 0 0'/>") +
                             particle("b", 3, "1 0 0", "") +
                             "<BilateralLagrangianConstraint template='Vec3' object1='@a/dofs' object2='@b/dofs' "
                             "first_point='0' second_point='0' rest_vector='1 0 0'/>",
                         "dt='0.1' gravity='0 0 0'");
  scene.step();
  // Together they are a body of mass 4 that a force of 6 pulls: v = 6 h / 4.
  EXPECT_NEAR(scene.state(0).velocities()[0][0], 0.15, 1e-12);
  EXPECT_NEAR(scene.state(1).velocities()[0][0], 0.15, 1e-12);
  EXPECT_NEAR(scene.state(1).positions()[0][0] - scene.state(0).positions()[0][0], 1, 1e-12);
}

TEST(UncoupledConstraintCorrection, sharesAGapByItsCompliances) {
  const auto correction = [](const char* compliance) {
    return std::string("<UncoupledConstraintCorrection defaultCompliance='") + compliance + "'/>";
  };
  const FreeMotion scene(solver + particle("a", 1, "0 0 0", "", correction("1")) +
                             particle("b", 1, "1 0 0", "", correction("3")) +
                             "<BilateralLagrangianConstraint template='Vec3' object1='@a/dofs' object2='@b/dofs' "
                             "first_point='0' second_point='0'/>",
                         "dt='0.1' gravity='0 0 0'");
  scene.step();
  EXPECT_NEAR(scene.state(0).positions()[0][0], 0.25, 1e-12);
  EXPECT_NEAR(scene.state(1).positions()[0][0], 0.25, 1e-12);
}

TEST(FreeMotionAnimationLoop, correctionsTakeTheLengthOfTheStepNotOfTheNode) {
  for (const std::string correction :
       {"<LinearSolverConstraintCorrection/>", "<UncoupledConstraintCorrection defaultCompliance='0.5'/>",
        "<UncoupledConstraintCorrection defaultCompliance='0.5' useOdeSolverIntegrationFactors='0'/>"}) {
    const FreeMotion scene(solver + particle("a", 2, "1 2 3", "<FixedLagrangianConstraint indices='0'/>", correction));
    simulation::animate(*scene.root, 0.025);  // the node's is 0.1
    EXPECT_LT(scene.state(0).velocities()[0].norm(), 1e-12) << correction;
    EXPECT_LT((scene.state(0).positions()[0] - Vec3(1, 2, 3)).norm(), 1e-12) << correction;
  }
}

TEST(FreeMotionAnimationLoop, constraintsOnMappedPointsMoveTheBody) {
  // A point of a frame, one unit along x, is held: the free velocity -1 splits into translation and rotation so that
  // the point stays, to first order.
  const FreeMotion scene(
      solver + "<Node name='body'>" + implicit +
      "<MechanicalObject name='dofs' template='Rigid3' position='0 0 0 0 0 0 1'/><UniformMass vertexMass='1 1 [1 0 0 0 "
      "1 0 0 0 1]'/>"
      "<LinearSolverConstraintCorrection/><Node name='points'><MechanicalObject name='dofs' position='1 0 0'/>"
      "<RigidMapping/><FixedLagrangianConstraint indices='0'/></Node></Node>");
  scene.step();
  const auto& body = dynamic_cast<core::State<Rigid3Types>&>(*core::localMechanicalState(*scene.root->children()[0]));
  // J = (1, r): W = h (1 + 1), lambda = m g h / 2, so v_y = -g h / 2 and w_z = +g h / 2.
  EXPECT_NEAR(body.velocities()[0][1], -0.5, 1e-10);
  EXPECT_NEAR(body.velocities()[0][5], 0.5, 1e-10);
}

TEST(FreeMotionAnimationLoop, addsASolverAndTellsOfStatesNothingCorrects) {
  const CapturedMessages messages;
  const FreeMotion scene(particle("a", 1, "0 0 0", "", ""));
  scene.step();
  EXPECT_TRUE(messages.warnings("BlockGaussSeidelConstraintSolver is added"));
  EXPECT_TRUE(messages.warnings("they never move"));
  EXPECT_EQ(scene.state(0).positions()[0], Vec3(0, 0, 0));
}

/// A thread of length 1 that holds a mass of 2 kg, which swings at 0.3 m/s through its lowest point.
std::string pendulum(const std::string& linearSolver,
                     const std::string& correction = "<GenericConstraintCorrection/>") {
  return solver + "<Node name='a'><EulerImplicitSolver/>" + linearSolver +
         "<MechanicalObject name='dofs' position='0 0 0 0 -1 0' velocity='0 0 0 0.3 0 0'/><UniformMass vertexMass='2'/>"
         "<FixedProjectiveConstraint indices='0'/><MeshTopology name='line' edges='0 1'/>" +
         correction +
         "<Node name='extension'><MechanicalObject name='length' template='Vec1'/>"
         "<DistanceMapping topology='@../line' input='@../dofs' output='@length'/>"
         "<UniformLagrangianConstraint/></Node></Node>";
}

TEST(FreeMotionAnimationLoop, multipliersOfTheStepBeforeStiffenWhatTheyPullOn) {
  for (const std::string linearSolver : {"<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>",
                                         "<CGLinearSolver template='CompressedRowSparseMatrixMat3x3' iterations='50' "
                                         "tolerance='1e-15' threshold='1e-30'/>"}) {
    const FreeMotion scene(pendulum(linearSolver));
    const double h = 0.1, m = 2, g = 10, v = 0.3;
    scene.step();  // the thread takes the weight: lambda / h = -m g
    EXPECT_NEAR(scene.forces().at(0), -m * g * h, 1e-9) << linearSolver;
    EXPECT_LT((scene.state(0).velocities()[1] - Vec3(v, 0, 0)).norm(), 1e-9) << linearSolver;
    const Vec3 x = scene.state(0).positions()[1], u = x.normalized();
    scene.step();
    const Mat3 k = -m * g / x.norm() * (Mat3::Identity() - u * u.transpose()), a = m * Mat3::Identity() - h * h * k;
    const Vec3 before(v, 0, 0), load = h * (m * Vec3(0, -g, 0) + h * k * before);
    const Vec3 free = before + a.inverse() * load, pull = a.inverse() * u;
    const Vec3 expected = free - pull * ((x.norm() - 1) / h + u.dot(free)) / u.dot(pull);
    EXPECT_LT((scene.state(0).velocities()[1] - expected).norm(), 1e-9) << linearSolver;
    EXPECT_GT((expected - Vec3(v, 0, 0)).norm(), 0.01);
    // A reset forgets them.
    simulation::reset(*scene.root);
    scene.step(2);
    EXPECT_LT((scene.state(0).velocities()[1] - expected).norm(), 1e-9) << linearSolver;
  }
}

TEST(FreeMotionAnimationLoop, multipliersStiffenProductsWithoutMatrixToo) {
  const auto free = [](const std::string& linearSolver) {
    const FreeMotion scene(pendulum(linearSolver, "<UncoupledConstraintCorrection defaultCompliance='0.1'/>"));
    scene.step(3);
    return scene.state(0).derivs(core::vec::freeVelocity)[1];
  };
  const Vec3 withMatrix = free("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>");
  const Vec3 without = free("<CGLinearSolver iterations='50' tolerance='1e-15' threshold='1e-30'/>");
  EXPECT_LT((withMatrix - without).norm(), 1e-9);
  EXPECT_GT(std::abs(without.x() - 0.3), 0.01) << "as it would be without them";
}

std::vector<double> reals(const core::BaseState& state, core::VecDerivId id) {
  const auto values = state.hostRead(id);
  return {values.begin(), values.end()};
}

TEST(FreeMotionAnimationLoop, aResetLeavesMultipliersOfWhatWasTakenOutAlone) {
  const FreeMotion scene(pendulum("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"));
  scene.step(2);
  auto* body = scene.root->children()[0].get();
  const auto taken = body->children()[0];
  const auto& state = *core::localMechanicalState(*taken);
  const auto before = reals(state, core::vec::multiplierForce);
  ASSERT_NE(before.at(0), 0);
  body->removeChild(taken.get());
  simulation::reset(*scene.root);
  EXPECT_EQ(reals(state, core::vec::multiplierForce), before);
}

TEST(FreeMotionAnimationLoop, multipliersOfWhatWasSwitchedOffAreForgotten) {
  const auto freeVelocity = [](bool wasSwitchedOff) {
    const FreeMotion scene(pendulum("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"));
    auto& thread = *scene.root->children()[0]->children()[0];
    auto& body = scene.state(0);
    scene.step(3);
    const Vec3 x = body.positions()[1];
    if (wasSwitchedOff) {
      thread.d_activated.set(false);
      scene.step();
      thread.d_activated.set(true);
    } else {
      simulation::reset(*scene.root);
    }
    body.writeCoords(core::vec::position)[1] = x;
    body.writeDerivs(core::vec::velocity)[1] = Vec3(0.3, 0, 0);
    scene.step();
    return body.derivs(core::vec::freeVelocity)[1];
  };
  EXPECT_EQ(freeVelocity(true), freeVelocity(false));
}

TEST(FreeMotionAnimationLoop, multipliersOfEdgesThatWereRenumberedAreForgotten) {
  const std::string points = "0 0 0  0 -1 0  0.6 -1.8 0  1.5 -1.7 0";
  const std::string text =
      solver + "<Node><EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>" +
      "<EdgeSetTopologyContainer name='line' position='" + points + "' edges='0 1  1 2  2 3'/>" +
      "<EdgeSetTopologyModifier/><MechanicalObject name='dofs'/><UniformMass vertexMass='2'/>" +
      "<FixedProjectiveConstraint indices='0'/><GenericConstraintCorrection/>" +
      "<Node><MechanicalObject name='length' template='Vec1'/>" +
      "<DistanceMapping topology='@../line' input='@../dofs' output='@length'/><UniformLagrangianConstraint/>" +
      "</Node></Node>";
  const FreeMotion scene(text);
  scene.step(2);
  const auto* mapping = scene.root->down<core::BaseMapping>();
  EXPECT_TRUE(mapping->isPulledByMultipliers());
  ASSERT_TRUE(scene.root->down<component::topology::TopologyModifier>()->remove({1}));
  EXPECT_FALSE(mapping->isPulledByMultipliers());
  scene.step();
  EXPECT_TRUE(mapping->isPulledByMultipliers());
  // A checkpoint brings them back, although mappings are initialised again for the mesh that it has.
  const FreeMotion resumed(text);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 3), *resumed.root, problem), 3) << problem;
  for (const auto* each : {&scene, &resumed}) each->step();
  EXPECT_EQ(reals(resumed.state(0), core::vec::freeVelocity), reals(scene.state(0), core::vec::freeVelocity));
}

TEST(LinearSolverConstraintCorrection, refusesASolverWithoutMatrix) {
  const CapturedMessages messages;
  const FreeMotion scene(
      solver +
      "<Node name='a'><EulerImplicitSolver/><CGLinearSolver iterations='10' tolerance='1e-9' threshold='1e-9'/>"
      "<MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/><LinearSolverConstraintCorrection/></Node>");
  EXPECT_TRUE(messages.errors("works without a matrix"));
  scene.step();
}

TEST(ConstraintJacobian, sumsBlocksOfOnePlaceAndErasesWhatIsFixed) {
  const FreeMotion scene("<Node><MechanicalObject position='0 0 0  1 0 0'/></Node>");
  const auto& state = scene.state(0);
  core::ConstraintJacobian jacobian;
  EXPECT_EQ(jacobian.addRows(2), 0);
  EXPECT_EQ(jacobian.addRows(1), 2);
  jacobian.add(&state, 1, 1, 1, 2.0);
  jacobian.add(&state, 0, 1, Vec3(1, 0, 0));
  jacobian.add(&state, 1, 1, 1, 5.0);
  jacobian.add(&state, 1, 0, 2, 3.0);
  jacobian.sort(&state);
  ASSERT_EQ(jacobian.blocks(&state).size(), 3u);
  EXPECT_EQ(jacobian.blocks(&state)[2].direction[1], 7);
  std::vector<double> out(6, 0.0);
  jacobian.addTransposedProduct(&state, std::vector<double>{10, 1, 0}, out);
  EXPECT_EQ(out, (std::vector<double>{0, 0, 3, 10, 7, 0}));
  jacobian.erase(&state, std::vector<char>{0, 0, 0, 1, 0, 0});
  ASSERT_EQ(jacobian.blocks(&state).size(), 2u);
  EXPECT_EQ(jacobian.blocks(&state)[0].row, 1);
}

TEST(BlockGaussSeidel, reportsItsSweepsPlusOneAndStartsFromTheLastMultipliers) {
  const std::string at = "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-3'/>";
  const auto body = [](const std::string& name, const std::string& x) {
    return particle(name, 1, x + " 0 0", "", "<UncoupledConstraintCorrection defaultCompliance='1'/>");
  };
  const FreeMotion scene(at + body("a", "0") + body("b", "0.01") +
                             "<BilateralLagrangianConstraint template='Vec3' object1='@a/dofs' object2='@b/dofs' "
                             "first_point='0' second_point='0'/>",
                         "dt='0.1' gravity='0 0 0'");
  scene.step();
  auto& used = *scene.root->down<BlockGaussSeidelConstraintSolver>();
  EXPECT_EQ(used.d_currentIterations.value(), 3);
  EXPECT_NEAR(scene.state(0).velocities()[0][0], 0.05, 1e-15);
  EXPECT_NEAR(scene.state(1).positions()[0][0], 0.005, 1e-15);
  auto& tie = *scene.root->down<core::BaseLagrangianConstraint>();
  std::array<double, 3> kept{};
  tie.kept().read({}, kept);
  EXPECT_NEAR(kept[0], -0.05, 1e-15);
  simulation::reset(*scene.root);
  tie.kept().read({}, kept);
  EXPECT_EQ(kept[0], 0);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": the right value where SOFA v26.06 has another, on which its scenes depend.
#include <gtest/gtest.h>

#include <cmath>

#include "CapturedMessages.h"
#include "Component/Collision/FoundContacts.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

const std::string falling = "dt='0.1' gravity='0 -10 0' ", resting = "dt='0.1' gravity='0 0 0' ";
const std::string exact = "compatibility='exact'";

std::vector<double> positionsOf(const Scene& scene) {
  const auto x = core::localMechanicalState(*scene.root)->hostRead(core::vec::position);
  return {x.begin(), x.end()};
}

std::vector<double> positionsAfter(int steps, const std::string& content, const std::string& root) {
  const Scene scene(content, root);
  scene.step(steps);
  return positionsOf(scene);
}

TEST(Exact, IsSaidAtTheRoot) {
  EXPECT_TRUE(core::reproducesSofa(*Scene("").root));
  EXPECT_TRUE(core::reproducesSofa(*Scene("", resting + "compatibility='SOFA'").root));
  const Scene scene("<Node name='child'><MechanicalObject/></Node>", resting + exact);
  EXPECT_FALSE(core::reproducesSofa(*scene.root->children().front()));
  EXPECT_FALSE(core::reproducesSofa(scene.first<core::BaseState>()));
  CapturedMessages said;
  Scene("", resting + "compatibility='exakt'");
  EXPECT_EQ(said.errors("exact"), 1u) << "the nearest word";
}

TEST(Exact, IsTheUsualWhereAProgramSaysSo) {
  EXPECT_FALSE(core::setUsualCompatibility("right"));
  ASSERT_TRUE(core::setUsualCompatibility("exact"));
  EXPECT_FALSE(core::reproducesSofa(*Scene("").root));
  EXPECT_TRUE(core::reproducesSofa(*Scene("", resting + "compatibility='SOFA'").root));
  ASSERT_TRUE(core::setUsualCompatibility("SOFA"));
}

TEST(Exact, DefaultsThatDifferAreNotSavedAndGivenOnesStay) {
  const std::string loop = "<Node><FreeMotionAnimationLoop name='l'/></Node>";
  const Scene scene(loop + "<Node><FreeMotionAnimationLoop rowsAtPosition='0'/></Node>", resting + exact);
  const auto& nodes = scene.root->children();
  EXPECT_EQ(nodes[0]->components()[0]->findData("rowsAtPosition")->text(), "1");
  EXPECT_FALSE(nodes[0]->components()[0]->findData("rowsAtPosition")->isSet());
  EXPECT_EQ(nodes[1]->components()[0]->findData("rowsAtPosition")->text(), "0");
}

TEST(Exact, DefaultsThatDifferAreThoseOfComponents) {
  const Scene scene(
      "<MechanicalObject position='0 0 0'/><Node><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 "
      "1'/></Node>");
  core::forEachExactValue([&](const core::ExactValue& value) {
    auto& node = value.templateName.ends_with("Rigid3d") ? *scene.root->children().front() : *scene.root;
    const auto component = node.add(std::string(value.component), {{"template", std::string(value.templateName)}});
    ASSERT_TRUE(component) << value.component;
    auto* data = component->findData(value.data);
    ASSERT_TRUE(data) << value.component << " " << value.data;
    const std::string usual = data->text();
    EXPECT_TRUE(data->read(std::string(value.value))) << value.component << " " << value.data;
    EXPECT_NE(data->text(), usual) << value.component << " " << value.data;
  });
}

// A top without torques keeps its angular momentum in space.
TEST(Exact, RigidBodiesKeepTheirAngularMomentum) {
  const std::string body =
      "<RungeKutta4Solver/><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='0 0 0 1 2 3'/>"
      "<UniformMass template='Rigid3' vertexMass='2 1 1 0 0 0 2 0 0 0 3'/>";
  const auto momentum = [](const Scene& scene) {
    const auto& state = scene.state<type::Rigid3Types>();
    const type::Mat3 turn = state.positions()[0].orientation.toRotationMatrix();
    const Vec3 inertia(2, 4, 6);
    return Vec3(turn * (inertia.asDiagonal() * (turn.transpose() * state.velocities()[0].tail<3>())));
  };
  const auto lossAfterASecond = [&](const std::string& root) {
    const Scene scene(body, "dt='0.002' gravity='0 0 0' " + root);
    scene.step(500);
    return (momentum(scene) - Vec3(2, 8, 18)).norm() / Vec3(2, 8, 18).norm();
  };
  EXPECT_LT(lossAfterASecond(exact), 1e-6);
  EXPECT_GT(lossAfterASecond(""), 0.01) << "the defect";
}

TEST(Exact, TheClockOfSeveralDetectionsGoesWithTheStates) {
  const std::string content =
      "<MultiStepAnimationLoop collisionSteps='3' integrationSteps='2'/><EulerExplicitSolver/>"
      "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='1'/>";
  const auto timeAfterTwo = [&](const std::string& root) {
    const auto read = simulation::readSceneText("<Node name='root' " + falling + root + ">" + content + "</Node>");
    simulation::initRoot(*read);
    for (int i = 0; i < 2; ++i) simulation::animate(*read);
    return read->time();
  };
  EXPECT_NEAR(timeAfterTwo(exact), 0.2, 1e-15);
  EXPECT_NEAR(timeAfterTwo(""), 0.2 / 3, 1e-15) << "the defect";
}

// BDF of order p: the error at a fixed time goes with dt^p.
TEST(Exact, BackwardDifferencesHaveTheirOrder) {
  const auto error = [](int order, double dt, const std::string& root) {
    const int steps = static_cast<int>(std::lround(1 / dt));
    const Scene scene(
        "<BDFOdeSolver order='" + std::to_string(order) +
            "'/><NewtonRaphsonSolver maxNbIterationsNewton='3' absoluteResidualStoppingThreshold='1e-15' "
            "warnWhenDiverge='0'/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"
            "<MechanicalObject position='1 0 0' rest_position='0 0 0' velocity='0 0 0'/><UniformMass vertexMass='1'/>"
            "<RestShapeSpringsForceField stiffness='4'/>",
        "dt='" + std::to_string(dt) + "' gravity='0 0 0' " + root);
    scene.step(steps);
    return std::abs(positionsOf(scene)[0] - std::cos(2.0));
  };
  EXPECT_NEAR(std::log2(error(1, 0.005, exact) / error(1, 0.0025, exact)), 1, 0.1);
  EXPECT_NEAR(std::log2(error(2, 0.01, exact) / error(2, 0.005, exact)), 2, 0.15);
  EXPECT_LT(error(2, 0.005, exact), 2e-4);
  EXPECT_GT(error(2, 0.005, ""), 0.1) << "the defect";
}

// A cube in free fall under CG: v = g t, whatever its stiffness.
TEST(Exact, HexahedraWithMassFallAsOthersDo) {
  for (const std::string type : {"HexahedronFEMForceFieldAndMass", "HexahedralFEMForceFieldAndMass"})
    for (const std::string& solver :
         {std::string("<CGLinearSolver iterations='100' tolerance='1e-14' threshold='1e-30'/>"),
          std::string("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>")}) {
      const std::string body = "<EulerImplicitSolver/>" + solver +
                               "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 2 1'/><MechanicalObject/><" + type +
                               " youngModulus='1000' poissonRatio='0.3' density='3'/>";
      const Scene scene(body, falling + exact);
      scene.step(5);
      for (const Vec3& v : scene.state<type::Vec3Types>().velocities())
        EXPECT_NEAR((v - Vec3(0, -5, 0)).norm(), 0, 1e-6) << type << solver;
      const Scene other(body, falling);
      other.step(5);
      EXPECT_GT(std::abs(other.state<type::Vec3Types>().velocities()[0].y() + 5), 1)
          << "the defect: " << type << solver;
    }
}

// Cells that are partly filled, condensed from finer ones: M dv = h M g has one solution, dv = h g.
TEST(Exact, CondensedCellsFallAsOthersDo) {
  for (const std::string type :
       {"NonUniformHexahedronFEMForceFieldAndMass", "HexahedronCompositeFEMForceFieldAndMass"}) {
    CapturedMessages said;
    const Scene scene(
        "<EulerImplicitSolver/><CGLinearSolver iterations='2000' tolerance='1e-14' threshold='1e-40'/>"
        "<SparseGridTopology n='4 4 4' nbVirtualFinerLevels='1' position='0 0 0 2 0 0 0 2 0 0 0 2' "
        "triangles='0 2 1 0 1 3 1 2 3 0 3 2'/><MechanicalObject/><" +
            type + " youngModulus='900' poissonRatio='0.3' density='1' nbVirtualFinerLevels='1'/>",
        falling + exact);
    scene.step(5);
    for (const Vec3& v : scene.state<type::Vec3Types>().velocities())
      EXPECT_NEAR((v - Vec3(0, -5, 0)).norm(), 0, 1e-5) << type;
    EXPECT_EQ(said.errors(), 0u) << type;
    EXPECT_EQ(said.warnings("inertia"), 0u) << type;
  }
}

TEST(Exact, LinesTouchSpheresAtTheFoot) {
  const std::string scene =
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
      "<MinProximityIntersection alarmDistance='0.5' contactDistance='0.1'/><CollisionResponse/>"
      "<Node><MeshTopology edges='0 1'/><MechanicalObject position='0 0 0  4 0 0'/><LineCollisionModel/></Node>"
      "<Node><MechanicalObject position='1 1.2 0'/><SphereCollisionModel radius='1'/></Node>";
  const auto foot = [&](const std::string& root) {
    const auto contacts = tests::contactsOf(Scene(scene, resting + root));
    EXPECT_EQ(contacts.size(), 1u) << root;
    return contacts.empty() ? Vec3(Vec3::Zero()) : contacts[0].point1;
  };
  EXPECT_NEAR((foot(exact) - Vec3(1, 0, 0)).norm(), 0, 1e-12);
}

TEST(Exact, ForcesStopAtMappingsThatDoNotMapThem) {
  const std::string content =
      "<MechanicalObject name='dof' position='0 0 0 2 0 0'/><UniformMass vertexMass='1'/>"
      "<Node><MechanicalObject/><IdentityMapping mapForces='0'/><SpringForceField spring='0 1 100 0 1'/></Node>";
  for (const std::string& solver :
       {std::string("<EulerExplicitSolver/>"),
        std::string("<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"),
        std::string("<EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-14' threshold='1e-30'/>")}) {
    CapturedMessages said;
    EXPECT_EQ(positionsAfter(5, solver + content, resting + exact), (std::vector<double>{0, 0, 0, 2, 0, 0})) << solver;
    EXPECT_EQ(said.warnings("mapForces"), 0u);
  }
}

TEST(Exact, CompositeSystemsMove) {
  const std::string body = "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='1'/>",
                    type = "CompressedRowSparseMatrixMat3x3";
  const auto y = positionsAfter(1,
                                "<EulerImplicitSolver/><MatrixLinearSystem name='a' template='" + type +
                                    "'/><CompositeLinearSystem name='sys' linearSystems='@a' template='" + type +
                                    "'/><SparseLDLSolver template='" + type + "' linearSystem='@sys'/>" + body,
                                falling + exact);
  EXPECT_NEAR(y[1], -0.1, 1e-12) << "h^2 g";
}

TEST(Exact, LinksToLaterSolversAreFollowed) {
  const std::string content =
      "<EulerImplicitSolver linearSolver='@b'/><CGLinearSolver name='a' iterations='1' tolerance='1' threshold='1'/>"
      "<SparseLDLSolver name='b' template='CompressedRowSparseMatrixMat3x3'/>"
      "<MechanicalObject position='0 0 0 1 0 0' rest_position='0 0 0 2 0 0'/><UniformMass vertexMass='1'/>"
      "<RestShapeSpringsForceField stiffness='100'/>";
  CapturedMessages said;
  // (1 + h^2 k) dv = h k (x0 - x)
  EXPECT_NEAR(positionsAfter(1, content, resting + exact)[3], 1 + 0.1 * (0.1 * 100 / 2), 1e-12);
  EXPECT_EQ(said.warnings("declared later"), 0u);
}

TEST(Exact, SolversBesideConstraintSolversKeepTheirStep) {
  const std::string content =
      "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver tolerance='1e-9' maxIterations='100'/>"
      "<EulerExplicitSolver/><MechanicalObject position='0 0 0'/><UniformMass vertexMass='1'/>"
      "<UncoupledConstraintCorrection defaultCompliance='1'/>";
  const auto root = simulation::readSceneText("<Node name='root' " + falling + exact + ">" + content + "</Node>");
  simulation::initRoot(*root);
  simulation::animate(*root);
  EXPECT_NEAR(core::localMechanicalState(*root)->hostRead(core::vec::velocity)[1], -1, 1e-12);
}

TEST(Exact, ConstantsOfOtherDefectsAreThoseOfTheirRemedies) {
  // A strip that is drawn to twice its length: as with restGradients.
  const std::string strip =
      "<EulerImplicitSolver/><CGLinearSolver iterations='100' tolerance='1e-14' threshold='1e-30'/>"
      "<TriangleSetTopologyContainer position='0 0 0 2 0 0 2 1 0 0 1 0' triangles='0 1 2 0 2 3'/>"
      "<MechanicalObject position='0 0 0 4 0 0 4 1 0 0 1 0' rest_position='0 0 0 2 0 0 2 1 0 0 1 0'/>"
      "<UniformMass vertexMass='1'/><TriangularFEMForceField youngModulus='100' poissonRatio='0.3' ";
  const auto asRemedied = positionsAfter(3, strip + "restGradients='1'/>", resting);
  EXPECT_EQ(positionsAfter(3, strip + "/>", resting + exact), asRemedied);
  EXPECT_NE(positionsAfter(3, strip + "/>", resting), asRemedied) << "the defect";
}

// What a direct solver assembles is what conjugate gradients multiply by.
TEST(Exact, AssembledMatricesAreThoseOfProducts) {
  const std::string square =
      "position='0 0 0 1 0 0.1 0 1 0 1.1 1 0.3 2 0 0.4' velocity='0 0 1 0 0 -1 0 0 0 1 0 0 0 1 0'";
  const std::string mesh = "<TriangleSetTopologyContainer triangles='0 1 2 1 3 2 1 4 3' " +
                           square.substr(0, square.find(" velocity")) + "/>";
  const std::string points = mesh + "<MechanicalObject " + square + "/><UniformMass vertexMass='1'/>";
  const std::string grid =
      "<RegularGridTopology n='2 2 3' min='0 0 0' max='1 1 2'/><MechanicalObject/><UniformMass vertexMass='1'/>"
      "<ConstantForceField indices='0 5' forces='3 1 2 -1 4 1'/>";
  const std::string bodies =
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1 1 0 0 0 0 0 1' velocity='0 1 0 1 0 0 0 0 0 0 2 0'/>"
      "<UniformMass template='Rigid3' vertexMass='1 1 1 0 0 0 1 0 0 0 1'/>";
  const std::string bodyCases[] = {
      points + "<RestShapeSpringsForceField points='3 1' stiffness='5 70' activeDirections='1 0 1'/>",
      points + "<FastTriangularBendingSprings bendingStiffness='30'/>",
      points + "<TriangularFEMForceField method='small' youngModulus='50' poissonRatio='0.3'/>",
      grid + "<RegularGridSpringForceField linesStiffness='40' facesStiffness='20' cubesStiffness='10'/>",
      grid + "<HexahedralFEMForceField youngModulus='100' poissonRatio='0.3'/>",
      grid + "<HexahedronFEMForceFieldAndMass youngModulus='100' poissonRatio='0.3' density='1' lumpedMass='1'/>",
      bodies +
          "<Node><MechanicalObject/><TubularMapping radius='0.3' nbPointsOnEachCircle='3'/>"
          "<RestShapeSpringsForceField stiffness='20'/></Node>",
  };
  for (const std::string& body : bodyCases) {
    const std::string implicit = "<EulerImplicitSolver/>";
    const auto direct = positionsAfter(3, implicit + "<SparseLDLSolver template='CompressedRowSparseMatrixd'/>" + body,
                                       resting + exact);
    const auto products = positionsAfter(
        3, implicit + "<CGLinearSolver iterations='500' tolerance='1e-15' threshold='1e-40'/>" + body, resting + exact);
    ASSERT_EQ(direct.size(), products.size()) << body;
    for (std::size_t i = 0; i < direct.size(); ++i) ASSERT_NEAR(direct[i], products[i], 1e-9) << body << " " << i;
  }
}

TEST(Exact, LoadsOfStaticStepsAreThoseOfTheirEnd) {
  const std::string content =
      "<StaticSolver/><NewtonRaphsonSolver maxNbIterationsNewton='5'/>"
      "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/><MechanicalObject position='0 0 0'/>"
      "<UniformMass vertexMass='1'/><RestShapeSpringsForceField stiffness='100'/>"
      "<LinearForceField points='0' times='0 1' forces='0 0 0  50 0 0'/>";
  EXPECT_NEAR(positionsAfter(2, content, resting + exact)[0], 0.1, 1e-12) << "10 N after two steps of 0.1 s";
  EXPECT_NEAR(positionsAfter(2, content, resting)[0], 0.05, 1e-12) << "the defect";
}

// A point that constraints hold back after each step stays where it belongs under order 2 too.
TEST(Exact, BackwardDifferencesFollowCorrections) {
  const Scene scene(
      "<BDFOdeSolver order='2'/><NewtonRaphsonSolver maxNbIterationsNewton='3' "
      "absoluteResidualStoppingThreshold='1e-15' warnWhenDiverge='0'/><SparseLDLSolver "
      "template='CompressedRowSparseMatrixMat3x3'/><MechanicalObject position='1 2 0'/><UniformMass vertexMass='1'/>",
      "dt='0.1' gravity='0 0 0' " + exact);
  auto& state = scene.state<type::Vec3Types>();
  state.writeDerivs(core::vec::velocity)[0] = Vec3(1, 0, 0);
  scene.step(3);
  EXPECT_NEAR(state.positions()[0].x(), 1.3, 1e-12);
  state.writeCoords(core::vec::position)[0] = Vec3(5, 2, 0);  // by somebody: the next sample is there
  scene.step();
  // x = 4/3 5 - 1/3 1.2 + 2/3 h v: the sample before stays where it was
  EXPECT_NEAR(state.positions()[0].x(), 4.0 / 3 * 5 - 1.2 / 3 + 0.2 / 3, 1e-12);
}

TEST(Exact, ASceneMayGoBack) {
  const Scene scene("<Node><BlockGaussSeidelConstraintSolver/></Node>", resting + exact);
  const auto* tolerance = scene.first<core::ConstraintSolver>().findData("tolerance");
  EXPECT_EQ(tolerance->text(), "1e-06");
  ASSERT_TRUE(scene.root->setAttribute("compatibility", "SOFA"));
  simulation::initRoot(*scene.root);
  EXPECT_EQ(tolerance->text(), "0.001");
}

TEST(Exact, StaticEquilibriumIsReachedWithoutANewtonSolver) {
  // A hanging spring of unit length: k (y - 1) = m g.
  const auto x = positionsAfter(
      1,
      "<StaticSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>"
      "<MechanicalObject position='0 0 0 1 -1 0'/><UniformMass vertexMass='1'/><FixedProjectiveConstraint indices='0'/>"
      "<SpringForceField spring='0 1 20 0 1'/>",
      falling + exact);
  EXPECT_NEAR(x[4], -1.5, 1e-6);
  EXPECT_NEAR(x[3], 0, 1e-6);
}

}  // namespace
}  // namespace sofa::test

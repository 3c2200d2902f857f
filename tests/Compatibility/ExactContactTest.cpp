// SPDX-License-Identifier: Apache-2.0
// Scenes with compatibility="exact": contacts, and the solvers of constraints.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/Collision/DetectedContacts.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;
using tests::detectedContacts;
using tests::Scene;
using type::Vec3;
using type::Vec3Types;

const std::string still = "dt='.1' gravity='0 0 0' ", falling = "dt='.1' gravity='0 -10 0' ",
                  exact = "compatibility='exact'";

std::string closedSurface(const std::string& position, const std::string& triangles) {
  return "<Node><MeshTopology position='" + position + "' triangles='" + triangles +
         "'/><MechanicalObject/><UniformMass totalMass='1'/><TriangleOctreeCollisionModel/></Node>";
}

/// A cube from 0 to 1, and a pyramid on its tip, 0.1 below the top; the triangle 0 is one of those around the tip.
Scene tipInCube(const std::string& root) {
  return Scene(
      "<CollisionPipeline/><BruteForceBroadPhase/><RayTraceNarrowPhase/><DiscreteIntersection/>"
      "<CollisionResponse response='PenalityContactForceField'/>" +
          closedSurface("0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1",
                        "0 2 1  0 3 2  4 5 6  4 6 7  0 1 5  0 5 4  3 7 6  3 6 2  0 4 7  0 7 3  1 2 6  1 6 5") +
          closedSurface("0.5 0.9 0.4  0.3 2 0.2  0.7 2 0.2  0.7 2 0.6  0.3 2 0.6",
                        "0 1 2  0 2 3  0 3 4  0 4 1  1 3 2  1 4 3"),
      still + root);
}

/// Where the ray from the tip leaves the cube, along the sum of the unit normals around it.
Vec3 exitOf(const std::vector<Vec3>& x) {
  Vec3 normal = Vec3::Zero();
  for (std::size_t k = 1; k <= 4; ++k) normal += (x[k] - x[0]).cross(x[k % 4 + 1] - x[0]).normalized();
  return x[0] + (1 - x[0].y()) / normal.y() * normal;
}

TEST(ExactContact, RaysStartAlongTheNormalsOfNow) {
  const CapturedMessages said;
  const Scene scene = tipInCube(exact);
  EXPECT_EQ(said.warnings("normals of the detection before"), 0u);
  auto found = detectedContacts(scene);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point2 - Vec3(0.5, 1, 0.4)).norm(), 1e-12) << "straight up: the pyramid is symmetric";
  auto& pyramid = dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*scene.root->children().at(1)));
  auto& x = pyramid.writeCoords(core::vec::position);
  for (std::size_t k = 1; k < x.size(); ++k) x[k].x() += 0.1;
  found = detectedContacts(scene);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT((found[0].point2 - exitOf({x.begin(), x.end()})).norm(), 1e-12);
  // Without triangle 0 the ray from the tip leaves the pyramid at once.
  EXPECT_TRUE(detectedContacts(tipInCube("")).empty()) << "the defect";
  EXPECT_EQ(said.warnings("normals of the detection before"), 2u);
}

/// A square of two triangles above one that is larger, or one above it, and a ball.
std::string mesh(const std::string& triangles, const std::string& position) {
  return "<Node><MeshTopology triangles='" + triangles + "' position='" + position +
         "'/><MechanicalObject/><TriangleCollisionModel/></Node>";
}
const std::string newProximity =
    "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
    "<NewProximityIntersection alarmDistance='0.2' contactDistance='0.1'/>"
    "<CollisionResponse response='PenalityContactForceField'/>";

TEST(ExactContact, CornersThatTrianglesShareTouchOnce) {
  const std::string square = mesh("0 1 2  0 2 3", "0 0 .1  1 0 .1  1 1 .1  0 1 .1"),
                    large = mesh("0 1 2", "-9 -9 0  20 -9 0  -9 20 0");
  const auto contacts = [&](const std::string& root) {
    return detectedContacts(Scene(newProximity + square + large, still + root)).size() +
           detectedContacts(Scene(newProximity + large + square, still + root)).size();
  };
  EXPECT_EQ(contacts(exact), 8u) << "four corners, in both orders";
  EXPECT_EQ(contacts(""), 9u) << "the defect: the first corner counts for each triangle";
}

TEST(ExactContact, SidesOfTrianglesTouchBallsOnce) {
  const auto contacts = [](const std::string& root) {
    std::vector<std::size_t> found;
    for (const std::string ball : {"0.5 -0.2 0", "1.2 0.5 0", "0.5 1.2 0", "-0.2 0.5 0", "0.5 0.5 0.2"})
      found.push_back(detectedContacts(Scene(newProximity + mesh("0 1 2  0 2 3", "0 0 0  1 0 0  1 1 0  0 1 0") +
                                                 "<Node><MechanicalObject position='" + ball +
                                                 "'/><SphereCollisionModel radius='0.25'/></Node>",
                                             still + root))
                          .size());
    return found;
  };
  const std::vector<std::size_t> once(5, 1);
  EXPECT_EQ(contacts(exact), once);
  EXPECT_NE(contacts(""), once) << "the defect: another side's owner decides";
}

/// The velocity after 0.01 s of a particle of 1 kg that slides on a point at 0.3 m/s, pressed by an impulse of 0.1 Ns.
double slidingSpeed(const std::string& solver, const std::string& response, const std::string& compatibility) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.01' gravity='0 -10 0' " + compatibility + "><FreeMotionAnimationLoop/>" + solver +
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
      "<MinProximityIntersection alarmDistance='1' contactDistance='0'/><CollisionResponse " +
      response +
      "/><Node name='plane'><MechanicalObject position='0 -1e-9 0'/><PointCollisionModel simulated='0'/></Node>"
      "<Node name='a'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
      "<SparseLDLSolver template='CompressedRowSparseMatrixd'/><MechanicalObject velocity='0.3 0 0'/>"
      "<UniformMass vertexMass='1'/><LinearSolverConstraintCorrection/><PointCollisionModel/></Node></Node>");
  simulation::initRoot(*root);
  simulation::animate(*root);
  return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children()[1])).velocities()[0][0];
}

TEST(ExactContact, EachContactHasItsFriction) {
  for (const std::string build : {"1", "0"}) {
    const std::string solver =
                          "<LCPConstraintSolver tolerance='1e-9' maxIt='1000' mu='0.2' build_lcp='" + build + "'/>",
                      response = "response='FrictionContactConstraint' responseParams='mu=0.7'";
    const CapturedMessages said;
    EXPECT_NEAR(slidingSpeed(solver, response, exact), 0.3 - 0.07, 1e-6) << build;
    EXPECT_EQ(said.warnings("mu="), 0u);
    EXPECT_NEAR(slidingSpeed(solver, response, ""), 0.3 - 0.02, 1e-6) << "the defect: " << build;
    EXPECT_EQ(said.warnings("mu="), 1u);
  }
}

/// The compliance of the particle is w = h / m = 0.01 m/Ns, and the free motion violates the contact by -0.001 m along
/// the normal and by a slip of 0.003 m. By the law of SOFA v26.06 with epsilon = 1 / w = 100 Ns/m, the first sweep sets
/// the normal impulse to epsilon 0.001 = 0.1 Ns, which is the change as well as the whole. The tangential trial
/// -epsilon 0.003 = -0.3 Ns leaves the cone of 0.7 * 0.1 Ns, so the tangential impulse becomes mu times the normal
/// change in the direction of the slip: +0.07 Ns. Later sweeps find no normal violation, trials of
/// 0.07 - 100 (0.003 + 0.01 * 0.07) = -0.3 Ns outside of the cone, and change nothing. So friction speeds the particle
/// up by 0.07 m/s, where Coulomb's law brakes it by as much.
TEST(ExactContact, AugmentedContactsHaveTheFrictionOfCoulomb) {
  const std::string solver = "<BlockGaussSeidelConstraintSolver tolerance='1e-9' maxIterations='1000'/>",
                    response =
                        "response='AugmentedLagrangianResponseConstraint' responseParams='mu=0.7&amp;epsilon=100'";
  const CapturedMessages said;
  EXPECT_NEAR(slidingSpeed(solver, response, exact), 0.3 - 0.07, 1e-6);
  EXPECT_EQ(said.warnings("Coulomb"), 0u);
  EXPECT_NEAR(slidingSpeed(solver, response, ""), 0.3 + 0.07, 1e-6) << "the defect";
  EXPECT_EQ(said.warnings("Coulomb"), 1u);
}

/// A body of 1e7 kg that moves at 1 m/s is stopped by its tie.
TEST(ExactContact, TiesHoldHeavyBodies) {
  const auto speed = [](const std::string& compatibility) {
    const auto root = simulation::readSceneText(
        "<Node name='root' " + still + compatibility +
        "><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-9'/>"
        "<Node name='place'><MechanicalObject name='dofs' position='0 0 0'/></Node><Node name='a'>"
        "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
        "<SparseLDLSolver template='CompressedRowSparseMatrixd'/><MechanicalObject name='dofs' velocity='1 0 0'/>"
        "<UniformMass vertexMass='1e7'/><LinearSolverConstraintCorrection/></Node><BilateralLagrangianConstraint "
        "template='Vec3' object1='@place/dofs' object2='@a/dofs' first_point='0' second_point='0'/></Node>");
    simulation::initRoot(*root);
    simulation::animate(*root);
    return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children()[1])).velocities()[0].x();
  };
  const CapturedMessages said;
  EXPECT_NEAR(speed(exact), 0, 1e-9);
  EXPECT_EQ(said.warnings("left violated"), 0u);
  EXPECT_NEAR(speed(""), 1, 1e-12) << "the defect";
  EXPECT_EQ(said.warnings("compatibility=\"exact\""), 1u);
}

TEST(ExactContact, MultipliersOfTheLastStepActFromTheBeginning) {
  const Scene scene(
      "<LCPConstraintSolver tolerance='1e-3' maxIt='1'/><MechanicalObject position='0 0 0  1 0 0'/>"
      "<UncoupledConstraintCorrection defaultCompliance='0.5' useOdeSolverIntegrationFactors='0'/>",
      exact);
  auto& correction = scene.first<core::ConstraintCorrection>();
  const auto* state = &scene.first<core::State<Vec3Types>>();
  core::ConstraintProblem problem;
  core::ConstraintBlock row;
  row.kind = core::ConstraintKind::unilateral;
  for (const int point : {0, 0, 1}) problem.jacobian.add(state, problem.addBlock(row, -1.0), point, Vec3(0, 1, 0));
  problem.jacobian.sort(state);
  problem.lambda = {1, 2, 4};
  correction.beginProducts(problem);
  const auto displacement = [&](int block) {
    double d = 0;
    correction.addDisplacement(problem, problem.blocks()[block], std::span(&d, 1));
    return d;
  };
  EXPECT_EQ(displacement(0), 0.5 * (1 + 2));
  EXPECT_EQ(displacement(1), 0.5 * (1 + 2));
  EXPECT_EQ(displacement(2), 0.5 * 4);
}

/// One particle on a point, with the factor of the step left to the correction: it must not sink.
TEST(ExactContact, CompliancesHaveTheFactorOfTheStep) {
  const auto height = [](const std::string& compatibility) {
    const auto root = simulation::readSceneText(
        "<Node name='root' " + falling + compatibility +
        "><FreeMotionAnimationLoop/><LCPConstraintSolver tolerance='1e-12' maxIt='1000' mu='0' build_lcp='0' "
        "initial_guess='0'/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
        "<MinProximityIntersection alarmDistance='1' contactDistance='0'/>"
        "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0'/>"
        "<Node name='plane'><MechanicalObject position='0 -1e-9 0'/><PointCollisionModel simulated='0'/></Node>"
        "<Node name='a'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
        "<CGLinearSolver iterations='25' tolerance='1e-12' threshold='1e-15'/><MechanicalObject position='0 0 0'/>"
        "<UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/>"
        "<PointCollisionModel/></Node></Node>");
    simulation::initRoot(*root);
    simulation::animate(*root);
    return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children()[1])).positions()[0].y();
  };
  EXPECT_NEAR(height(exact), 0, 1e-8);
  EXPECT_LT(height(""), -0.01) << "the defect: h^2 g without contact is -0.1";
}

TEST(ExactContact, PrecomputedCompliancesLeaveGravity) {
  const auto speed = [](const std::string& compatibility) {
    const auto root = simulation::readSceneText(
        "<Node name='root' " + falling + compatibility +
        "><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-9'/>"
        "<Node name='a'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/>"
        "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/><MechanicalObject position='0 0 0'/>"
        "<UniformMass vertexMass='1'/><PrecomputedConstraintCorrection recompute='1'/></Node></Node>");
    simulation::initRoot(*root);
    simulation::animate(*root);
    return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children()[0])).velocities()[0].y();
  };
  EXPECT_NEAR(speed(exact), -1, 1e-12);
  EXPECT_EQ(speed(""), 0) << "the defect";
}

/// A cube from -1 to 1 in cells of 0.1 x 0.2 x 0.1: 0.2 below its diagonal edge, which points along (1, 1, 0).
TEST(ExactContact, DistanceGridsKnowDirectionsPerMetre) {
  const auto normal = [](const std::string& root) {
    const auto contacts = detectedContacts(Scene(
        "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/><CollisionResponse "
        "response='PenalityContactForceField'/><Node><MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1'/>"
        "<RigidDistanceGridCollisionModel filename='#cube' nx='25' ny='13' nz='25' contactDistance='.5'/></Node>"
        "<Node><MechanicalObject position='1.1 1.1 0'/><PointCollisionModel/></Node>",
        still + root));
    EXPECT_EQ(contacts.size(), 1u);
    return contacts.empty() ? Vec3(Vec3::Zero()) : contacts[0].normal;
  };
  const Vec3 right = normal(exact), former = normal("");
  EXPECT_NEAR(former.y() / former.x(), 2 * right.y() / right.x(), 1e-12) << "the defect: lengths in cells";
}

}  // namespace
}  // namespace sofa::test

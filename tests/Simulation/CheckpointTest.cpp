// SPDX-License-Identifier: Apache-2.0
// A run resumed from a checkpoint in a new graph gives the bits of one that was never stopped.
#include "Sofa/Simulation/Run/Checkpoint.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "SolidScenes.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using simulation::loadCheckpoint;
using simulation::saveCheckpoint;

class Checkpoint : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  std::string file = (folder.path() / "run.checkpoint").string();
  tests::CapturedMessages said;

  void expectSameBits(const std::string& scene) {
    const auto whole = start(scene);
    steps(*whole, 7);
    ASSERT_TRUE(saveCheckpoint(file, *whole, 7));
    const std::string state = simulation::savedState(*whole, 7);
    steps(*whole, 8);

    const auto resumed = start(scene);
    ASSERT_EQ(loadCheckpoint(file, *resumed), 7);
    EXPECT_DOUBLE_EQ(resumed->time(), 7 * resumed->dt());
    steps(*resumed, 8);
    ASSERT_FALSE(bits(*whole).empty());
    EXPECT_EQ(bits(*whole), bits(*resumed));
    EXPECT_EQ(whole->time(), resumed->time());

    std::string problem;
    const auto end = bits(*whole);
    ASSERT_EQ(simulation::restoreState(state, *whole, problem), 7) << problem;
    steps(*whole, 8);
    EXPECT_EQ(bits(*whole), end) << "back in the same graph";
    EXPECT_EQ(said.errors(), 0u);
  }
};

TEST_F(Checkpoint, tetrahedra) { expectSameBits(tetraBeam(6, 4, 4)); }
TEST_F(Checkpoint, tetrahedraWithAWarmSolver) {
  expectSameBits(tetraBeam(
      4, 3, 3,
      "<EulerImplicitSolver/><CGLinearSolver warmStart='1' iterations='10' tolerance='1e-5' threshold='1e-5'/>"));
}
TEST_F(Checkpoint, hexahedra) { expectSameBits(hexaBeam(5, 3, 3)); }
TEST_F(Checkpoint, rungeKutta) { expectSameBits(tetraBeam(4, 3, 3, "<RungeKutta4Solver/>")); }
TEST_F(Checkpoint, solversWithAMemory) {
  const std::string linear = "<CGLinearSolver iterations='50' tolerance='1e-9' threshold='1e-9'/>";
  expectSameBits(tetraBeam(4, 3, 3, "<NewmarkImplicitSolver/>" + linear));
  expectSameBits(tetraBeam(4, 3, 3, "<VariationalSymplecticSolver/>" + linear));
  expectSameBits(tetraBeam(4, 3, 3,
                           "<BDFOdeSolver order='3'/><NewtonRaphsonSolver maxNbIterationsNewton='3' "
                           "warnWhenDiverge='0' warnWhenLineSearchFails='0'/>" +
                               linear));
}
TEST_F(Checkpoint, contacts) {
  expectSameBits(
      sceneAround("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/"
                  "><CollisionResponse response='PenalityContactForceField'/>"
                  "<Node name='ball'>" +
                  implicitSolver +
                  "<MechanicalObject position='0 1.2 0' velocity='0 -8 0'/><UniformMass "
                  "totalMass='1'/><SphereCollisionModel radius='0.5' contactStiffness='500'/></Node>"
                  "<Node name='ground'><MechanicalObject position='0 0 0'/><SphereCollisionModel radius='0.5' "
                  "contactStiffness='500' moving='0' simulated='0'/></Node>"));
}
TEST_F(Checkpoint, contactsThatStartFromTheLastMultipliers) {
  // Two sweeps do not solve the coupled contacts of a ball in a groove: where they start from shows.
  expectSameBits(
      "<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>"
      "<LCPConstraintSolver maxIt='2' tolerance='1e-12' mu='0.3'/><CollisionPipeline/><BruteForceBroadPhase/>"
      "<BVHNarrowPhase/><MinProximityIntersection alarmDistance='0.3' contactDistance='0.01'/>"
      "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.3'/><Node name='ball'>" +
      implicitSolver +
      "<MechanicalObject template='Rigid3' position='0.1 0.85 0 0 0 0 1' velocity='1 -1 0 0 0 2'/>"
      "<UniformMass vertexMass='1 1 0.1 0 0 0 0.1 0 0 0 0.1'/><UncoupledConstraintCorrection/>"
      "<SphereCollisionModel radius='0.5'/></Node><Node name='ground'>"
      "<MechanicalObject position='-0.5 0 0  0.5 0 0'/><SphereCollisionModel radius='0.5' moving='0' simulated='0'/>"
      "</Node></Node>");
}
/// Bodies that fall on an obstacle of one triangle, in a loop that moves them before it looks for contacts.
std::string onATriangle(const std::string& response, const std::string& body, const std::string& model) {
  return "<Node name='root' dt='0.01' gravity='0 -10 0'><FreeMotionAnimationLoop/>"
         "<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-12'/><CollisionPipeline/>"
         "<BruteForceBroadPhase/><BVHNarrowPhase/><NewProximityIntersection alarmDistance='0.5' contactDistance='0.3'/>"
         "<CollisionResponse response='" +
         response +
         "'/><Node name='low'><MechanicalObject position='0 0 0  0.2 0 0.9  1.1 0 0.1'/><MeshTopology "
         "triangles='0 1 2'/><TriangleCollisionModel simulated='0' moving='0'/></Node><Node name='high'>" +
         implicitSolver + body + "<UncoupledConstraintCorrection/>" + model + "</Node></Node>";
}
const std::string pointBody =
    "<MechanicalObject position='0.4 0.32 0.3' velocity='0.1 -0.9 0.1'/><UniformMass vertexMass='0.4'/>";
const std::string ballBody =
    "<MechanicalObject template='Rigid3' position='0.4 0.42 0.3 0 0 0 1' velocity='0.1 -0.9 0.1 0 0 1'/>"
    "<UniformMass vertexMass='1 1 0.1 0 0 0 0.1 0 0 0 0.1'/>";
TEST_F(Checkpoint, forcesThatActUntilTheNextDetection) {
  expectSameBits(onATriangle("PenalityContactForceField", pointBody, "<PointCollisionModel contactStiffness='99'/>"));
  expectSameBits(onATriangle("PenalityContactForceField", ballBody,
                             "<SphereCollisionModel radius='0.15' contactStiffness='99'/>"));
}
TEST_F(Checkpoint, contactsThatStick) {
  for (const std::string response : {"StickContactForceField", "StickContactConstraint"})
    expectSameBits(onATriangle(response, ballBody, "<SphereCollisionModel radius='0.15' contactStiffness='99'/>"));
}
TEST_F(Checkpoint, multipliersThatStiffenTheNextStep) {
  expectSameBits(
      "<Node name='root' dt='0.1' gravity='0 -10 0'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver "
      "maxIterations='100' tolerance='1e-12'/><EulerImplicitSolver/><SparseLDLSolver "
      "template='CompressedRowSparseMatrixMat3x3'/><MechanicalObject name='dofs' position='0 0 0 0 -1 0' velocity='0 0 "
      "0 "
      "0.3 0 0'/><UniformMass vertexMass='2'/><FixedProjectiveConstraint indices='0'/><MeshTopology name='line' "
      "edges='0 "
      "1'/><GenericConstraintCorrection/><Node><MechanicalObject name='length' template='Vec1'/><DistanceMapping "
      "topology='@../line' input='@../dofs' output='@length'/><UniformLagrangianConstraint/></Node></Node>");
}
TEST_F(Checkpoint, contactsOfSeveralBodies) {
  const auto ball = [](const std::string& name, const std::string& place, const std::string& velocity) {
    return "<Node name='" + name + "'>" + implicitSolver + "<MechanicalObject template='Rigid3' position='" + place +
           " 0 0 0 1' velocity='" + velocity +
           " 0 0 1'/><UniformMass vertexMass='1 1 0.1 0 0 0 0.1 0 0 0 0.1'/><SphereCollisionModel radius='0.5' "
           "contactStiffness='100'/></Node>";
  };
  expectSameBits(
      sceneAround("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/"
                  "><CollisionResponse response='PenalityContactForceField'/>" +
                  ball("a", "0 0 0", "0 2 0") + ball("b", "0.9 0.3 0", "-1 0 0") + ball("c", "0.4 0.9 0", "0 -4 0") +
                  ball("d", "0.5 0.4 1.2", "0 0 -3")));
}
TEST_F(Checkpoint, contactsThatAddNodes) {
  const auto ball = [](const std::string& place) {
    return "<Node>" + implicitSolver + "<MechanicalObject template='Rigid3' position='" + place +
           " 0 0 0 0 0 1'/><UniformMass totalMass='1'/><SphereCollisionModel radius='0.5' "
           "contactStiffness='10'/></Node>";
  };
  expectSameBits(
      sceneAround("<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/"
                  "><CollisionResponse response='PenalityContactForceField'/>" +
                  ball("0") + ball("0.7")));
}
/// Marbles in a row along x above a ball of radius 3, on which they spread along y in another order.
std::string marbles(double height, double speed, const std::string& ofModel) {
  std::string positions, velocities;
  for (int i = 0; i < 12; ++i) {
    positions += fmt::format("{} {} {} ", 0.0213 * i - 0.11, 0.0017 * (i * 7 % 12), height - 0.0131 * (i * 7 % 12));
    velocities += fmt::format("0 {} {} ", 1.03 * (i * 5 % 12) - 5.7, speed);
  }
  const auto body = [](const std::string& state, const std::string& model) {
    return "<Node>" + implicitSolver + "<MechanicalObject " + state +
           "/><UniformMass vertexMass='9'/><SphereCollisionModel contactStiffness='7' " + model + "/></Node>";
  };
  return sceneAround(
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>"
      "<CollisionResponse response='PenalityContactForceField'/>" +
      body("position='0 0 0'", "radius='3'") +
      body("position='" + positions + "' velocity='" + velocities + "'", "radius='0.2' " + ofModel));
}
TEST_F(Checkpoint, theOrderOfContacts) { expectSameBits(marbles(2.9, 0, "")); }
/// Boxes stay above the ball, so that marbles pass through it.
TEST_F(Checkpoint, boxesOfModelsThatDoNotMove) { expectSameBits(marbles(4, -10, "moving='0'")); }
TEST_F(Checkpoint, multipliersThatTheNextSolveStartsFrom) {
  expectSameBits(
      "<Node name='root' dt='0.02' gravity='0 -9.81 0'><FreeMotionAnimationLoop/>"
      "<BlockGaussSeidelConstraintSolver maxIterations='3' tolerance='1e-12'/>"
      "<Node><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject position='0 0 0 1 0 0 2 0 0'/>"
      "<UniformMass totalMass='1'/><SpringForceField spring='0 1 100 1 1 1 2 100 1 "
      "1'/><LinearSolverConstraintCorrection/>"
      "<FixedLagrangianConstraint indices='0'/><BilateralLagrangianConstraint first_point='1' second_point='2'/>"
      "</Node></Node>");
}
/// A beam whose solver keeps what it made of an earlier matrix.
std::string keepingBeam(const std::string& solvers) { return tetraBeam(4, 3, 3, "<EulerImplicitSolver/>" + solvers); }
TEST_F(Checkpoint, matricesThatAreKept) {
  expectSameBits(
      keepingBeam("<PreconditionedMatrixFreeSystem name='sys' assemblingRate='5'/><PCGLinearSolver linearSystem='@sys' "
                  "iterations='4' preconditioner='@pre'/><SSORPreconditioner name='pre'/>"));
}
TEST_F(Checkpoint, matricesThatAreTurned) {
  expectSameBits(
      keepingBeam("<PreconditionedMatrixFreeSystem name='sys'/><PCGLinearSolver linearSystem='@sys' iterations='4' "
                  "preconditioner='@pre'/><MatrixLinearSystem name='main' template='CompressedRowSparseMatrixMat3x3d'/>"
                  "<SparseLDLSolver name='direct' linearSystem='@main' template='CompressedRowSparseMatrixMat3x3d'/>"
                  "<RotationMatrixSystem name='turns' mainSystem='@main' assemblingRate='5'/>"
                  "<WarpPreconditioner name='pre' linearSystem='@turns' linearSolver='@direct'/>"));
}
/// Products go by the components where the matrix was just built, else by what was kept of it.
TEST_F(Checkpoint, matricesOfBoxes) {
  const std::string solver =
      "<EulerImplicitSolver rayleighStiffness='0.1'/><CGLinearSolver iterations='20' tolerance='1e-9' threshold='1e-9' "
      "template='CompressedRowSparseMatrixMat3x3d' linearSystem='@sys'/>"
      "<MatrixLinearSystem name='sys' template='CompressedRowSparseMatrixMat3x3d'";
  expectSameBits(hexaBeam(5, 3, 3, solver + "/>"));
  expectSameBits(hexaBeam(5, 3, 3, solver + " enableAssembly='0'/>"));
}
TEST_F(Checkpoint, theFirstMatrix) {
  expectSameBits(
      keepingBeam("<PreconditionedMatrixFreeSystem name='sys'/><PCGLinearSolver linearSystem='@sys' iterations='4' "
                  "preconditioner='@pre'/><MatrixLinearSystem name='first' template='CompressedRowSparseMatrixd'/>"
                  "<PrecomputedWarpPreconditioner name='pre' linearSystem='@first'/>"));
}
TEST_F(Checkpoint, levelsOfAMultigrid) {
  expectSameBits(keepingBeam(
      "<PCGLinearSolver iterations='4' preconditioner='@pre'/><AMGPreconditioner name='pre' directSize='20'/>"));
}

TEST_F(Checkpoint, constraintsThatRememberTheirStart) {
  expectSameBits(sceneAround(
      implicitSolver +
      "<MechanicalObject position='0 0 0 1 0 0'/><UniformMass vertexMass='1'/><SpringForceField spring='0 1 100 1 "
      "0.9'/>"
      "<LinearMovementProjectiveConstraint indices='0' keyTimes='0 0.1 0.4' movements='0 0 0 0 1 0 1 1 0'/>"));
}

TEST_F(Checkpoint, tellsThatDataHaveOtherValues) {
  const std::string scene = tetraBeam(3, 2, 2);
  const auto edited = start(scene);
  const auto set = [](simulation::Node& root, const std::string& path, const std::string& data,
                      const std::string& value) {
    auto* object = core::findObjectByPath(root, "@" + path);
    ASSERT_TRUE(object->setAttribute(data, value));
    core::giveAttribute(*object, data, value);
    dynamic_cast<core::Component&>(*object).reinit();
  };
  set(*edited, "/Beam/TetrahedronFEMForceField1", "youngModulus", "5000");
  steps(*edited, 2);
  ASSERT_TRUE(saveCheckpoint(file, *edited, 2));
  EXPECT_EQ(loadCheckpoint(file, *edited), 2);
  EXPECT_EQ(said.warnings("had other values"), 0u);
  const auto unedited = start(scene);
  EXPECT_EQ(loadCheckpoint(file, *unedited), 2);
  EXPECT_EQ(said.warnings("Data of /Beam/TetrahedronFEMForceField1 had other values"), 1u);
  const auto saved = start(simulation::sceneText(*edited));
  EXPECT_EQ(loadCheckpoint(file, *saved), 2);
  EXPECT_EQ(said.warnings("had other values"), 1u) << "a saved scene has the edits";
  steps(*saved, 2);
  steps(*edited, 2);
  EXPECT_EQ(bits(*saved), bits(*edited));
}

TEST_F(Checkpoint, whatDoesNotFitIsRefused) {
  const auto beam = start(tetraBeam(3, 2, 2));
  ASSERT_TRUE(saveCheckpoint(file, *beam, 3));
  EXPECT_EQ(loadCheckpoint((folder.path() / "absent").string(), *beam), -1);
  EXPECT_EQ(said.errors("cannot be resumed from: the file cannot be read"), 1u);

  const auto other = start(hexaBeam(3, 2, 2));
  EXPECT_EQ(loadCheckpoint(file, *other), -1);
  EXPECT_EQ(said.errors("it was made of another scene"), 1u);
  const auto larger = start(tetraBeam(4, 2, 2));
  EXPECT_EQ(loadCheckpoint(file, *larger), -1);
  EXPECT_EQ(said.errors("does not fit"), 1u);

  EXPECT_EQ(loadCheckpoint(folder.write("words", "not a checkpoint"), *beam), -1);
  EXPECT_EQ(said.errors("it is no checkpoint"), 1u);
  EXPECT_EQ(loadCheckpoint(folder.write("older", "SOFA checkpoint 2\nabc"), *beam), -1);
  EXPECT_EQ(said.errors("not a checkpoint of this version: it begins with \"SOFA checkpoint 2\""), 1u);
  EXPECT_EQ(loadCheckpoint(folder.path().string(), *beam), -1);
  EXPECT_EQ(loadCheckpoint("/dev/zero", *beam), -1);
  EXPECT_EQ(said.errors("it is no regular file"), 2u);

  std::ifstream stream(file, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(stream)), {});
  for (std::size_t size = 0; size < content.size(); size += 1 + size / 7) {
    const auto cut = start(tetraBeam(3, 2, 2));
    EXPECT_EQ(loadCheckpoint(folder.write("cut", content.substr(0, size)), *cut), -1)
        << size << " of " << content.size();
  }
  EXPECT_EQ(loadCheckpoint(folder.write("long", content + "x"), *beam), -1);
  for (std::size_t at = 0; at < content.size(); at += 1 + content.size() / 97) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    EXPECT_EQ(loadCheckpoint(folder.write("damaged", damaged), *beam), -1) << at;
  }
  EXPECT_GT(said.errors("the file is damaged"), 80u);
  EXPECT_FALSE(saveCheckpoint("/no/such/folder/x", *beam, 3));
}

}  // namespace
}  // namespace sofa::test

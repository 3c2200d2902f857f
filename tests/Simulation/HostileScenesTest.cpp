// SPDX-License-Identifier: Apache-2.0
// Scenes that ask for what cannot be: they must not crash, and say what is wrong and what would be right.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

constexpr const char* loops = "<DefaultAnimationLoop/>";
constexpr const char* freeMotion =
    "<FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='50' tolerance='1e-6'/>";
constexpr const char* contacts =
    "<DefaultAnimationLoop/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><DiscreteIntersection/>"
    "<CollisionResponse response='PenalityContactForceField'/>";
#define CG "<CGLinearSolver iterations='9' tolerance='1e-9' threshold='1e-9'/>"
#define SOLVERS "<EulerImplicitSolver/>" CG
#define RIGID "<MechanicalObject template='Rigid3' "
#define BALL "<SphereCollisionModel radius='0.5' contactStiffness='100'/>"

struct Hostile {
  const char* name;
  const char* loop;  ///< what the root begins with
  const char* scene;
  const char* said;  ///< part of a warning or error; empty: the scene is sound
};

const Hostile hostileScenes[] = {
    // Vectors of a solver that does not integrate the state.
    {"constraintOnAStateAboveTheSolver", loops,
     "<MechanicalObject/><Node><EulerExplicitSolver/><FixedProjectiveConstraint/></Node>",
     "It has no effect: it acts on /MechanicalObject1, but"},
    {"forceOnAStateAboveTheSolver", loops,
     "<MechanicalObject/><Node>" SOLVERS "<RestShapeSpringsForceField stiffness='1'/></Node>",
     "Move this component beside that state"},
    {"constraintOnAMappedState", loops,
     "<EulerImplicitSolver firstOrder='1'/>" CG
     "<MechanicalObject/><UniformMass totalMass='1'/><Node><MechanicalObject/><FixedProjectiveConstraint/>"
     "<IdentityMapping/></Node>",
     "a projective constraint there holds nothing. Constrain the points of /MechanicalObject1"},
    {"twoStatesInOneNode", loops,
     SOLVERS "<MechanicalObject name='m' position='0 0 0 1 0 0 2 0 0'/><MechanicalObject/>"
             "<AttachProjectiveConstraint object2='@m' indices1='0' indices2='2'/>",
     "of several mechanical states in one node the last counts"},
    {"mappingIntoAStateOfTheNodeAbove", loops,
     "<MechanicalObject template='Vec1'/><EulerImplicitSolver/>" CG
     "<MechanicalObject velocity='0.3 -0.2 0.1 0.5 0.2 -0.3'/><Node><EdgeSetTopologyContainer edges='0 1'/>"
     "<RestShapeSpringsForceField/><DistanceMapping/></Node>",
     "It acts on /MechanicalObject1, which no solver integrates"},
    {"contactWithAnObstacleWithoutSolver", contacts,
     "<Node>" SOLVERS "<MechanicalObject position='0 0.9 0'/><UniformMass totalMass='1'/>" BALL
     "</Node><Node><MechanicalObject/><SphereCollisionModel radius='0.5' contactStiffness='100' simulated='0'/></Node>",
     ""},
    // Solvers in a circle.
    {"preconditionerOfTheSystemItServes", loops,
     "<MechanicalObject/><UniformMass/><EulerImplicitSolver/><PreconditionedMatrixFreeSystem name='sys'/>"
     "<PCGLinearSolver linearSystem='@sys' preconditioner='@pre'/><JacobiPreconditioner name='pre' "
     "linearSystem='@sys'/>",
     "has the system of this solver, /sys, for its own"},
    {"rotationsOfTheSystemTheyServe", loops,
     "<MechanicalObject/><UniformMass/><EulerImplicitSolver/><PreconditionedMatrixFreeSystem name='sys'/>"
     "<PCGLinearSolver linearSystem='@sys' preconditioner='@pre'/><RotationMatrixSystem name='rotations' "
     "mainSystem='@sys'/><WarpPreconditioner name='pre' linearSystem='@rotations'/>",
     "there is no assembled linear system to turn"},
    {"systemsMadeOfEachOther", loops,
     "<MechanicalObject/><UniformMass/><EulerImplicitSolver/>"
     "<CompositeLinearSystem name='a' template='CompressedRowSparseMatrixd' linearSystems='@b'/>"
     "<CompositeLinearSystem name='b' template='CompressedRowSparseMatrixd' linearSystems='@a'/>"
     "<SparseLDLSolver linearSystem='@a'/>",
     "leads back to this system (/a, /b, /a)"},
    {"preconditionersTurningEachOther", loops,
     "<MechanicalObject/><UniformMass/><EulerImplicitSolver/><PCGLinearSolver preconditioner='@p'/>"
     "<WarpPreconditioner name='p' linearSolver='@q'/><WarpPreconditioner name='q' linearSolver='@p'/>",
     "leads back to this preconditioner (/p, /q, /p)"},
    // Points that are not there.
    {"constraintOnPointsThatAreNotMapped", freeMotion,
     "<EulerImplicitSolver/><SparseLDLSolver/><MeshTopology position='0 0 0 1 0 0'/><MechanicalObject/><UniformMass/>"
     "<LinearSolverConstraintCorrection/><Node><MechanicalObject position='0 0 0 1 0 0'/><BarycentricMapping/>"
     "<BilateralLagrangianConstraint first_point='1' second_point='0'/></Node>",
     "is beyond the 0 points of"},
    {"pointBeyondAnyDistance", loops,
     "<MeshTopology position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/><MechanicalObject/><Node>"
     "<MechanicalObject position='1e200 0 0'/><BarycentricMapping/></Node>",
     ""},
    {"pointBeyondAnyDistanceOfAContainer", loops,
     "<TriangleSetTopologyContainer position='0 0 0 1 0 0 0 1 0' triangles='0 1 2' edges='0 1 1 2 2 0'/>"
     "<MechanicalObject/><Node><MechanicalObject position='1e200 0 0'/><BarycentricMapping/></Node>",
     ""},
    {"massesOfAMeshWithoutElements", loops,
     SOLVERS "<TetrahedronSetTopologyContainer position='0 0 0'/><TetrahedronSetGeometryAlgorithms template='Vec3'/>"
             "<MechanicalObject position='0 0 0 1 0 0 0 1 0 0 0 1'/><MeshMatrixMass vertexMass='1 1 1 1' edgeMass='0.1 "
             "0.1 0.1'/>"
             "<RestShapeSpringsForceField stiffness='30'/>",
     "has no elements, so that there is nothing whose mass could be computed"},
    // Nodes that come and go.
    {"contactsOfRigidBodies", contacts,
     "<Node name='a'>" SOLVERS RIGID "position='0 0 0 0 0 0 1'/><UniformMass totalMass='1'/>" BALL
     "</Node><Node name='b'>" SOLVERS RIGID "position='0.9 0 0 0 0 0 1'/><UniformMass totalMass='1'/>" BALL "</Node>",
     ""},
};

std::string textOf(const CapturedMessages& said) {
  std::string text;
  for (const auto& m : said.messages)
    if (m.severity >= helper::Severity::Warning) text += "\n  " + m.path + ": " + m.text;
  return text;
}

class HostileScenes : public testing::TestWithParam<Hostile> {};

TEST_P(HostileScenes, areSurvivedAndExplained) {
  const auto& [name, loop, content, expected] = GetParam();
  CapturedMessages said;
  const auto root = simulation::readSceneText(std::string("<Node name='root' dt='0.01' gravity='0 -9.81 0'>") + loop +
                                              content + "</Node>");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  simulation::reset(*root);
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  simulation::updateVisual(*root);
  simulation::unload(*root);
  if (*expected)
    EXPECT_EQ(said.warnings(expected) + said.errors(expected), 1u) << textOf(said);
  else
    EXPECT_EQ(said.errors(), 0u) << textOf(said);
}

INSTANTIATE_TEST_SUITE_P(All, HostileScenes, testing::ValuesIn(hostileScenes),
                         [](const auto& scene) { return std::string(scene.param.name); });

}  // namespace
}  // namespace sofa::tests

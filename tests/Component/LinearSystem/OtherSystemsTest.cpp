// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

// Systems that are made of others, and hints on projections.
namespace sofa::tests {
namespace {

const std::string dofs =
    "<MechanicalObject name='dofs' position='0 0 0  1 0 0  0 1 0' velocity='1 2 3  -1 0 1  0 2 0'/>"
    "<UniformMass vertexMass='1'/><RestShapeSpringsForceField stiffness='100'/>";
const std::string system = "<MatrixLinearSystem template='CompressedRowSparseMatrixMat3x3' ";
const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3' ";

std::vector<double> velocitiesAfter(const std::string& solver, int steps = 3) {
  const Scene scene("<EulerImplicitSolver/>" + solver + dofs);
  scene.step(steps);
  const auto v = core::localMechanicalState(*scene.root)->hostRead(core::vec::velocity);
  return {v.begin(), v.end()};
}

TEST(CompositeLinearSystem, TheSystemNamedIsSolved) {
  const std::string parts = system + "name='a'/>" + system + "name='b' assembleStiffness='false'/>";
  const std::string composite = "<CompositeLinearSystem name='sys' template='CompressedRowSparseMatrixMat3x3' ";
  const std::string simplicial = "<EigenSimplicialLDLT template='CompressedRowSparseMatrixMat3x3' ";
  const std::string solver = simplicial + "linearSystem='@sys'/>";
  const auto whole = velocitiesAfter(simplicial + "/>");
  const auto massOnly =
      velocitiesAfter(system + "name='m' assembleStiffness='false'/>" + simplicial + "linearSystem='@m'/>");
  ASSERT_NE(whole, massOnly);
  EXPECT_EQ(velocitiesAfter(parts + composite + "linearSystems='@a @b'/>" + solver), whole);
  EXPECT_EQ(velocitiesAfter(parts + composite + "linearSystems='@a @b' solverLinearSystem='@b'/>" + solver), massOnly);
  // One that is not in the list is added to it.
  EXPECT_EQ(velocitiesAfter(parts + composite + "linearSystems='@a' solverLinearSystem='@b'/>" + solver), massOnly);
  // The solver may come first.
  EXPECT_EQ(velocitiesAfter(solver + parts + composite + "linearSystems='@a @b'/>"), whole);
}

TEST(CompositeLinearSystem, SolversThatWaitForANewMatrixGiveZeroAndSaySo) {
  CapturedMessages messages;
  const auto v = velocitiesAfter(system + "name='a'/><CompositeLinearSystem name='sys' linearSystems='@a' " +
                                 "template='CompressedRowSparseMatrixMat3x3'/>" + direct + "linearSystem='@sys'/>");
  EXPECT_EQ(v, (std::vector<double>{1, 2, 3, -1, 0, 1, 0, 2, 0}));
  EXPECT_EQ(messages.warnings("waits to be told of a new matrix"), 1u);
}

TEST(CompositeLinearSystem, BadInput) {
  const std::string solver = direct + "linearSystem='@sys'/>";
  const auto errors = [&](const std::string& attributes, const std::string& part) {
    CapturedMessages messages;
    velocitiesAfter(system + "name='a'/><CompositeLinearSystem name='sys' " + attributes + "/>" + solver);
    return messages.errors(part);
  };
  EXPECT_EQ(errors("template='CompressedRowSparseMatrixMat3x3'", "At least one linear system must be provided"), 1u);
  EXPECT_EQ(errors("template='CompressedRowSparseMatrixMat3x3' linearSystems='@a @none'", "names no other"), 1u);
  EXPECT_EQ(errors("template='CompressedRowSparseMatrixd' linearSystems='@a'", "None of linearSystems is of type"), 1u);
}

TEST(RotationMatrixSystem, NeedsASystemAndNodeRotations) {
  const auto errors = [&](const std::string& solver, const std::string& part) {
    CapturedMessages messages;
    velocitiesAfter(solver);
    return messages.errors(part);
  };
  const std::string pcg = "<PCGLinearSolver name='pcg' preconditioner='@warp'/>";
  EXPECT_EQ(errors(pcg + "<WarpPreconditioner name='warp'/>", "there is no linear solver to turn"), 1u);
  EXPECT_EQ(errors(pcg + "<WarpPreconditioner name='warp'/>" + direct + "/>", "no component that knows node rotations"),
            1u);
  EXPECT_EQ(errors(pcg + "<WarpPreconditioner name='warp' linearSolver='@pcg'/>", "is matrix-free"), 1u);
}

/// A body on a rigid frame that turns, with a spring to a fixed place, so that the Jacobian changes.
std::string turning(const std::string& projection, const std::string& frame = "0 0 0 0 0 0 1",
                    const std::string& points = "1 0 0  0 1 0") {
  return "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/>"
         "<MechanicalObject name='frame' template='Rigid3d' velocity='0 0 0 1 2 3' position='" +
         frame +
         "'/>"
         "<UniformMass vertexMass='1 1 [1 0 0 0 2 0 0 0 3]'/>"
         "<Node name='points'><MechanicalObject name='mapped' position='" +
         points +
         "'/>"
         "<RigidMapping geometricStiffness='None'/><RestShapeSpringsForceField stiffness='50'/></Node>" +
         projection;
}

double turnOf(const Scene& scene) { return core::localMechanicalState(*scene.root)->hostRead(core::vec::velocity)[3]; }

template <class... Places>
double turned(const std::string& projection, int steps, const Places&... places) {
  const Scene scene(turning(projection, places...));
  scene.step(steps);
  return turnOf(scene);
}

TEST(MatrixProjectionMethod, ConstantJacobiansAreThoseOfTheFirstStep) {
  const std::string start = "<MatrixProjectionMethod areJacobiansConstant='";
  const std::string constant = start + "true' mechanicalStates='@points/mapped @points/mapped'/>";
  EXPECT_EQ(turned(constant, 1), turned("", 1));
  EXPECT_NE(turned(constant, 3), turned("", 3));
  EXPECT_EQ(turned(start + "false' mechanicalStates='@points/mapped @points/mapped'/>", 3), turned("", 3));
  EXPECT_EQ(turned(start + "true' mechanicalStates='@points/mapped @frame'/>", 3), turned("", 3));
  EXPECT_EQ(turned("<ConstantSparsityProjectionMethod areJacobiansConstant='true' parallelProduct='false' "
                   "mechanicalStates='@points/mapped @points/mapped'/>",
                   3),
            turned(constant, 3));
}

/// J of a point at r from the centre has the zeros of r, which lies along an axis at first and turns.
TEST(MatrixProjectionMethod, NonzerosStandWhereThoseOfTheFirstStepStood) {
  const std::string projection = "<ConstantSparsityProjectionMethod mechanicalStates='@points/mapped @points/mapped'/>";
  CapturedMessages messages;
  EXPECT_EQ(turned(projection, 1), turned("", 1));
  EXPECT_EQ(messages.warnings("that are not zero stand where"), 0u);
  EXPECT_NE(turned(projection, 3), turned("", 3));
  EXPECT_EQ(messages.warnings("that are not zero stand where"), 1u);
  const std::string frame = "0 0 0 0.1 0.2 0.3 0.9", points = "1 2 3  -2 1 3";
  EXPECT_EQ(turned(projection, 3, frame, points), turned("", 3, frame, points));
  EXPECT_EQ(messages.warnings("that are not zero stand where"), 1u);
}

TEST(MatrixProjectionMethod, ARestoredStateKnowsNothingOfWhatWasRunAfterIt) {
  for (const char* kind : {"MatrixProjectionMethod areJacobiansConstant='1'", "ConstantSparsityProjectionMethod"}) {
    const auto run = [&](int stepsBefore) {
      const Scene scene(turning("<" + std::string(kind) + " mechanicalStates='@points/mapped @points/mapped'/>"));
      const std::string state = simulation::savedState(*scene.root, 0);
      scene.step(stepsBefore);
      std::string problem;
      EXPECT_GE(simulation::restoreState(state, *scene.root, problem), 0) << problem;
      std::ranges::fill(core::localMechanicalState(*scene.root)->hostWrite(core::vec::position).last(4), 0.5);
      scene.step(3);
      return turnOf(scene);
    };
    EXPECT_EQ(run(2), run(0)) << kind;
  }
}

TEST(MatrixProjectionMethod, NeedsItsStates) {
  CapturedMessages messages;
  turned("<MatrixProjectionMethod areJacobiansConstant='true'/>", 1);
  EXPECT_EQ(messages.errors("must name the two states"), 1u);
}

}  // namespace
}  // namespace sofa::tests

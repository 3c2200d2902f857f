// SPDX-License-Identifier: Apache-2.0
// What the ODE solvers say about scenes they cannot use, and that the run survives them.
#include <filesystem>
#include <fstream>

#include "CapturedMessages.h"
#include "OneParticle.h"
#include "Sofa/Component/ODESolver/BDFOdeSolver.h"
#include "Sofa/Component/ODESolver/NewtonRaphsonSolver.h"
#include "Sofa/Component/ODESolver/StaticSolver.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using component::odesolver::BDFOdeSolver;
using component::odesolver::NewtonRaphsonSolver;
using tests::CapturedMessages;
using tests::Scene;

const std::string inputBody = particle + unitMass + spring;

TEST(SolverInput, ImplicitSolversNeedALinearSolver) {
  for (const char* solver : {"EulerImplicitSolver", "NewmarkImplicitSolver", "VariationalSymplecticSolver",
                             "BDFOdeSolver", "StaticSolver"}) {
    const CapturedMessages said;
    const Scene scene("<" + std::string(solver) + "/>" + newton + inputBody);
    EXPECT_EQ(said.errors("A linear solver is required by this component but has not been found"), 1u) << solver;
    EXPECT_FALSE(scene.first<core::OdeSolver>().isValid());
    scene.step(2);
    EXPECT_EQ(of(scene).x, 1) << solver;
  }
}

TEST(SolverInput, ExplicitSolverNeedsALinearSolverOnlyForMassesThatAreNotDiagonal) {
  const CapturedMessages said;
  const std::string child =
      "<Node><MechanicalObject template='Vec1'/><IdentityMapping template='Vec1,Vec1'/>" + unitMass + "</Node>";
  const Scene scene("<EulerExplicitSolver/>" + particle + spring + child);
  EXPECT_EQ(said.errors(), 0u);
  scene.step(2);
  EXPECT_EQ(said.errors("Due to the presence of non-diagonal masses, the solver requires a linear solver"), 1u);
  EXPECT_EQ(of(scene).x, 1);
}

TEST(SolverInput, NothingMovesWithoutMassUnderExplicitSolvers) {
  for (const char* solver :
       {"EulerExplicitSolver", "RungeKutta2Solver", "RungeKutta4Solver", "CentralDifferenceSolver"}) {
    const auto found = motion("<" + std::string(solver) + "/>", 3, particle + spring);
    EXPECT_EQ(found.back().x, 1) << solver;
    EXPECT_EQ(found.back().v, 0) << solver;
  }
}

TEST(SolverInput, MassesOfZeroAreSurvived) {
  for (const char* solver : {"EulerImplicitSolver", "EulerExplicitSolver", "NewmarkImplicitSolver",
                             "VariationalSymplecticSolver", "BDFOdeSolver", "CentralDifferenceSolver"}) {
    const CapturedMessages said;
    motion("<" + std::string(solver) + "/>" + exactSolver + newton, 3,
           particle + spring + "<UniformMass vertexMass='0'/>");
    motion("<" + std::string(solver) + "/>" + exactSolver + newton, 3, particle + spring);
  }
}

TEST(SolverInput, EmptyStatesAreSurvived) {
  for (const char* solver :
       {"EulerImplicitSolver", "NewmarkImplicitSolver", "VariationalSymplecticSolver", "BDFOdeSolver order='3'",
        "CentralDifferenceSolver", "DampVelocitySolver", "StaticSolver"}) {
    const CapturedMessages said;
    const Scene scene("<" + std::string(solver) + "/>" + exactSolver + newton +
                      "<MechanicalObject size='0' position=''/>");
    scene.step(2);
    const Scene nothing("<" + std::string(solver) + "/>" + exactSolver + newton);
    nothing.step(2);
    EXPECT_EQ(said.errors(), 0u) << solver;
  }
}

TEST(SolverInput, BdfNeedsANewtonSolver) {
  const CapturedMessages said;
  const Scene scene("<BDFOdeSolver/>" + exactSolver + inputBody);
  EXPECT_EQ(said.errors("A Newton solver is required by this component but has not been found"), 1u);
  scene.step();
  EXPECT_EQ(of(scene).x, 1);
}

TEST(SolverInput, BdfTellsWhatItsOrderMeans) {
  const auto warnings = [](const std::string& order, const std::string& part) {
    const CapturedMessages said;
    const Scene scene("<BDFOdeSolver order='" + order + "'/>" + newton + exactSolver + inputBody);
    scene.step(12);
    EXPECT_TRUE(std::isfinite(of(scene).x));
    return said.warnings(part) + said.errors(part);
  };
  EXPECT_EQ(warnings("0", "the order must be at least 1"), 1u);
  EXPECT_EQ(warnings("1", ""), 0u);
  EXPECT_EQ(warnings("2", "backward Euler over 0.667 of the time step"), 1u);
  EXPECT_EQ(warnings("6", "unstable"), 0u);
  EXPECT_EQ(warnings("9", "above order 6 are unstable"), 1u);
  EXPECT_EQ(warnings("-3", "not negative"), 1u);
  EXPECT_EQ(warnings("two", "two"), 1u);
  EXPECT_EQ(warnings("99999999999999999999", "Could not read"), 1u);
}

TEST(SolverInput, BdfDoesNotTakeRigidBodies) {
  const CapturedMessages said;
  const Scene scene("<BDFOdeSolver/>" + newton + exactSolver +
                    "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/><UniformMass vertexMass='1'/>");
  EXPECT_EQ(said.errors("holds Rigid3d points, whose positions this solver cannot subtract"), 1u);
  EXPECT_FALSE(scene.first<BDFOdeSolver>().isValid());
  scene.step();
}

TEST(SolverInput, UnknownNewtonSolverIsNamedAndTheNearestOneUsed) {
  for (const char* solver : {"StaticSolver", "BDFOdeSolver"}) {
    const CapturedMessages said;
    const Scene scene("<" + std::string(solver) + " newtonSolver='@nowhere'/>" + newton + exactSolver + inputBody);
    EXPECT_EQ(said.warnings("@nowhere") + said.errors("@nowhere"), 1u) << solver;
    scene.step();
    EXPECT_NE(of(scene).x, 1) << solver;
  }
}

TEST(SolverInput, StaticSolverAddsANewtonSolver) {
  const CapturedMessages said;
  const Scene scene("<StaticSolver/>" + exactSolver + inputBody);
  EXPECT_EQ(said.warnings("No Newton solver is found at or below this node"), 1u);
  EXPECT_EQ(scene.first<NewtonRaphsonSolver>().d_maxIterations.value(), 1u);
  scene.step();
  EXPECT_NEAR(of(scene).x, 0, 1e-12);
}

TEST(SolverInput, LegacyThresholdsOfStaticSolverReachANewtonSolverMadeByItOnly) {
  const std::string legacy =
      "<StaticSolver newton_iterations='7' absolute_correction_tolerance_threshold='0.1' "
      "relative_correction_tolerance_threshold='0.2' absolute_residual_tolerance_threshold='0.3' "
      "relative_residual_tolerance_threshold='0.4' should_diverge_when_residual_is_growing='1'/>";
  {
    const CapturedMessages said;
    const Scene scene(legacy + exactSolver + inputBody);
    EXPECT_EQ(said.errors("has been removed from StaticSolver"), 6u);
    const auto& made = scene.first<NewtonRaphsonSolver>();
    EXPECT_EQ(made.d_maxIterations.value(), 7u);
    EXPECT_EQ(made.d_absoluteEstimate.value(), 0.1);
    EXPECT_EQ(made.d_relativeEstimate.value(), 0.4);  // the relative residual overwrites it, as in the reference
    EXPECT_EQ(made.d_absoluteResidual.value(), 0.3);
    EXPECT_EQ(made.d_relativeInitial.value(), 1e-5);
  }
  const CapturedMessages said;
  const Scene scene(legacy + newton + exactSolver + inputBody);
  EXPECT_EQ(scene.first<NewtonRaphsonSolver>().d_maxIterations.value(), 10u);
}

TEST(SolverInput, SolveConstraintSaysThatThereIsNoneToSolve) {
  const CapturedMessages said;
  const Scene scene("<EulerImplicitSolver solveConstraint='1'/>" + exactSolver + inputBody);
  EXPECT_EQ(said.warnings("solveConstraint has no effect"), 1u);
}

TEST(SolverInput, EnergiesNeedAFileThatCanBeWritten) {
  const auto messages = [](const std::string& attributes, const std::string& part) {
    const CapturedMessages said;
    const Scene scene("<VariationalSymplecticSolver saveEnergyInFile='1' " + attributes + "/>" + exactSolver +
                      inputBody);
    scene.step(2);
    expectMotion({of(scene)}, {{0.8096371208, -1.4158239143}});
    return said.errors(part) + said.warnings(part);
  };
  EXPECT_EQ(messages("file='/nowhere/at/all/energy.csv'", "'/nowhere/at/all/energy.csv' cannot be written"), 1u);
  EXPECT_EQ(messages("", "Name a file"), 1u);
  EXPECT_EQ(messages("computeHamiltonian='0' file='unused.csv'", "nothing to save"), 1u);
  EXPECT_FALSE(std::filesystem::exists("unused.csv"));
}

TEST(SolverInput, VerboseHasNoUseInTheVariationalSolver) {
  const CapturedMessages said;
  const Scene scene("<VariationalSymplecticSolver verbose='1'/>" + exactSolver + inputBody);
  EXPECT_EQ(said.warnings("'verbose' has no use"), 1u);
  EXPECT_EQ(said.warnings(), 1u);
}

TEST(SolverInput, TimeStepsThatAreNoPositiveNumberAreRefused) {
  for (const double h : {std::nan(""), -0.1, std::numeric_limits<double>::infinity()}) {
    const CapturedMessages said;
    const Scene scene("<VariationalSymplecticSolver/>" + exactSolver + inputBody);
    simulation::animate(*scene.root, h);
    EXPECT_EQ(said.errors("the time step must be a positive number"), 1u) << h;
    EXPECT_EQ(of(scene).x, 1);
  }
}

}  // namespace
}  // namespace sofa::test

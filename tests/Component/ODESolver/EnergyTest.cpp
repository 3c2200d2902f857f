// SPDX-License-Identifier: Apache-2.0
// Energies that solvers report, and what they leave to others: residuals and integration factors.
#include <fstream>
#include <sstream>

#include "CapturedMessages.h"
#include "OneParticle.h"
#include "Sofa/Component/ODESolver/BDFOdeSolver.h"
#include "Sofa/Component/ODESolver/EulerImplicitSolver.h"
#include "Sofa/Component/ODESolver/VariationalSymplecticSolver.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using component::odesolver::BDFOdeSolver;
using component::odesolver::EulerImplicitSolver;
using component::odesolver::VariationalSymplecticSolver;
using core::OdeSolver;
using tests::Scene;
using Quantity = OdeSolver::Quantity;

const std::string body = particle + unitMass + spring;

TEST(Hamiltonian, OfTheMidpointRuleIsKeptOnALinearSpring) {
  // The potential energy counts from the first step: 0 is 5 J less than that of the spring.
  const Scene scene("<VariationalSymplecticSolver/>" + exactSolver + body);
  const auto& solver = scene.first<VariationalSymplecticSolver>();
  for (int i = 0; i < 200; ++i) {
    scene.step();
    ASSERT_NEAR(solver.d_hamiltonianEnergy.value(), 0, 1e-12) << i;
  }
}

TEST(Hamiltonian, HoldsTheKineticEnergyOfTheEndOfTheStep) {
  // Without forces p = m v: 2 * 3^2 / 2.
  const Scene scene("<VariationalSymplecticSolver/>" + exactSolver +
                    "<MechanicalObject position='0 0 0' velocity='0 3 0'/><UniformMass vertexMass='2'/>");
  scene.step(2);
  EXPECT_NEAR(scene.first<VariationalSymplecticSolver>().d_hamiltonianEnergy.value(), 9, 1e-12);
}

TEST(Hamiltonian, OfForceFieldsIsThatOfThePositionsReached) {
  // Free fall is exact: m v^2 / 2 - m g x keeps its first value, 2 * 10 * 5.
  const Scene scene("<VariationalSymplecticSolver useIncrementalPotentialEnergy='0'/>" + exactSolver +
                        "<MechanicalObject position='0 5 0'/><UniformMass vertexMass='2'/>",
                    "dt='0.1' gravity='0 -10 0'");
  scene.step(3);
  EXPECT_NEAR(scene.first<VariationalSymplecticSolver>().d_hamiltonianEnergy.value(), 100, 1e-10);
}

TEST(Hamiltonian, DoesNotChangeTheMotion) {
  const auto with = motion("<VariationalSymplecticSolver/>" + exactSolver, 5);
  const auto without = motion("<VariationalSymplecticSolver computeHamiltonian='0'/>" + exactSolver, 5);
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_EQ(with[i].x, without[i].x);
    EXPECT_EQ(with[i].v, without[i].v);
  }
}

TEST(Hamiltonian, IsSavedStepByStep) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "energy.csv").string();
  const Scene scene("<VariationalSymplecticSolver saveEnergyInFile='1' file='" + file + "'/>" + exactSolver + body);
  scene.step(2);
  std::ifstream in(file);  // while the scene is alive: what is done so far is there
  std::string line;
  ASSERT_TRUE(std::getline(in, line));
  EXPECT_EQ(line, "time,kinetic energy,potential energy, hamiltonian energy");
  // p = -0.97561, -1.85604 and x = 0.95122, 0.80964: p^2 / 2 and 5 (x^2 - 1).
  const double expected[2][4] = {{0.1, 0.4759071981, -0.4759071981, 0}, {0.2, 1.7224386634, -1.7224386634, 0}};
  for (const auto& row : expected) {
    ASSERT_TRUE(std::getline(in, line));
    std::istringstream numbers(line);
    for (const double value : row) {
      std::string number;
      ASSERT_TRUE(std::getline(numbers, number, ','));
      EXPECT_NEAR(std::stod(number), value, 1e-9) << line;
    }
  }
  EXPECT_FALSE(std::getline(in, line));
}

TEST(Hamiltonian, StartsFromZeroWorkAfterAReset) {
  const Scene scene("<VariationalSymplecticSolver explicitIntegration='1'/>" + exactSolver + body);
  scene.step();
  const double first = scene.first<VariationalSymplecticSolver>().d_hamiltonianEnergy.value();
  // p = -1: 1/2; the force -10 over -0.1 m: -1.
  EXPECT_NEAR(first, -0.5, 1e-12);
  scene.step(4);
  simulation::reset(*scene.root);
  scene.step();
  EXPECT_NEAR(scene.first<VariationalSymplecticSolver>().d_hamiltonianEnergy.value(), first, 1e-12);
}

TEST(Residual, OfEulerImplicitIsTheSquaredImpulseAtTheNewPosition) {
  const Scene scene("<EulerImplicitSolver computeResidual='1'/>" + exactSolver + body);
  EXPECT_EQ(scene.first<EulerImplicitSolver>().d_residual.value(), std::numeric_limits<double>::max());
  scene.step();
  EXPECT_NEAR(scene.first<EulerImplicitSolver>().d_residual.value(), 0.9090909091 * 0.9090909091, 1e-9);
}

struct Factors {
  const char* solver;
  double x, v, a;  // of the solution of the linear system
  double xFromV, xFromA, vFromA;
};

TEST(IntegrationFactors, AreThoseOfTheTable) {
  const double h = 0.1;
  const Factors table[] = {
      {"<EulerImplicitSolver/>", h, 1, 1 / h, h, 0, 0},
      {"<NewmarkImplicitSolver/>", h, 1, 1 / h, h, 0, 0},
      {"<StaticSolver/>", h, 1, 1 / h, h, 0, 0},
      {"<EulerExplicitSolver/>", h * h, h, 1, h, h * h, h},
      {"<EulerExplicitSolver symplectic='0'/>", 0, h, 1, h, 0, h},
      {"<CentralDifferenceSolver/>", h * h, h, 1, h, h * h, h},
      {"<RungeKutta2Solver/>", 0, h / 2, 1, h / 2, 0, h / 2},
      {"<RungeKutta4Solver/>", 0, h / 2, 1, h / 2, 0, h / 2},
  };
  for (const auto& row : table) {
    const Scene scene(row.solver + newton + exactSolver + body);
    const auto& solver = scene.first<OdeSolver>();
    EXPECT_DOUBLE_EQ(solver.solutionFactor(Quantity::Position, h), row.x) << row.solver;
    EXPECT_DOUBLE_EQ(solver.solutionFactor(Quantity::Velocity, h), row.v) << row.solver;
    EXPECT_DOUBLE_EQ(solver.solutionFactor(Quantity::Acceleration, h), row.a) << row.solver;
    EXPECT_EQ(solver.integrationFactor(Quantity::Position, Quantity::Position, h), 1) << row.solver;
    EXPECT_DOUBLE_EQ(solver.integrationFactor(Quantity::Velocity, Quantity::Position, h), row.xFromV) << row.solver;
    EXPECT_DOUBLE_EQ(solver.integrationFactor(Quantity::Acceleration, Quantity::Position, h), row.xFromA);
    EXPECT_EQ(solver.integrationFactor(Quantity::Position, Quantity::Velocity, h), 0) << row.solver;
    EXPECT_EQ(solver.integrationFactor(Quantity::Velocity, Quantity::Velocity, h), 1) << row.solver;
    EXPECT_DOUBLE_EQ(solver.integrationFactor(Quantity::Acceleration, Quantity::Velocity, h), row.vFromA);
  }
}

TEST(IntegrationFactors, OfVariationalAndDampingSolversAreZero) {
  for (const char* text : {"<VariationalSymplecticSolver/>", "<DampVelocitySolver/>"}) {
    const Scene scene(text + exactSolver + body);
    EXPECT_EQ(scene.first<OdeSolver>().solutionFactor(Quantity::Position, 0.1), 0) << text;
    EXPECT_EQ(scene.first<OdeSolver>().solutionFactor(Quantity::Velocity, 0.1), 0) << text;
  }
}

TEST(IntegrationFactors, OfBdfAreMissing) {
  const Scene scene("<BDFOdeSolver/>" + newton + exactSolver + body);
  const tests::CapturedMessages said;
  EXPECT_EQ(scene.first<OdeSolver>().solutionFactor(Quantity::Position, 0.1), 0);
  EXPECT_EQ(scene.first<OdeSolver>().solutionFactor(Quantity::Velocity, 0.1), 0);
  EXPECT_EQ(said.errors("BDFOdeSolver gives no integration factor"), 2u);
}

TEST(BdfCoefficient, IsThatOfTheTextbook) {
  const double h = 0.1, times[] = {0.0, 0.1, 0.2};
  EXPECT_NEAR(BDFOdeSolver::coefficient(std::span(times).subspan(2), 0.3), h, 1e-15);
  EXPECT_NEAR(BDFOdeSolver::coefficient(std::span(times).subspan(1), 0.3), 2. / 3 * h, 1e-15);
  EXPECT_NEAR(BDFOdeSolver::coefficient(times, 0.3), 6. / 11 * h, 1e-15);
  // Steps 1 and 2: the derivative of the parabola through -3, -2, 0 at 0 weighs the last value by 1/3 + 1/2.
  const double uneven[] = {-3.0, -2.0};
  EXPECT_NEAR(BDFOdeSolver::coefficient(uneven, 0.0), 6. / 5, 1e-15);
}

}  // namespace
}  // namespace sofa::test

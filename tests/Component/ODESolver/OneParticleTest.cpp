// SPDX-License-Identifier: Apache-2.0
// Steps that can be done by hand: one particle on a spring. Each expectation follows from the formulas of the scheme,
// m = 1, k = 10, h = 0.1; e.g. backward Euler: v' = (v - h k x) / (1 + h^2 k), x' = x + h v'.
#include "OneParticle.h"

namespace sofa::test {
namespace {

struct Case {
  const char* name;
  std::string solver;
  std::vector<Particle> expected;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const std::vector<Case> cases = {
    {"EulerImplicit", "<EulerImplicitSolver/>", {{0.9090909091, -0.9090909091}, {0.7438016529, -1.6528925620}}},
    {"EulerImplicitRayleigh",
     "<EulerImplicitSolver rayleighMass='0.1' rayleighStiffness='0.1'/>",
     {{0.9173553719, -0.8264462810}, {0.7732395328, -1.4411583908}}},
    {"EulerImplicitRayleighStiffness",
     "<EulerImplicitSolver rayleighStiffness='0.1'/>",
     {{0.9166666667, -0.8333333333}, {0.7708333333, -1.4583333333}}},
    {"Trapezoidal",
     "<EulerImplicitSolver trapezoidalScheme='1'/>",
     {{0.9024390244, -0.9756097561}, {0.7215942891, -1.8084473528}}},
    {"FirstOrder", "<EulerImplicitSolver firstOrder='1'/>", {{0.5, -5}, {0.25, -2.5}}},
    {"SymplecticEuler", "<EulerExplicitSolver/>", {{0.9, -1}, {0.71, -1.9}}},
    {"ForwardEuler", "<EulerExplicitSolver symplectic='0'/>", {{1, -1}, {0.9, -2}}},
    {"RungeKutta2", "<RungeKutta2Solver/>", {{0.95, -1}}},
    {"RungeKutta4", "<RungeKutta4Solver/>", {{0.9504166667, -0.9833333333}}},
    {"CentralDifference", "<CentralDifferenceSolver/>", {{0.9, -1}, {0.71, -1.9}}},
    {"CentralDifferenceRayleigh", "<CentralDifferenceSolver rayleighMass='0.5'/>", {{0.9024390244, -0.9756097561}}},
    {"Newmark", "<NewmarkImplicitSolver/>", {{0.9512195122, -0.9756097561}, {0.8096371208, -1.8560380726}}},
    {"Variational", "<VariationalSymplecticSolver/>", {{0.9512195122, -0.4878048780}, {0.8096371208, -1.4158239143}}},
    // p' = p + h f, v' = p' / m: the steps of the symplectic Euler method.
    {"VariationalExplicit", "<VariationalSymplecticSolver explicitIntegration='1'/>", {{0.9, -1}, {0.71, -1.9}}},
    // a = f + p/h - r v: p = 0 and v = 0 at first; then a = -9 - 10 + 0.5.
    {"VariationalExplicitRayleigh",
     "<VariationalSymplecticSolver explicitIntegration='1' rayleighMass='0.5'/>",
     {{0.9, -1}, {0.715, -1.85}}},
    // (4/h^2 + 4 rM/h + (1 + 4 rK/h) k) d = -k x, v' = 2 d / h: 400 + 4 + 50 = 454.
    {"VariationalRayleigh",
     "<VariationalSymplecticSolver rayleighMass='0.1' rayleighStiffness='0.1' steps='1'/>",
     {{1 - 20 / 454.0, -200 / 454.0}}},
    {"Bdf1", "<BDFOdeSolver/>", {{0.9090909091, -0.9090909091}, {0.7438016529, -1.6528925620}}},
    {"Bdf2",
     "<BDFOdeSolver order='2'/>",
     {{0.9090909091, -0.9090909091}, {0.8123791103, -1.4506769826}, {0.6852133833, -1.9074859048}}},
    // Velocities decay after the position was moved.
    {"EulerImplicitDamped", "<EulerImplicitSolver vdamping='2'/>", {{0.9090909091, -0.9090909091 * std::exp(-0.2)}}},
    {"NewmarkDamped", "<NewmarkImplicitSolver vdamping='2'/>", {{0.9512195122, -0.9756097561 * std::exp(-0.2)}}},
};

class OneParticle : public testing::TestWithParam<Case> {};

TEST_P(OneParticle, MovesAsComputedByHand) {
  expectMotion(motion(GetParam().solver + exactSolver + newton, 3), GetParam().expected);
}

TEST_P(OneParticle, MovesTheSameIfTheSpringIsOnAMappedState) {
  const std::string body = particle + unitMass + "<Node><MechanicalObject template='Vec1' rest_position='0'/>" +
                           "<IdentityMapping template='Vec1,Vec1'/>" + spring + "</Node>";
  expectMotion(motion(GetParam().solver + exactSolver + newton, 3, body), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Solvers, OneParticle, testing::ValuesIn(cases),
                         [](const auto& c) { return std::string(c.param.name); });

TEST(Rayleigh, OfAForceFieldActsOnTheMatrixOnly) {
  const std::string damped = "<RestShapeSpringsForceField stiffness='10' rayleighStiffness='0.1'/>";
  expectMotion(motion("<EulerImplicitSolver/>" + exactSolver, 2, particle + unitMass + damped),
               {{0.9166666667, -0.8333333333}, {0.7638888889, -1.5277777778}});
}

TEST(Newmark, WeighsAccelerationsByGammaAndBeta) {
  // a = -10; (1 + h^2 beta k) a' = -k (x + h^2 (1/2 - beta) a) with beta = 0.3, gamma = 0.6: 1.03 a' = -9.8
  const double a = -9.8 / 1.03;
  expectMotion(motion("<NewmarkImplicitSolver gamma='0.6' beta='0.3'/>" + exactSolver, 1),
               {{1 + 0.01 * (0.2 * -10 + 0.3 * a), 0.1 * (0.4 * -10 + 0.6 * a)}});
}

TEST(Newmark, AppliesItsRayleighDamping) {
  // C = rM + rK k = 0.1 + 1; (1 + h C / 2 + h^2 k / 4) a' = -k (x + h^2 a / 4) - C h a / 2
  const double c = 1.1, a = (-10 * (1 - 0.025) + c * 0.5) / (1 + 0.05 * c + 0.025);
  expectMotion(motion("<NewmarkImplicitSolver rayleighMass='0.1' rayleighStiffness='0.1'/>" + exactSolver, 1),
               {{1 + 0.0025 * (-10 + a), 0.05 * (-10 + a)}});
}

TEST(Newmark, StartsAgainFromTheForcesAfterAReset) {
  const tests::Scene scene("<NewmarkImplicitSolver/>" + exactSolver + particle + unitMass + spring);
  scene.step(3);
  simulation::reset(*scene.root);
  scene.step();
  expectMotion({of(scene)}, {{0.9512195122, -0.9756097561}});
}

TEST(Bdf, StartsAgainWithOrderOneAfterAReset) {
  const tests::Scene scene("<BDFOdeSolver order='2'/>" + newton + exactSolver + particle + unitMass + spring);
  scene.step(3);
  simulation::reset(*scene.root);
  scene.step();
  expectMotion({of(scene)}, {{0.9090909091, -0.9090909091}});
}

TEST(Bdf, DampsByRayleigh) {
  // (1 + h rM + h rK k + h^2 k) v' = -h k x: the damping acts on the new velocity.
  const double v = -1 / (1 + 0.01 + 0.1 + 0.1);
  expectMotion(motion("<BDFOdeSolver rayleighMass='0.1' rayleighStiffness='0.1'/>" + newton + exactSolver, 1),
               {{1 + 0.1 * v, v}});
}

// Gravity alone: v_n = n h g; positions are sums of the velocities they were moved by.
TEST(FreeFall, MovesByTheNewVelocity) {
  for (const char* solver : {"<EulerImplicitSolver/>", "<EulerExplicitSolver/>",
                             "<EulerExplicitSolver symplectic='0'/>", "<CentralDifferenceSolver/>"}) {
    const tests::Scene scene(
        solver + exactSolver + "<MechanicalObject position='1 2 3'/><UniformMass vertexMass='0.7'/>",
        "dt='0.1' gravity='0 -10 0'");
    const int n = 7;
    scene.step(n);
    const bool isForward = std::string(solver).find("symplectic") != std::string::npos;
    const auto& state = scene.state<type::Vec3Types>();
    EXPECT_NEAR(state.velocities()[0].y(), -n, 1e-12) << solver;
    EXPECT_NEAR(state.positions()[0].y(), 2 - 0.1 * n * (isForward ? n - 1 : n + 1) / 2, 1e-12) << solver;
  }
}

TEST(FreeFall, SeparateGravityActsOnThePositionOfTheNextStep) {
  for (const char* solver : {"<EulerImplicitSolver/>", "<NewmarkImplicitSolver/>"}) {
    const tests::Scene scene(
        solver + exactSolver + "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='1' separateGravity='1'/>",
        "dt='0.1' gravity='0 -10 0'");
    scene.step();
    const auto& state = scene.state<type::Vec3Types>();
    EXPECT_EQ(state.positions()[0].y(), 0) << solver;
    EXPECT_NEAR(state.velocities()[0].y(), -1, 1e-14) << solver;
    scene.step();
    EXPECT_NEAR(state.positions()[0].y(), -0.1, 1e-14) << solver;
  }
}

// Masses that are not lumped, or lie on a mapped state, make a linear system of the explicit solver.
TEST(EulerExplicit, SolvesForTheAccelerationIfTheMassIsMapped) {
  const std::string body = particle + spring +
                           "<Node><MechanicalObject template='Vec1'/><IdentityMapping "
                           "template='Vec1,Vec1'/>" +
                           unitMass + "</Node>";
  expectMotion(motion("<EulerExplicitSolver/>" + exactSolver, 2, body), {{0.9, -1}, {0.71, -1.9}});
  expectMotion(motion("<EulerImplicitSolver/>" + exactSolver, 2, body),
               {{0.9090909091, -0.9090909091}, {0.7438016529, -1.6528925620}});
}

TEST(EulerExplicit, SolvesWithTheConsistentMassOfATriangle) {
  // Area 1/2 and density 24: M = I + (1 1 1)(1 1 1)^T, M^-1 = I - (1 1 1)(1 1 1)^T / 4; a force 4 on the first point
  // alone gives accelerations 3, -1, -1.
  const tests::Scene scene(
      "<EulerExplicitSolver/>" + exactSolver +
      "<TriangleSetTopologyContainer position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>"
      "<TriangleSetGeometryAlgorithms template='Vec3'/><MechanicalObject/><MeshMatrixMass massDensity='24'/>"
      "<ConstantForceField indices='0' forces='0 0 4'/>");
  scene.step();
  const auto& v = scene.state<type::Vec3Types>().velocities();
  EXPECT_NEAR(v[0].z(), 0.3, 1e-13);
  EXPECT_NEAR(v[1].z(), -0.1, 1e-13);
  EXPECT_NEAR(v[2].z(), -0.1, 1e-13);
}

TEST(EulerExplicit, FindsItsLinearSolverInAnAncestor) {
  const tests::Scene scene(exactSolver + "<Node><EulerExplicitSolver/>" + particle + spring +
                           "<Node><MechanicalObject template='Vec1'/><IdentityMapping template='Vec1,Vec1'/>" +
                           unitMass + "</Node></Node>");
  scene.step();
  EXPECT_NEAR(scene.mapped<type::Vec1Types>().positions()[0][0], 0.9, 1e-13);
}

TEST(DampVelocity, ScalesVelocitiesAndStopsSlowOnes) {
  const tests::Scene scene(
      "<DampVelocitySolver rate='3' threshold='0.5'/><MechanicalObject position='0 0 0 1 0 0' velocity='1 0 0 0.6 0 "
      "0'/>");
  scene.step();
  const auto& state = scene.state<type::Vec3Types>();
  EXPECT_NEAR(state.velocities()[0].x(), std::exp(-0.3), 1e-15);
  EXPECT_EQ(state.velocities()[1].x(), 0);  // 0.6 exp(-0.3) = 0.444
  EXPECT_EQ(state.positions()[1].x(), 1);
}

TEST(DampVelocity, FollowsTheSolverThatStandsBeforeIt) {
  expectMotion(motion("<EulerImplicitSolver/><DampVelocitySolver rate='2'/>" + exactSolver, 1),
               {{0.9090909091, -0.9090909091 * std::exp(-0.2)}});
}

}  // namespace
}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using component::odesolver::IncrementalPotentialSolver;
using type::Vec3Types;

const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";

/// A square of n x n cells of 1 m in the plane z = 0, cut along diagonals by turns: triangles and positions.
std::string cloth(int n, const std::string& fields) {
  std::string points, triangles, corners;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) points += fmt::format("{} {} 0 ", i / double(n) - 0.5, j / double(n) - 0.5);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = i + j * (n + 1), b = a + 1, c = a + n + 1, d = c + 1;
      triangles += (i + j) % 2 == 0 ? fmt::format("{} {} {}  {} {} {} ", a, b, d, a, d, c)
                                    : fmt::format("{} {} {}  {} {} {} ", a, b, c, b, d, c);
    }
  return fmt::format(
      "<TriangleSetTopologyContainer position='{}' triangles='{}'/><MechanicalObject template='Vec3d' position='{}'/>"
      "<RestShapeSpringsForceField points='0 {}' stiffness='1e6'/>{}",
      points, triangles, points, n, fields);
}

/// A bar of n x n x m cubes of `side`, hanging from z = 0: tetrahedra and positions.
std::string bar(int n, int m, double side, const std::string& fields) {
  constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  std::string points, tetrahedra, top;
  for (int k = 0; k <= m; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) points += fmt::format("{} {} {} ", i * side, j * side, -k * side);
  const int row = n + 1, layer = row * row;
  for (int i = 0; i < layer; ++i) top += fmt::format("{} ", i);
  for (int k = 0; k < m; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int o = i + j * row + (k + 1) * layer;
        const int h[8] = {o,         o + 1,         o + row + 1,         o + row,
                          o - layer, o - layer + 1, o - layer + row + 1, o - layer + row};
        for (const auto& t : split) tetrahedra += fmt::format("{} {} {} {}  ", h[t[0]], h[t[1]], h[t[2]], h[t[3]]);
      }
  return fmt::format(
      "<TetrahedronSetTopologyContainer position='{}' tetrahedra='{}'/><MechanicalObject template='Vec3d' "
      "position='{}'/>"
      "<FixedProjectiveConstraint indices='{}'/>{}",
      points, tetrahedra, points, top, fields);
}

double lowest(const Scene& scene) {
  double z = 0;
  for (const auto& x : scene.state<Vec3Types>().positions()) z = std::min(z, x.z());
  return z;
}

TEST(IncrementalPotentialSolver, freeFallIsThatOfBackwardEuler) {
  const Scene scene("<IncrementalPotentialSolver residual_tolerance_abs='1e-10' step_tolerance='1e-12'/>" + direct +
                        "<MechanicalObject template='Vec3d' position='0 0 0'/><UniformMass vertexMass='2'/>",
                    "dt='0.01' gravity='0 0 -9.81'");
  scene.step(100);
  EXPECT_NEAR(scene.state<Vec3Types>().velocities()[0].z(), -9.81, 1e-8);
  EXPECT_NEAR(scene.state<Vec3Types>().positions()[0].z(), -9.81 * 1 * 1.01 / 2, 1e-8);
  EXPECT_EQ(scene.first<IncrementalPotentialSolver>().d_iterations.value(), 1u);
}

TEST(IncrementalPotentialSolver, fallsAtAnyScaleOfTimeAndMass) {
  for (const double h : {1e-2, 1e-3, 1e-5, 1e-8})
    for (const double mass : {1e6, 1.0, 1e-9}) {
      const Scene scene("<IncrementalPotentialSolver/>" + direct +
                            fmt::format("<MechanicalObject position='0 0 0  5 0 0'/><UniformMass vertexMass='{}'/>"
                                        "<SpringForceField spring='0 1 {} 0 5'/>",
                                        mass, 10 * mass),
                        fmt::format("dt='{}' gravity='0 -10 0'", h));
      scene.step(3);
      for (const auto& v : scene.state<Vec3Types>().velocities()) EXPECT_NEAR(v.y() / (-30 * h), 1, 1e-9) << h << mass;
      EXPECT_EQ(scene.first<IncrementalPotentialSolver>().d_subSteps.value(), 1u);
    }
}

TEST(IncrementalPotentialSolver, aBodyAtRestStaysWithoutManyIterations) {
  const Scene scene("<IncrementalPotentialSolver/>" + direct +
                        cloth(4,
                              "<DiagonalMass massDensity='.2'/><NeoHookeanMembraneForceField youngModulus='1e6'/>"
                              "<QuadraticBendingForceField stiffness='1e-6'/>"),
                    "dt='0.03' gravity='0 0 0'");
  for (int i = 0; i < 5; ++i) {
    scene.step();
    EXPECT_LE(scene.first<IncrementalPotentialSolver>().d_iterations.value(), 4u);
    EXPECT_EQ(scene.first<IncrementalPotentialSolver>().d_subSteps.value(), 1u);
  }
}

TEST(IncrementalPotentialSolver, massesOfMappedStatesHaveInertia) {
  const Scene scene("<IncrementalPotentialSolver/>" + direct +
                        "<MechanicalObject position='0 0 0'/><UniformMass vertexMass='.5'/>"
                        "<Node name='m'><MechanicalObject name='p'/><UniformMass vertexMass='4'/><IdentityMapping/>"
                        "<ConstantForceField indices='0' forces='9 0 0'/></Node>",
                    "dt='0.01' gravity='0 -10 0'");
  scene.step();
  EXPECT_NEAR(scene.state<Vec3Types>().velocities()[0].y(), -0.1, 1e-12);
  EXPECT_NEAR(scene.state<Vec3Types>().velocities()[0].x(), 0.01 * 9 / 4.5, 1e-12);
}

/// A dumb-bell of masses that a body without inertia to speak of carries: its centre of mass, where no mass is, stays.
TEST(IncrementalPotentialSolver, carriedMassesTurnAboutTheirCentre) {
  const auto driftAfter = [](double h) {
    const Scene scene("<IncrementalPotentialSolver/>" + direct +
                          "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='0 0 0 0 0 1'/>"
                          "<UniformMass vertexMass='1e-6 1 .01 0 0 0 .01 0 0 0 .01'/>"
                          "<Node name='m'><MechanicalObject name='p' position='0 0 0  2 0 0'/>"
                          "<UniformMass vertexMass='1'/><RigidMapping/></Node>",
                      fmt::format("dt='{}' gravity='0 0 0'", h));
    scene.step(static_cast<int>(std::lround(1 / h)));
    const auto& x = scene.mapped<Vec3Types>().positions();
    // The masses start with the velocities 0 and (0 2 0): after 1 s the centre is at (1 1 0).
    return ((x[0] + x[1]) / 2 - type::Vec3(1, 1, 0)).norm();
  };
  const double coarse = driftAfter(0.01), fine = driftAfter(0.005);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.6 * coarse);
}

TEST(IncrementalPotentialSolver, prescribedMotionIsThatOfTheEndOfTheStep) {
  const auto scene = [](const std::string& solver, const std::string& constraint) {
    return std::make_unique<Scene>(solver + direct +
                                       "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='1'/>"
                                       "<SpringForceField spring='0 1 100 0 1'/>" +
                                       constraint,
                                   "dt='0.1' gravity='0 0 0'");
  };
  const std::string incremental = "<IncrementalPotentialSolver/>",
                    equilibrium = "<StaticSolver/><NewtonRaphsonSolver maxNbIterationsNewton='20'/>",
                    held = "<FixedProjectiveConstraint indices='1'/>",
                    onAxis = "<PartialFixedProjectiveConstraint indices='1' fixedDirections='0 1 1'/>";
  for (const auto& solver : {incremental, equilibrium}) {
    const auto keyed = scene(solver,
                             "<LinearMovementProjectiveConstraint indices='0' keyTimes='0 1' "
                             "movements='0 0 0  .5 0 0'/>" +
                                 (solver == incremental ? held : onAxis));
    const auto ramp = scene(solver,
                            "<LinearVelocityProjectiveConstraint indices='0' keyTimes='0 10' "
                            "velocities='.5 0 0  .5 0 0'/>" +
                                (solver == incremental ? held : onAxis));
    // A constraint of velocities has done a step when the scene is initialised.
    const double start = ramp->state<Vec3Types>().positions()[0].x();
    for (int i = 1; i <= 8; ++i) {
      keyed->step();
      ramp->step();
      EXPECT_NEAR(keyed->state<Vec3Types>().positions()[0].x(), 0.05 * i, 1e-12) << solver << i;
      EXPECT_NEAR(ramp->state<Vec3Types>().positions()[0].x(), start + 0.05 * i, 1e-12) << solver << i;
      // The other end of the spring follows in the same step.
      const double follower = solver == equilibrium ? 1 + 0.05 * i : 1;
      EXPECT_NEAR(keyed->state<Vec3Types>().positions()[1].x(), follower, 1e-9) << solver << i;
    }
  }
}

TEST(IncrementalPotentialSolver, refusesByNameWhatHasNoEnergy) {
  const std::string state = "<MechanicalObject template='Vec3d' position='0 0 0  2 0 0'/><UniformMass vertexMass='1'/>";
  for (const std::string force :
       {"<UniformVelocityDampingForceField name='drag' dampingCoefficient='1'/>",
        "<SpringForceField name='drag' spring='0 1 10 1 1'/>", "<PlaneForceField name='drag' normal='0 1 0' d='-1'/>",
        "<SpringForceField name='drag' spring='0 1 10 0 1' rayleighStiffness='.1'/>"}) {
    CapturedMessages messages;
    const Scene scene("<IncrementalPotentialSolver/>" + direct + state + force);
    EXPECT_EQ(messages.errors("/drag"), 1u) << force;
    scene.step();
    EXPECT_EQ(scene.state<Vec3Types>().positions()[0], type::Vec3(0, 0, 0)) << "a refused scene stands still";
  }
  CapturedMessages messages;
  const Scene scene("<IncrementalPotentialSolver/>" + direct + state +
                    "<SpringForceField spring='0 1 10 0 1'/><PlaneForceField normal='0 1 0' d='-1' damping='0'/>");
  EXPECT_EQ(messages.errors(), 0u);
}

TEST(IncrementalPotentialSolver, aHangingBarStretchesByItsWeight) {
  // rho g L^2 / (2 E): 5 mm.
  const Scene scene(
      "<IncrementalPotentialSolver rayleighMass='20' residual_tolerance_abs='1e-9' step_tolerance='1e-10'/>" + direct +
          bar(1, 10, 0.1,
              "<DiagonalMass massDensity='1000'/><StableNeoHookeanForceField youngModulus='1e5' poissonRatio='.01'/>"),
      "dt='1' gravity='0 0 -1'");
  scene.step(30);
  const auto& x = scene.state<Vec3Types>().positions();
  double tip = 0;
  for (std::size_t i = x.size() - 4; i < x.size(); ++i) tip += x[i].z() / 4;
  EXPECT_NEAR(tip, -1.005, 3e-5);
}

TEST(IncrementalPotentialSolver, largeStepsOfStiffClothStayStable) {
  const Scene scene("<IncrementalPotentialSolver rayleighMass='.1'/>" + direct +
                        cloth(8,
                              "<DiagonalMass massDensity='.2'/><NeoHookeanMembraneForceField youngModulus='5e3' "
                              "strainLimit='.1' strainLimitStiffness='1e6' damping='15'/>"
                              "<QuadraticBendingForceField stiffness='1e-6'/>"),
                    "dt='0.0333333333333333' gravity='0 0 -9.81'");
  auto& solver = scene.first<IncrementalPotentialSolver>();
  ASSERT_TRUE(solver.isValid());
  for (int i = 0; i < 30; ++i) {
    scene.step();
    EXPECT_EQ(solver.d_subSteps.value(), 1u);
    ASSERT_LT(solver.d_iterations.value(), 60u) << "step " << i;
  }
  EXPECT_LT(lowest(scene), -0.5);
  EXPECT_GT(lowest(scene), -1.6) << "the limit of the strain holds it";
}

TEST(IncrementalPotentialSolver, aStepThatFailsIsDivided) {
  const auto spring = [](const std::string& settings) {
    return "<IncrementalPotentialSolver " + settings + "/>" + direct +
           "<MechanicalObject template='Vec3d' position='0 0 0  1.5 1 0'/><UniformMass vertexMass='1'/>"
           "<FixedProjectiveConstraint indices='0'/><SpringForceField spring='0 1 1000 0 1'/>";
  };
  const Scene scene(spring("max_iterations='1'"), "dt='0.2' gravity='0 -10 0'");
  scene.step();
  auto& solver = scene.first<IncrementalPotentialSolver>();
  EXPECT_GT(solver.d_subSteps.value(), 1u);
  EXPECT_TRUE(std::isfinite(scene.state<Vec3Types>().positions()[1].y()));

  CapturedMessages messages;
  const Scene hopeless(spring("max_iterations='0' time_step_size_lower_bound='.05'"), "dt='0.2' gravity='0 -10 0'");
  hopeless.step();
  EXPECT_EQ(messages.errors("does not converge"), 1u);
  EXPECT_EQ(hopeless.state<Vec3Types>().positions()[1], type::Vec3(1.5, 1, 0));
}

// Factors are those of the end of each step, as for every implicit integrator.
TEST(IncrementalPotentialSolver, loadsOverTimeAreThoseOfTheEndOfAStep) {
  const Scene scene(
      "<IncrementalPotentialSolver/>" + direct +
          "<RegularGridTopology name='grid' n='2 2 2' min='0 0 0' max='1 1 1'/>"
          "<HexahedronSetTopologyContainer position='@grid.position' hexahedra='@grid.hexahedra'/>"
          "<MechanicalObject template='Vec3d' position='@grid.position'/><UniformMass totalMass='8'/>"
          "<SolidSurfaceForceField template='Vec3d,Hexahedron' totalForce='8 0 0' times='0 .03 .06' factors='0 1 4'/>",
      "dt='0.03' gravity='0 0 0'");
  const auto momentum = [&] {
    double sum = 0;
    for (const auto& v : scene.state<Vec3Types>().velocities()) sum += v.x();
    return sum;
  };
  scene.step();
  EXPECT_NEAR(momentum(), 8 * 0.03 * 1, 1e-10);
  scene.step();
  EXPECT_NEAR(momentum(), 8 * 0.03 * (1 + 4), 1e-10);
}

TEST(IncrementalPotentialSolver, aCompressedSpringOpens) {
  // Compressed to a third, the exact tangent across the spring is negative.
  for (const std::string mode : {"ProjectOnDemand", "ProjectedNewton"}) {
    const Scene scene(
        "<IncrementalPotentialSolver projection_mode='" + mode + "'/>" + direct +
            "<MechanicalObject template='Vec3d' position='0 0 0  .3 .01 0'/><UniformMass vertexMass='.01'/>"
            "<FixedProjectiveConstraint indices='0'/><SpringForceField spring='0 1 1000 0 1'/>",
        "dt='0.1' gravity='0 0 0'");
    scene.step();
    EXPECT_EQ(scene.first<IncrementalPotentialSolver>().d_subSteps.value(), 1u) << mode;
    EXPECT_NEAR(scene.state<Vec3Types>().positions()[1].norm(), 1, 0.05) << mode;
  }
}

}  // namespace
}  // namespace sofa::tests

// SPDX-License-Identifier: Apache-2.0
// Fluids of particles: forces between them, what adds them and takes them out, and their surface.
#include <numbers>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Fluid/SPHFluidForceField.h"
#include "Sofa/Component/Fluid/SphKernels.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::fluid {
namespace {

using test::expectNear;
using test::ForceScene;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;
using type::Vec3Types;

constexpr double pi = std::numbers::pi;
const std::string grid = "<SpatialGridContainer cellWidth='2'/>";
const std::string cloud =
    "<MechanicalObject position='0 0 0  .4 .1 0  .1 .5 .2  -.3 .2 .4  .2 -.4 .3  5 5 5' "
    "velocity='1 0 0  0 1 0  -1 0 .5  .3 .2 .1  0 0 -1  1 1 1'/>";

TEST(SphKernels, DensitiesIntegrateToOne) {
  for (const bool cubic : {false, true}) {
    const double h = 1.7;
    const SphKernels kernel(h, cubic);
    const int steps = 4000;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
      const double q = (i + 0.5) / steps;
      sum += 4 * pi * q * q * h * h * h * kernel.density(q) / steps;
    }
    EXPECT_NEAR(sum, 1, 1e-5) << cubic;
    EXPECT_EQ(kernel.density(1), 0);
  }
}

TEST(SphKernels, GradientsAndLaplaciansAreDerivatives) {
  const double h = 0.8, step = 1e-4;
  for (const bool cubic : {false, true}) {
    const SphKernels kernel(h, cubic);
    for (const double q : {0.2, 0.45, 0.6, 0.9}) {
      const double r = q * h, before = kernel.density((r - step) / h), here = kernel.density(q),
                   after = kernel.density((r + step) / h);
      const double first = (after - before) / (2 * step), second = (after - 2 * here + before) / (step * step);
      EXPECT_NEAR(kernel.densityGradient(q) * r, first, 1e-4 * std::abs(first)) << q;
      EXPECT_NEAR(kernel.densityLaplacian(q), second + 2 / r * first, 1e-4 * std::abs(second) + 1e-4) << q;
    }
  }
}

// Two particles at half of the support, cubic spline: W(0) = 8 / pi h^3, W(1/2) = 2 / pi h^3, and the gradient there
// is -24 / pi h^5 times the difference of positions.
TEST(SPHFluidForceField, OfTwoParticles) {
  const ForceScene scene(
      "<MechanicalObject position='0 0 0  1 0 0'/><SpatialGridContainer cellWidth='2'/>"
      "<SPHFluidForceField radius='2' mass='3' density='0.5' pressure='10' kernelType='1' viscosity='0'/>");
  EXPECT_EQ(scene.errors, 0u);
  const double density = 3 * (8 + 2) / (pi * 8), pressure = 10 * (density - 0.5);
  const double force = 9 * 2 * pressure / (density * density) * 24 / (pi * 32);
  expectNear(scene.forces(), {-force, 0, 0, force, 0, 0}, 1e-12);
}

TEST(SPHFluidForceField, ForcesBalanceWithAnyOptions) {
  for (const std::string kernel : {"0", "1"})
    for (const std::string viscosity : {"0", "1", "2"})
      for (const std::string tension : {"0", "3"}) {
        const ForceScene scene(cloud + grid + "<SPHFluidForceField radius='1' viscosity='2' kernelType='" + kernel +
                               "' viscosityType='" + viscosity + "' surfaceTension='0'/>");
        const auto f = scene.forces();
        for (std::size_t k = 0; k < 3; ++k) {
          double sum = 0;
          for (std::size_t i = 0; i < f.size() / 3; ++i) sum += f[3 * i + k];
          EXPECT_NEAR(sum, 0, 1e-9);
        }
        EXPECT_EQ(f[15], 0) << "it is alone";
        const ForceScene tense(cloud + grid + "<SPHFluidForceField radius='1' viscosity='2' kernelType='" + kernel +
                               "' viscosityType='" + viscosity + "' surfaceTension='" + tension + "'/>");
        EXPECT_EQ(tense.forces() == f, tension == "0");
      }
}

// Artificial viscosity acts on particles that approach only, and slows them down.
TEST(SPHFluidForceField, ArtificialViscosity) {
  const auto forceAt = [](const std::string& velocity) {
    const ForceScene scene("<MechanicalObject position='0 0 0  1 0 0' velocity='" + velocity +
                           "'/><SpatialGridContainer cellWidth='2'/><SPHFluidForceField radius='2' viscosity='5' "
                           "viscosityType='2' pressure='0'/>");
    return scene.forces()[0];
  };
  EXPECT_EQ(forceAt("0 0 0 0 0 0"), 0);
  EXPECT_EQ(forceAt("-1 0 0 1 0 0"), 0);
  EXPECT_LT(forceAt("1 0 0 -1 0 0"), 0);
}

TEST(SPHFluidForceField, BadInput) {
  EXPECT_EQ(ForceScene("<MechanicalObject/><SPHFluidForceField/>").errors, 1u) << "no grid";
  EXPECT_EQ(ForceScene("<MechanicalObject/>" + grid + "<SPHFluidForceField radius='-1'/>").errors, 1u);
  EXPECT_EQ(ForceScene("<MechanicalObject/>" + grid + "<SPHFluidForceField kernelType='7'/>").errors, 1u);
  EXPECT_EQ(ForceScene("<MechanicalObject/><SpatialGridContainer cellWidth='.1'/><SPHFluidForceField/>").warnings, 1u);
  EXPECT_EQ(ForceScene("<MechanicalObject template='Vec2d'/><SPHFluidForceField/>").errors, 0u) << "in the plane";
}

TEST(ParticlesRepulsionForceField, PushesAndDamps) {
  const ForceScene scene("<MechanicalObject position='0 0 0  .5 0 0  3 0 0' velocity='0 0 0  0 2 0  0 0 0'/>" + grid +
                         "<ParticlesRepulsionForceField stiffness='10' damping='3'/>");
  expectNear(scene.forces(), {-5, 3, 0, 5, -3, 0, 0, 0, 0}, 1e-12);
  EXPECT_EQ(ForceScene("<MechanicalObject/>" + grid + "<ParticlesRepulsionForceField distance='0'/>").errors, 1u);
}

// Along the line between two points the tangent is the derivative; across it the force's turn is left out.
TEST(ParticlesRepulsionForceField, TangentAlongTheLine) {
  const ForceScene scene("<MechanicalObject position='0 0 0  .3 .4 0'/>" + grid +
                         "<ParticlesRepulsionForceField stiffness='10'/>");
  scene.linearise();
  expectNear(scene.product(std::vector<double>{0, 0, 0, .03, .04, 0}, 1, 0), {.3, .4, 0, -.3, -.4, 0}, 1e-12);
  expectNear(scene.product(std::vector<double>{0, 0, 0, -.04, .03, 0}, 1, 0), {0, 0, 0, 0, 0, 0}, 1e-12);
}

std::string source(const std::string& attributes, bool withMesh) {
  return "<EulerExplicitSolver/><MechanicalObject/><UniformMass vertexMass='1'/>" +
         std::string(withMesh ? "<PointSetTopologyContainer/><PointSetTopologyModifier/>" : "") +
         "<ParticleSource center='0 0 0  1 0 0' velocity='0 1 0' delay='0.25' " + attributes + "/>";
}

TEST(ParticleSource, AddsABatchEveryDelay) {
  for (const bool withMesh : {false, true}) {
    const CapturedMessages messages;
    const Scene scene(source("translation='0 0 5' radius='.1 0 0' addNoise='0'", withMesh),
                      "dt='0.125' gravity='0 -10 0'");
    const auto& state = scene.state<Vec3Types>();
    scene.step(2);
    EXPECT_EQ(state.size(), 1u);
    scene.step(1);  // begins at 0.25: the point that was there is no particle
    ASSERT_EQ(state.size(), 2u);
    EXPECT_LT((state.positions()[0] - Vec3(.1, 0, 5)).norm(), 1e-12);
    EXPECT_LT((state.velocities()[1] - Vec3(0, 1, 0)).norm(), 1e-12) << "gravity does not act on those that leave";
    scene.step(2);
    EXPECT_EQ(state.size(), 4u);
    scene.step(4);
    EXPECT_EQ(state.size(), 8u);
    EXPECT_LT(state.velocities()[0].y(), 1) << "the older ones fall";
    EXPECT_EQ(messages.warnings() + messages.errors(), 0u);
    simulation::reset(*scene.root);
    EXPECT_EQ(state.size(), 1u);
    scene.step(3);
    EXPECT_EQ(state.size(), 2u);
  }
}

TEST(ParticleSource, NoiseIsTheSameInEachRun) {
  std::vector<Vec3> first;
  for (int run = 0; run < 2; ++run) {
    const Scene scene(source("radius='1 1 1'", false), "dt='0.125' gravity='0 0 0'");
    scene.step(5);
    const auto& x = scene.state<Vec3Types>().positions();
    ASSERT_EQ(x.size(), 4u);
    EXPECT_NE(x[0].x(), x[1].x() - 1);
    if (run == 1) {
      EXPECT_EQ(x, first);
    }
    first = x;
  }
}

// Those that keep their velocity are known by their numbers, which change with the particles that a sink takes out and
// with those that a grid sorts.
TEST(ParticleSource, KnowsItsParticlesByTheirNewNumbers) {
  const Scene scene(
      "<EulerExplicitSolver/><PointSetTopologyContainer/><PointSetTopologyModifier/><MechanicalObject/><UniformMass "
      "vertexMass='1'/><ParticleSource center='5 0 0  -9 0 0' velocity='0 -4 0' delay='0.25'/><ParticleSink d0='-9' "
      "d1='-1.2'/><SpatialGridContainer sortPoints='1'/>",
      "dt='0.125' gravity='0 -10 0'");
  const auto& state = scene.state<Vec3Types>();
  for (int i = 0; i < 20; ++i) {
    scene.step();
    if (state.size() == 1) continue;  // the point that the state begins with
    int right = 0;
    for (const auto& p : state.positions()) right += p.x() > 0 ? 1 : -1;
    EXPECT_EQ(right, 0) << "both centres give the same, and none takes the place of another";
  }
  EXPECT_GT(state.size(), 2u);
  EXPECT_LT(state.size(), 9u);
}

TEST(ParticleSource, BadInput) {
  const CapturedMessages messages;
  const Scene scene("<MechanicalObject/><ParticleSource delay='0'/>");
  scene.step(3);
  EXPECT_EQ(messages.errors("delay is 0"), 1u);
}

TEST(ParticleSink, StopsAndTakesOut) {
  const Scene scene(
      "<EulerExplicitSolver/><PointSetTopologyContainer position='0 3 0  1 .5 0  2 -2 0  3 4 0'/>"
      "<PointSetTopologyModifier/><MechanicalObject position='0 3 0  1 .5 0  2 -2 0  3 4 0' velocity='0 -1 0  0 -1 0  "
      "0 -1 0  0 -1 0'/>"
      "<UniformMass vertexMass='1'/><ParticleSink d0='1' d1='-1'/>");
  const auto& state = scene.state<Vec3Types>();
  ASSERT_EQ(state.size(), 4u);
  scene.step();
  ASSERT_EQ(state.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(state.velocities()[i].y() == 0, state.positions()[i].y() < 1);
}

TEST(ParticleSink, NeedsAMeshThatChanges) {
  const CapturedMessages messages;
  const Scene scene("<MechanicalObject/><ParticleSink/>");
  EXPECT_EQ(messages.errors("no mesh that can change"), 1u);
}

TEST(SpatialGridContainer, SortsPointsByTheirCells) {
  const Scene scene(
      "<MechanicalObject position='9 0 0  .1 0 0  9.1 0 0  .2 0 0' velocity='1 0 0  2 0 0  3 0 0  4 0 0'/>"
      "<SpatialGridContainer sortPoints='1'/><SpatialGridPointModel/>");
  scene.step();
  const auto& state = scene.state<Vec3Types>();
  const std::vector<Vec3> sorted{{.1, 0, 0}, {.2, 0, 0}, {9, 0, 0}, {9.1, 0, 0}};
  EXPECT_EQ(state.positions(), sorted);
  EXPECT_EQ(state.velocities()[0].x(), 2);
}

TEST(SpatialGridPointModel, AsksForSortedPoints) {
  const CapturedMessages messages;
  const Scene scene("<MechanicalObject/><SpatialGridContainer/><SpatialGridPointModel/>");
  EXPECT_EQ(messages.errors("does not sort its points"), 1u);
}

TEST(SPHFluidSurfaceMapping, IsWhereTheSumIsTheLevel) {
  const Scene scene(
      "<MechanicalObject name='m'/><Node name='skin'><OglModel name='v'/>"
      "<SPHFluidSurfaceMapping input='@../m' output='@v' radius='1' step='.05' isoValue='.3'/></Node>");
  const double expected = std::sqrt(1 - std::cbrt(.3));
  auto* skin = scene.root->down<core::BaseMapping>()->outputs()[0];
  ASSERT_GT(skin->size(), 100u);
  for (std::size_t i = 0; i < skin->size(); ++i) EXPECT_NEAR(skin->pointPosition(i).norm(), expected, 2e-3);
}

// With a force field the default of isoValue is half of the density that the particle has at itself.
TEST(SPHFluidSurfaceMapping, TakesDensitiesIntoAccount) {
  const Scene scene(
      "<MechanicalObject name='m'/><SpatialGridContainer/><SPHFluidForceField mass='2'/>"
      "<Node name='skin'><OglModel name='v'/><SPHFluidSurfaceMapping input='@../m' output='@v' radius='1' "
      "step='.05'/></Node>");
  const double expected = std::sqrt(1 - std::cbrt(.5));
  auto* skin = scene.root->down<core::BaseMapping>()->outputs()[0];
  ASSERT_GT(skin->size(), 100u);
  EXPECT_NEAR(skin->pointPosition(0).norm(), expected, 2e-3);
}

// The mesh of particles has no faces, which the visual model must not take for its own when it changes.
TEST(SPHFluidSurfaceMapping, StaysWhereParticlesAreAdded) {
  const Scene scene(
      "<EulerExplicitSolver/><PointSetTopologyContainer/><PointSetTopologyModifier/><MechanicalObject "
      "name='m'/><UniformMass vertexMass='1'/><ParticleSource center='0 0 0  1 0 0' delay='0.1'/>"
      "<Node name='skin'><OglModel name='v'/><SPHFluidSurfaceMapping input='@../m' output='@v' "
      "radius='1' step='.1'/></Node>");
  scene.step(3);
  auto* skin = scene.root->down<core::BaseMapping>()->outputs()[0];
  skin->updateVisual();
  const auto* triangles = dynamic_cast<core::Data<std::vector<type::Triangle>>*>(skin->findData("triangles"));
  ASSERT_TRUE(triangles);
  EXPECT_GT(triangles->value().size(), 100u);
}

}  // namespace
}  // namespace sofa::component::fluid

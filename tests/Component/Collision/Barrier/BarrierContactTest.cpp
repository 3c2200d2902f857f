// SPDX-License-Identifier: Apache-2.0
#include "Component/Collision/Barrier/BarrierScenes.h"
#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Geometry/Contact/LogBarrier.h"

namespace sofa::tests {
namespace {

using type::Vec3;
namespace vec = core::vec;

/// A sheet whose points are all fixed.
std::string floorNode(const MeshText& mesh) {
  return fmt::format(
      "<Node name='floor'><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
      "<MechanicalObject template='Vec3d' position='{0}'/><FixedProjectiveConstraint fixAll='1'/>"
      "<TriangleCollisionModel/></Node>",
      mesh.positions(), MeshText::indices(mesh.triangles));
}

std::string sheets() {
  MeshText lower = MeshText::sheet(3, 3, 1, 1, 0), upper = MeshText::sheet(2, 3, 0.9, 0.8, 0.03);
  for (auto* mesh : {&lower, &upper})
    for (std::size_t i = 0; i < mesh->x.size(); ++i)
      mesh->x[i] += 0.008 * Vec3(std::sin(3.0 * i), std::cos(5.0 * i), std::sin(7.0 * i));
  return clothNode("a", lower, 1, 1e5) + clothNode("b", upper, 1, 1e5);
}

TEST(BarrierContactForceField, forcesAreMinusTheGradientOfTheEnergy) {
  const BarrierScene scene(sheets(), "activationDistance='0.05' stiffness='1e4'", "gravity='0 0 0'");
  auto& field = scene.field();
  for (std::size_t b = 0; b < 2; ++b) {
    scene.forceOn(b);
    const auto forces = scene.body(b).derivs(vec::dforce);
    auto& x = scene.body(b).writeCoords(vec::position);
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        constexpr double h = 1e-7;
        const double there = x[i][k];
        x[i][k] = there + h;
        const double after = *field.potentialEnergy({});
        x[i][k] = there - h;
        const double before = *field.potentialEnergy({});
        x[i][k] = there;
        EXPECT_NEAR(-(after - before) / (2 * h), forces[i][k], 1e-4 * (1 + std::abs(forces[i][k])));
        largest = std::max(largest, std::abs(forces[i][k]));
      }
    EXPECT_GT(largest, 1);
  }
}

TEST(BarrierContactForceField, productsAreThoseOfFiniteDifferences) {
  const BarrierScene scene(sheets(), "activationDistance='0.05' stiffness='1e4'", "gravity='0 0 0'");
  auto& field = scene.field();
  constexpr double h = 1e-7;
  std::vector<std::vector<Vec3>> d(2), products(2), after(2);
  core::MechanicalParams params;
  params.kFactor = 1;
  field.lineariseAt(params, core::Linearisation::exact);
  for (std::size_t b = 0; b < 2; ++b) {
    auto& body = scene.body(b);
    body.allocate(vec::dx);
    body.allocate(vec::dforce);
    body.clear(vec::dforce);
    for (std::size_t i = 0; i < body.size(); ++i)
      d[b].push_back(body.writeDerivs(vec::dx)[i] = Vec3(std::cos(2.0 * i), std::sin(i + 1.0 * b), std::cos(i * i)));
  }
  field.accumulateDForce(params, vec::dforce);
  for (std::size_t b = 0; b < 2; ++b) products[b] = scene.body(b).derivs(vec::dforce);
  const auto moveAll = [&](double s) {
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t i = 0; i < d[b].size(); ++i) scene.body(b).writeCoords(vec::position)[i] += s * d[b][i];
  };
  moveAll(h);
  scene.forceOn(0);
  for (std::size_t b = 0; b < 2; ++b) after[b] = scene.body(b).derivs(vec::dforce);
  moveAll(-2 * h);
  scene.forceOn(0);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = 0; i < d[b].size(); ++i) {
      const Vec3 expected = (after[b][i] - scene.body(b).derivs(vec::dforce)[i]) / (2 * h);
      EXPECT_LT((products[b][i] - expected).norm(), 1e-4 * (100 + expected.norm())) << b << ' ' << i;
    }
}

/// What a positive definite tangent does to a displacement never costs less than nothing.
TEST(BarrierContactForceField, theProjectedTangentIsPositive) {
  const BarrierScene scene(sheets(), "activationDistance='0.05' stiffness='1e4'", "gravity='0 0 0'");
  core::MechanicalParams params;
  params.kFactor = 1;
  scene.field().lineariseAt(params, core::Linearisation::positiveDefinite);
  for (int trial = 0; trial < 50; ++trial) {
    double work = 0;
    for (std::size_t b = 0; b < 2; ++b) {
      auto& body = scene.body(b);
      body.allocate(vec::dx);
      body.allocate(vec::dforce);
      body.clear(vec::dforce);
      for (std::size_t i = 0; i < body.size(); ++i)
        body.writeDerivs(vec::dx)[i] =
            Vec3(std::sin(trial * i + 1.0), std::cos(trial + 3.0 * i), std::sin(i * i + trial));
    }
    scene.field().accumulateDForce(params, vec::dforce);
    for (std::size_t b = 0; b < 2; ++b) work += scene.body(b).dot(vec::dx, vec::dforce);
    EXPECT_LE(work, 1e-9);
  }
}

TEST(BarrierContactForceField, carriesTheWeightOfABody) {
  const BarrierScene scene(
      floorNode(MeshText::sheet(5, 5, 1, 1, 0)) +
          solidNode("block", MeshText::box(2, 2, 1, Vec3(-.2, -.2, .004), Vec3(.2, .2, .2)), 500, 1e6),
      "activationDistance='0.005'", "dt='0.02' gravity='0 0 -9.81'", "rayleighMass='20' tolerance='1e-5'");
  scene.stepFreely(60);
  const double weight = 500 * 0.4 * 0.4 * 0.196 * 9.81;
  EXPECT_NEAR(scene.forceOn(0).z() / -weight, 1, 2e-3);
}

/// The gap at rest is that of the pressure, whatever the meshes: 2 k x |b'(x^2)| = p with x = d / D.
TEST(BarrierContactForceField, thePressureAtAGapDoesNotDependOnTheMesh) {
  constexpr double distance = 5e-3, stiffness = 2000, pressure = 500 * 0.2 * 10;
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double x = (low + high) / 2;
    (-2 * stiffness * x * geometry::LogBarrier::at(x * x).slope > pressure ? low : high) = x;
  }
  for (const auto& [n, m] : {std::array{3, 3}, std::array{5, 4}, std::array{4, 6}}) {
    const BarrierScene scene(
        floorNode(MeshText::sheet(n, n, 1, 1, 0)) +
            solidNode("block", MeshText::box(m, m, 1, Vec3(-.5, -.5, .003), Vec3(.5, .5, .203)), 500, 1e8),
        fmt::format("activationDistance='{}' stiffness='{}'", distance, stiffness), "dt='0.02' gravity='0 0 -10'",
        "rayleighMass='50' tolerance='1e-6'");
    scene.stepFreely(40);
    EXPECT_NEAR(scene.lowest(1) / distance, low, 0.02) << n << ' ' << m;
  }
}

TEST(BarrierContactForceField, aStartThatIntersectsIsAnErrorThatNamesThePair) {
  const BarrierScene scene(
      clothNode("a", MeshText::sheet(2, 2, 1, 1, 0), 1, 1e5) +
          solidNode("b", MeshText::box(1, 1, 1, Vec3(-.1, -.1, -.1), Vec3(.12, .13, .1)), 100, 1e5),
      "activationDistance='0.01'", "dt='0.01' gravity='0 0 -10'");
  const auto before = scene.body(0).positions();
  scene.step();
  EXPECT_EQ(scene.errors("goes through the triangle"), 1u);
  EXPECT_EQ(scene.errors("of /a/"), 1u);
  EXPECT_GE(scene.errors("not finite"), 1u);
  EXPECT_EQ(scene.body(0).positions(), before);
}

TEST(BarrierContactForceField, wrongValuesAndUnknownModelsAreTold) {
  {
    const BarrierScene scene(clothNode("a", MeshText::sheet(2, 2, 1, 1, 0), 1, 1e5), "activationDistance='0'", "");
    EXPECT_EQ(scene.errors("activationDistance is 0"), 1u);
  }
  const BarrierScene scene("<MechanicalObject position='0 0 0'/><UniformMass/><SphereCollisionModel radius='1'/>",
                           "stiffness='-1'", "");
  EXPECT_EQ(scene.errors("stiffness is -1"), 1u);
  EXPECT_EQ(scene.warnings("nothing can touch"), 1u);
  EXPECT_EQ(scene.warnings("SphereCollisionModel"), 1u);
}

TEST(BarrierContactForceField, aSolverThatDoesNotBoundItsStepsIsTold) {
  CapturedMessages messages;
  const Scene scene("<EulerImplicitSolver/><CGLinearSolver/><BarrierContactForceField stiffness='1e4'/>" + sheets());
  scene.step(1);
  EXPECT_EQ(messages.errors("they can pass each other"), 1u);
  scene.step(3);
  EXPECT_EQ(messages.errors("they can pass each other"), 1u) << "told once";
}

/// On a slope of 20 degrees a block sticks with a coefficient above tan 20 = 0.364, and slides with
/// g (sin 20 - mu cos 20) below.
TEST(BarrierContactForceField, aBlockOnASlopeSticksOrSlides) {
  constexpr double g = 10, angle = 20 * M_PI / 180;
  for (const double mu : {0.5, 0.2}) {
    const BarrierScene scene(
        floorNode(MeshText::sheet(8, 2, 4, 1, 0)) +
            solidNode("block", MeshText::box(1, 1, 1, Vec3(-.1, -.1, .0015), Vec3(.1, .1, .1015)), 250, 1e7),
        fmt::format("activationDistance='0.002' friction='{}' slipVelocity='1e-3'", mu),
        fmt::format("dt='0.01' gravity='{} 0 {}'", g * std::sin(angle), -g * std::cos(angle)), "tolerance='1e-4'");
    scene.stepFreely(30);
    const double before = scene.mean(1, 0);
    scene.stepFreely(20);
    const double velocity = (scene.mean(1, 0) - before) / 0.2;
    if (mu > std::tan(angle)) {
      EXPECT_LT(std::abs(velocity), 2e-3);
    } else {
      EXPECT_NEAR(velocity / (g * (std::sin(angle) - mu * std::cos(angle)) * 0.4), 1, 0.05);
    }
  }
}

/// Two boxes side by side under nothing but the contact: what one gets the other one loses.
TEST(BarrierContactForceField, keepsMomentum) {
  const BarrierScene scene(
      solidNode("a", MeshText::box(1, 1, 1, Vec3(-.3, -.1, -.1), Vec3(-.1, .1, .1)), 500, 1e6, "", Vec3(2, 0, 0)) +
          solidNode("b", MeshText::box(1, 1, 1, Vec3(.05, -.08, -.05), Vec3(.25, .12, .15)), 500, 1e6),
      "activationDistance='0.01'", "dt='0.01' gravity='0 0 0'", "tolerance='1e-8'");
  const auto momentum = [&] {
    double sum = 0;
    for (std::size_t b = 0; b < 2; ++b) {
      auto& state = scene.body(b);
      state.allocate(vec::dforce);
      state.clear(vec::dforce);
      core::localOf<core::BaseMass>(*state.context())->accumulateMDx({.dx = vec::velocity}, vec::dforce, 1);
      for (const auto& p : state.derivs(vec::dforce)) sum += p.x();
    }
    return sum;
  };
  const double before = momentum();
  EXPECT_GT(before, 1);
  scene.stepFreely(20);
  EXPECT_NEAR(momentum(), before, 1e-7 * before);
  EXPECT_GT(scene.mean(1, 0), 0.151);
}

}  // namespace
}  // namespace sofa::tests

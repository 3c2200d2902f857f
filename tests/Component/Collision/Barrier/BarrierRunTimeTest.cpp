// SPDX-License-Identifier: Apache-2.0
#include "Component/Collision/Barrier/BarrierScenes.h"

/// What happens to a running scene from outside: layouts of solvers, obstacles that are put elsewhere, Data that
/// change.
namespace sofa::tests {
namespace {

using type::Vec3;
namespace vec = core::vec;

const std::string minimiser =
    "<IncrementalPotentialSolver/><SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";

const std::string conjugateGradients = "<CGLinearSolver iterations='25' tolerance='1e-9' threshold='1e-9'/>";

/// A sheet that nothing but a program moves.
std::string obstacleNode(const MeshText& mesh) {
  return fmt::format(
      "<Node name='obstacle'><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
      "<MechanicalObject template='Vec3d' position='{0}'/><FixedProjectiveConstraint fixAll='1'/>"
      "<TriangleCollisionModel simulated='0'/></Node>",
      mesh.positions(), MeshText::indices(mesh.triangles));
}

std::string freeCloth(const std::string& name, double z, const std::string& more = "", const Vec3& velocity = {}) {
  return clothNode(name, MeshText::sheet(4, 4, 0.4, 0.4, z), 0.3, 1e5, more, velocity);
}

void lift(const BarrierScene& scene, std::size_t child, double by) {
  for (auto& x : scene.body(child).writeCoords(vec::position)) x.z() += by;
}

TEST(BarrierLayout, aSolverOfItsOwnForEachBodyIsAnError) {
  CapturedMessages messages;
  const Scene scene("<BarrierContactForceField stiffness='1e4'/>" + freeCloth("a", 0, minimiser) +
                    freeCloth("b", 0.05, minimiser, Vec3(0, 0, -100)));
  scene.step();
  EXPECT_EQ(messages.errors("they can pass each other"), 1u);
}

/// A solver below another one takes no steps of its own.
TEST(BarrierLayout, aSolverBelowLeavesItsBodyToTheOneAbove) {
  const BarrierScene scene(
      freeCloth("a", 0) + freeCloth("b", 0.05, "<EulerImplicitSolver/>" + conjugateGradients, Vec3(0, 0, -10)),
      "activationDistance='0.005'", "dt='0.01' gravity='0 0 0'");
  scene.stepFreely(3);
  EXPECT_GT(scene.mean(1, 2), scene.mean(0, 2));
  EXPECT_LT(scene.mean(0, 2), -0.01);
}

TEST(BarrierObstacles, onesThatArePutBehindABodyAreAnError) {
  BarrierScene scene(freeCloth("cloth", 0) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0.1)),
                     "activationDistance='0.01'", "dt='0.01' gravity='0 0 -1'");
  scene.stepFreely(2);
  const auto before = scene.body(0).positions();
  lift(scene, 1, -0.2);
  scene.step(2);
  EXPECT_EQ(scene.errors("went through each other"), 1u);
  EXPECT_EQ(scene.errors("of /cloth/"), 1u);
  EXPECT_EQ(scene.body(0).positions(), before) << "it stays where it was";
  lift(scene, 1, 0.2);  // back again
  scene.messages.clear();
  scene.stepFreely(2);
  EXPECT_LT(scene.mean(0, 2), before[0].z());
}

/// However close one is put to a body, as long as the way there is free.
TEST(BarrierObstacles, onesThatAreMovedFreelyAreNone) {
  const BarrierScene scene(freeCloth("cloth", 0) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 2)),
                           "activationDistance='0.01'", "dt='0.01' gravity='0 0 0'");
  scene.stepFreely(2);
  lift(scene, 1, -1.9999);
  scene.stepFreely(5);
  EXPECT_LT(scene.mean(0, 2), -1e-3);
  for (int i = 0; i < 10; ++i) {
    lift(scene, 1, -0.003);
    scene.stepFreely(1);
  }
  for (const auto& x : scene.body(0).positions()) EXPECT_LT(x.z(), -0.03);
}

TEST(BarrierValues, onesThatBecomeWrongAreErrorsAndTheLastOnesStay) {
  BarrierScene scene(freeCloth("cloth", 0.05, "", Vec3(0, 0, -20)) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0)),
                     "activationDistance='0.005' friction='0.2'", "dt='0.01' gravity='0 0 -10'");
  auto& field = scene.field();
  field.d_activationDistance.set(-0.01);
  field.d_slipVelocity.set(0);
  scene.step();
  EXPECT_EQ(scene.errors("activationDistance is -0.01"), 1u);
  EXPECT_EQ(scene.errors("slipVelocity is 0"), 1u);
  scene.step(5);
  EXPECT_EQ(scene.crossings(), 0);
  EXPECT_GT(scene.lowest(0), 0);
  EXPECT_LT(scene.lowest(0), 0.05);
  field.d_activationDistance.set(0.004);
  field.d_slipVelocity.set(1e-3);
  scene.messages.clear();
  scene.stepFreely(5);
  EXPECT_GT(scene.lowest(0), 0);
}

TEST(BarrierValues, onesThatWereWrongAtTheStartCanBeMended) {
  BarrierScene scene(freeCloth("cloth", 0.05, "", Vec3(0, 0, -20)) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0)),
                     "activationDistance='0'", "dt='0.01' gravity='0 0 0'");
  EXPECT_EQ(scene.errors("activationDistance is 0"), 1u);
  scene.field().d_activationDistance.set(0.005);
  scene.field().reinit();
  EXPECT_TRUE(scene.field().isValid());
  scene.messages.clear();
  scene.stepFreely(5);
  EXPECT_GT(scene.lowest(0), 0);
}

/// A step that is tried again with a half of its length does not change the stiffness, and touching does not end it.
TEST(BarrierStiffness, triesOfOneStepDoNotChangeIt) {
  const BarrierScene scene(freeCloth("cloth", 4e-5) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0)),
                           "activationDistance='0.005'", "dt='0.01' gravity='0 0 0'");
  auto& field = scene.field();
  field.beginStep({.dt = 0.01});
  const double first = field.d_usedStiffness.value();
  for (int i = 0; i < 5; ++i) field.beginStep({.dt = 0.01});
  EXPECT_EQ(field.d_usedStiffness.value(), first);
  // Steps that each begin too close, as nothing moves away.
  for (int i = 0; i < 60; ++i) {
    lift(scene, 0, i % 2 == 0 ? 1e-6 : -1e-6);
    field.beginStep({.dt = 0.01});
  }
  EXPECT_GT(field.d_usedStiffness.value(), first);
  EXPECT_LT(field.d_usedStiffness.value(), 2000 * first);
}

/// The surface lies beside the body that moves it, not below.
TEST(BarrierStiffness, findsSurfacesThatAreMappedFromElsewhere) {
  const MeshText box = MeshText::box(1, 1, 1, Vec3(-.1, -.1, .01), Vec3(.1, .1, .21));
  const auto bodies = [&](bool below) {
    const std::string surface = fmt::format(
        "<Node name='surface'><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
        "<MechanicalObject template='Vec3d' position='{0}'/><TriangleCollisionModel/>"
        "<IdentityMapping input='@/body/dofs' output='@.'/></Node>",
        box.positions(), MeshText::indices(box.triangles));
    return fmt::format(
               "<Node name='body'><MechanicalObject name='dofs' template='Vec3d' position='{}'/>"
               "<UniformMass totalMass='2'/>{}</Node>",
               box.positions(), below ? surface : "") +
           (below ? "" : surface) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0));
  };
  double stiffness[2];
  for (const bool below : {false, true}) {
    const BarrierScene scene(bodies(below), "activationDistance='0.005'", "dt='0.01' gravity='0 0 0'");
    scene.stepFreely(1);
    stiffness[below] = scene.field().d_usedStiffness.value();
  }
  EXPECT_GT(stiffness[1], 10);
  EXPECT_NEAR(stiffness[0] / stiffness[1], 1, 1e-12);
}

/// Corners that lie on each other, and a triangle that names a point twice.
TEST(BarrierElements, onesWithoutExtentGiveFiniteForces) {
  MeshText sheet = MeshText::sheet(2, 2, 0.4, 0.4, 0.004);
  sheet.x.push_back(sheet.x[4]);
  sheet.triangles.push_back({0, 4, 9});
  sheet.triangles.push_back({4, 4, 5});
  const std::string node = fmt::format(
      "<Node name='sheet'><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
      "<MechanicalObject template='Vec3d' position='{0}'/><UniformMass totalMass='0.1'/>"
      "<TriangleCollisionModel/></Node>",
      sheet.positions(), MeshText::indices(sheet.triangles));
  const BarrierScene scene(node + obstacleNode(MeshText::sheet(3, 3, 0.5, 0.5, 0)),
                           "activationDistance='0.005' stiffness='1e3'", "dt='0.01' gravity='0 0 0'");
  scene.step(5);
  EXPECT_EQ(scene.errors(""), 0u);
  for (const auto& x : scene.body(0).positions()) EXPECT_TRUE(std::isfinite(x.z()) && x.z() > 0) << x.z();
  EXPECT_GT(scene.mean(0, 2), 0.004);
}

/// Those of one body that are closer to each other at rest than the activation distance.
TEST(BarrierElements, onesThatAreCloseAtRestAreTold) {
  for (const double distance : {0.2, 0.02}) {
    std::string node = freeCloth("cloth", 1);
    node.replace(node.find("<TriangleCollisionModel/>"), 25, "<TriangleCollisionModel selfCollision='1'/>");
    const BarrierScene scene(node, fmt::format("activationDistance='{}'", distance), "dt='0.01' gravity='0 0 0'");
    scene.step(2);
    EXPECT_EQ(scene.warnings("apart at rest"), distance > 0.1 ? 1u : 0u) << distance;
  }
}

TEST(BarrierValues, contactDistanceIsToldToHaveNoEffect) {
  std::string node = freeCloth("cloth", 1);
  node.replace(node.find("<TriangleCollisionModel/>"), 25, "<TriangleCollisionModel contactDistance='0.1'/>");
  const BarrierScene scene(node, "", "gravity='0 0 0'");
  EXPECT_EQ(scene.warnings("contactDistance has no effect"), 1u);
}

TEST(BarrierContactForceField, aResetLeavesNoPairs) {
  const BarrierScene scene(freeCloth("cloth", 0.003) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0)),
                           "activationDistance='0.005' stiffness='0.5'", "dt='0.01' gravity='0 0 -1'");
  scene.stepFreely(2);
  auto& field = scene.field();
  EXPECT_GT(field.d_pairs.value(), 0u);
  simulation::reset(*scene.root);
  EXPECT_TRUE(field.pairs().empty());
  EXPECT_EQ(field.d_pairs.value(), 0u);
  EXPECT_EQ(field.d_smallestDistance.value(), std::numeric_limits<double>::infinity());
}

/// Also where pairs parted, of which the matrix keeps places while a run goes on.
TEST(BarrierContactForceField, aRunAfterAResetIsTheSameToTheBit) {
  const BarrierScene scene(
      clothNode("below", MeshText::sheet(4, 4, 0.4, 0.4, 0), 0.3, 1e5, "<FixedProjectiveConstraint indices='0 4'/>") +
          clothNode("above", MeshText::sheet(3, 5, 0.3, 0.4, 0.02), 0.3, 1e5, "", Vec3(0.5, 0.2, -5)),
      "activationDistance='0.005' friction='0.1'", "dt='0.01' gravity='0 0 -10'");
  const auto run = [&] {
    scene.stepFreely(12);
    return scene.points();
  };
  const auto first = run();
  simulation::reset(*scene.root);
  EXPECT_EQ(run(), first);
}

/// Between two steps it is the energy of a place, wherever bodies were before.
TEST(BarrierContactForceField, theEnergyBetweenStepsKnowsNoWay) {
  const BarrierScene scene(freeCloth("cloth", 0.003) + obstacleNode(MeshText::sheet(2, 2, 1, 1, 0)),
                           "activationDistance='0.005' stiffness='0.5'", "dt='0.01' gravity='0 0 -1'");
  scene.stepFreely(2);
  EXPECT_GT(*scene.field().potentialEnergy({}), 0);
  lift(scene, 0, -1);
  EXPECT_EQ(*scene.field().potentialEnergy({}), 0);
}

/// A point over the edge that two triangles of a plane share, which is inside of both by rounding: the energy is that
/// of both less that of the edge, that is of one, and so is the friction.
TEST(LaggedFriction, isNotDoubledOverAnEdge) {
  using geometry::ContactPair;
  constexpr double distance = 0.01, stiffness = 1e4, area = 0.02, mu = 0.5;
  const std::vector<Vec3> x{{0.1, 0, .004}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  const ContactPair one{.points = {0, 1, 2, 3}, .kind = ContactPair::Kind::pointFace, .area = area};
  const ContactPair edge{.points = {0, 1, 2, type::invalidIndex}, .kind = ContactPair::Kind::pointEdge, .area = -area};
  const ContactPair other{.points = {0, 1, 2, 4}, .kind = ContactPair::Kind::pointFace, .area = area};
  component::collision::LaggedFriction friction;
  const auto sum = [&](const std::vector<ContactPair>& pairs) {
    friction.begin(pairs, x, distance, stiffness, mu, 1e-4);
    double limit = 0;
    for (const auto& contact : friction.contacts()) limit += contact.limit;
    return limit;
  };
  const double single = sum({one});
  EXPECT_GT(single, 1);
  EXPECT_NEAR(sum({one, edge, other}), single, 1e-12 * single);
}

}  // namespace
}  // namespace sofa::tests

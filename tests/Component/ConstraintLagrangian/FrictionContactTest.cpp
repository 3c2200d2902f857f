// SPDX-License-Identifier: Apache-2.0
// Contacts solved by multipliers: laws of blocks, rows of contacts, built and unbuilt solvers.
#include <numeric>
#include <random>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/AnimationLoop/FreeMotionAnimationLoop.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Component/ConstraintLagrangian/UnilateralLagrangianConstraint.h"
#include "Sofa/Helper/Parallel.h"

using namespace sofa;
using namespace sofa::type;
using namespace sofa::component::constraintlagrangian;
using core::ConstraintBlock;
using core::ConstraintKind;
using tests::CapturedMessages;

namespace {

struct FreeMotion {
  explicit FreeMotion(const std::string& content, const std::string& rootAttributes = "dt='0.01' gravity='0 -10 0'") {
    root = simulation::readSceneText("<Node name='root' " + rootAttributes + "><FreeMotionAnimationLoop/>" + content +
                                     "</Node>");
    if (root) simulation::initRoot(*root);
  }
  core::State<Vec3Types>& state(std::size_t child) const {
    return dynamic_cast<core::State<Vec3Types>&>(*core::localMechanicalState(*root->children().at(child)));
  }
  void step(int count = 1) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }
  IterativeConstraintSolver& solver() const { return *root->down<IterativeConstraintSolver>(); }
  std::shared_ptr<simulation::Node> root;
};

std::string solver(const std::string& kind, const std::string& tolerance = "1e-3") {
  return "<" + kind + "ConstraintSolver maxIterations='1000' tolerance='" + tolerance +
         "' computeConstraintForces='1'/>";
}
const std::string implicit =
    "<EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><SparseLDLSolver "
    "template='CompressedRowSparseMatrixd'/>";
const std::string plane = "<Node name='plane'><MechanicalObject name='dofs' position='0 0 0'/></Node>";

std::string particle(const std::string& velocity, const std::string& position = "0 0 0") {
  return "<Node name='a'>" + implicit + "<MechanicalObject name='dofs' position='" + position + "' velocity='" +
         velocity + "'/><UniformMass vertexMass='1'/><LinearSolverConstraintCorrection/></Node>";
}
const std::string contactRows = "<UnilateralLagrangianConstraint object1='@plane/dofs' object2='@a/dofs'/>";

void touch(const FreeMotion& scene, double friction) {
  UnilateralLagrangianConstraint::Contact contact;
  contact.normal = Vec3(0, 1, 0);
  contact.friction = friction;
  scene.root->down<UnilateralLagrangianConstraint>()->add(contact);
}

TEST(KeptMultipliers, ofBlocksOfOneIdentityAreThoseOfTheLast) {
  core::KeptMultipliers kept;
  ConstraintBlock block{.rows = 1, .identity = 4};
  for (const double value : {1.0, 2.0, 3.0}) kept.add(block, std::array{value});
  block.identity = 2;  // out of order
  kept.add(block, std::array{9.0});
  kept.finish();
  std::array<double, 1> value{};
  block.identity = 4;
  kept.read(block, value);
  EXPECT_EQ(value[0], 3);
}

TEST(KeptMultipliers, areFoundByIdentity) {
  core::KeptMultipliers kept;
  ConstraintBlock block{.rows = 2};
  std::array<double, 2> values{};
  block.identity = 7;
  kept.add(block, std::array{1.0, 2.0});
  block.identity = 3;
  kept.add(block, std::array{5.0, std::numeric_limits<double>::quiet_NaN()});
  kept.finish();
  kept.read(block, values);
  EXPECT_EQ(values, (std::array{5.0, 0.0}));  // nothing starts from what is not finite
  block.identity = 7;
  kept.read(block, values);
  EXPECT_EQ(values, (std::array{1.0, 2.0}));
  block.identity = 5;
  kept.read(block, values);
  EXPECT_EQ(values, (std::array{0.0, 0.0}));
}

TEST(ComplianceMatrix, sumsEntriesOfOnePlace) {
  core::ComplianceMatrix w;
  w.reset(3);
  w.add(2, 0, 1);
  w.add(0, 0, 4);
  w.add(2, 0, 2);
  w.add(1, 2, 7);
  w.finish();
  EXPECT_EQ(w.entryCount(), 3u);
  EXPECT_EQ(w(2, 0), 3);
  EXPECT_EQ(w(0, 2), 0);
  EXPECT_EQ(w.addColumnDot(0, std::array{1.0, 10.0, 100.0}, 5), 309);
  EXPECT_EQ(w.dense()(1, 2), 7);
}

/// As one after another, whether or not three next to each other have as many entries.
TEST(ComplianceMatrix, sumsOfColumnsDoNotMix) {
  constexpr int size = 11;
  core::ComplianceMatrix w;
  w.reset(size);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int column = 0; column < size; ++column)
    for (int row = column == 6 ? 4 : 0; row < size; row += column < 5 ? 1 : 2) w.add(row, column, value(random));
  w.finish();
  std::vector<double> x(size);
  for (double& v : x) v = value(random);
  for (int first = 0; first < size; ++first)
    for (int count = 1; first + count <= size; ++count) {
      std::vector<double> sums(x.begin(), x.begin() + count);
      w.addColumnDots(first, x, sums);
      for (int k = 0; k < count; ++k)
        EXPECT_NEAR(sums[k], w.addColumnDot(first + k, x, x[k]), 1e-14) << first << " " << count;
    }
}

/// Before those of single entries, to the bit, with any number of threads.
TEST(ComplianceMatrix, sumsColumnsInTheOrderOfTheirSources) {
  constexpr int size = 200;
  const double large = 1e16;
  std::vector<int> even, all(size);
  std::iota(all.begin(), all.end(), 0);
  for (int k = 0; k < size; k += 2) even.push_back(k);
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    core::ComplianceMatrix w;
    w.reset(size);
    w.add(0, 0, -large);
    w.addColumns(even, [&](int k, core::ComplianceColumn& sum) {
      sum[size - 1 - even[k]] += 3;  // rows of a column in any order
      sum[0] += 1;
      sum[even[k]] += large;
    });
    w.addColumns(all, [](int k, core::ComplianceColumn& sum) { sum[k] += 1; });
    w.finish();
    EXPECT_EQ(w(0, 0), ((1 + large) + 1) - large);
    EXPECT_EQ(w(4, 4), large + 1);
    EXPECT_EQ(w(size - 5, 4), 3);
    EXPECT_EQ(w(0, 4), 1);
    EXPECT_EQ(w(5, 5), 1);
    EXPECT_EQ(w.entryCount(), 2u + 3 * (even.size() - 1) + even.size());
    int before = -1;
    w.forEachOfColumn(4, [&](int row, double) { EXPECT_GT(row, std::exchange(before, row)); });
  }
  helper::setThreadCount(1);
}

/// To the bit, and also when entries follow a first finish().
TEST(ComplianceMatrix, sumsInTheOrderOfTheCalls) {
  constexpr int size = 150;
  core::ComplianceMatrix w;
  w.reset(size);
  linearalgebra::DenseMatrix expected = linearalgebra::DenseMatrix::Zero(size, size);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int part = 0; part < 2; ++part) {
    for (int k = 0; k < 5000; ++k) {
      const int row = static_cast<int>(random() % size), column = static_cast<int>(random() % 20);
      for (int term = 0; term < 3; ++term) {
        const double v = value(random) * std::pow(10.0, static_cast<int>(random() % 12));
        w.add(row, column, v);
        expected(row, column) += v;
      }
    }
    w.finish();
    EXPECT_EQ(w.dense(), expected);
    int before = -1;
    w.forEachOfColumn(0, [&](int row, double entry) {
      EXPECT_LT(before, row);
      EXPECT_EQ(entry, w(row, 0));
      before = row;
    });
  }
  EXPECT_EQ(w.byRows().blockRows(), size);
}

TEST(ContactFrame, isTheKnownOneAndAlwaysOrthonormal) {
  EXPECT_LT((contactFrame(Vec3(0, 1, 0))[1] - Vec3(0, 0, 1)).norm(), 1e-15);
  EXPECT_LT((contactFrame(Vec3(0, 1, 0))[2] - Vec3(1, 0, 0)).norm(), 1e-15);
  const auto frame = contactFrame(Vec3(0.6, 0.8, 0));
  EXPECT_LT((frame[1] - Vec3(-0.328291741863, 0.246218806397, 0.911921505175)).norm(), 1e-11);
  EXPECT_LT((frame[2] - Vec3(0.729537204140, -0.547152903105, 0.410364677328)).norm(), 1e-11);
  for (const Vec3& n : {Vec3(1, 1, 1).normalized(), Vec3(1, 2, 2).normalized(), Vec3(0, 0, -1)}) {
    const auto [a, b, c] = contactFrame(n);
    type::Mat3 axes;
    axes << a, b, c;
    EXPECT_LT((axes.transpose() * axes - type::Mat3::Identity()).norm(), 1e-14);
  }
}

TEST(UnilateralLagrangianConstraint, aParticleSlidesOnAPlane) {
  for (const char* kind : {"BlockGaussSeidel", "UnbuiltGaussSeidel"}) {
    const FreeMotion scene(solver(kind) + plane + particle("0.3 0 0") + contactRows);
    touch(scene, 0.2);
    scene.step();
    const auto& force = scene.solver().d_constraintForces.value();
    ASSERT_EQ(force.size(), 3u);
    EXPECT_NEAR(force[0], 0.1, 1e-12);
    EXPECT_NEAR(force[1], 0, 1e-12);
    EXPECT_NEAR(force[2], -0.02, 1e-12);
    EXPECT_EQ(scene.solver().d_currentIterations.value(), 2);
    EXPECT_LT((scene.state(1).velocities()[0] - Vec3(0.28, 0, 0)).norm(), 1e-12);
    EXPECT_LT((scene.state(1).positions()[0] - Vec3(0.0028, 0, 0)).norm(), 1e-12);
  }
}

TEST(UnilateralLagrangianConstraint, withoutFrictionOneRow) {
  const FreeMotion scene(solver("BlockGaussSeidel") + plane + particle("0.3 0 0") + contactRows);
  touch(scene, 0);
  scene.step();
  EXPECT_EQ(scene.solver().d_constraintForces.value().size(), 1u);
  EXPECT_LT((scene.state(1).velocities()[0] - Vec3(0.3, 0, 0)).norm(), 1e-12);
}

TEST(UnilateralLagrangianConstraint, velocitiesLandOnThePlane) {
  const FreeMotion scene(solver("BlockGaussSeidel") + plane + particle("0 0 0", "0 0.0005 0") + contactRows);
  scene.root->local<component::animationloop::FreeMotionAnimationLoop>()->d_solveVelocityConstraintFirst.set(true);
  touch(scene, 0);
  scene.step();
  EXPECT_NEAR(scene.solver().d_constraintForces.value().at(0), 0.05, 1e-12);
  EXPECT_NEAR(scene.state(1).positions()[0][1], 0, 1e-12);
}

const std::string uncoupled = "<UncoupledConstraintCorrection useOdeSolverIntegrationFactors='0'/>";
const std::string coupled = "<LinearSolverConstraintCorrection/>";

/// A soft block that a rigid plate flies into from below.
std::string softOnRigid(const std::string& kind, const std::string& plateCorrection) {
  return "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
         "<LocalMinDistance alarmDistance='0.3' contactDistance='0.05'/>"
         "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.3'/>" +
         solver(kind, "1e-13") + "<Node name='soft'>" + implicit +
         "<RegularGridTopology name='grid' n='3 3 3' min='-0.5 0.1 -0.5' max='0.5 1.1 0.5'/>"
         "<MechanicalObject name='dofs'/><UniformMass totalMass='1'/>"
         "<HexahedronFEMForceField youngModulus='500' poissonRatio='0.3'/><LinearSolverConstraintCorrection/>"
         "<PointCollisionModel/></Node><Node name='plate'>" +
         implicit +
         "<MechanicalObject name='frame' template='Rigid3' position='0 0 0 0 0 0 1' velocity='0.5 2 0 0 0 0'/>"
         "<UniformMass vertexMass='2 1 [1 0 0 0 1 0 0 0 1]'/>" +
         plateCorrection +
         "<Node name='shape'><MeshTopology name='mesh' position='-1 0 -1  1 0 -1  1 0 1  -1 0 1' "
         "triangles='0 2 1  0 3 2'/><MechanicalObject name='points'/><TriangleCollisionModel/><LineCollisionModel/>"
         "<PointCollisionModel/><RigidMapping/></Node></Node>";
}

TEST(FrictionContactConstraint, builtAndUnbuiltFindTheSameMultipliers) {
  for (const std::string& correction : {coupled, uncoupled}) {
    const FreeMotion built(softOnRigid("BlockGaussSeidel", correction));
    const FreeMotion unbuilt(softOnRigid("UnbuiltGaussSeidel", correction));
    int touching = 0;
    for (int step = 0; step < 12; ++step) {
      built.step();
      unbuilt.step();
      const auto& a = built.solver().d_constraintForces.value();
      const auto& b = unbuilt.solver().d_constraintForces.value();
      ASSERT_EQ(a.size(), b.size()) << "step " << step;
      double size = 0;
      for (const double f : a) size = std::max(size, std::abs(f));
      if (size > 0) ++touching;
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6 * size) << step << " row " << i;
    }
    EXPECT_GT(touching, 3);
  }
}

TEST(FrictionContactConstraint, contactsKeepMomentum) {
  const FreeMotion scene(softOnRigid("BlockGaussSeidel", coupled));
  constexpr int steps = 12;
  scene.step(steps);
  const auto& block = scene.state(0).velocities();
  const auto& plate =
      dynamic_cast<core::State<Rigid3Types>&>(*core::localMechanicalState(*scene.root->children().at(1)));
  Vec3 momentum = 2 * plate.velocities()[0].head<3>();
  for (const auto& v : block) momentum += v / static_cast<double>(block.size());
  EXPECT_LT((momentum - Vec3(1, 4 - 3 * 10 * 0.01 * steps, 0)).norm(), 1e-9) << momentum.transpose();
  EXPECT_LT(plate.velocities()[0][1], 2 - 10 * 0.01 * steps - 0.1);  // it was held back
  EXPECT_LT(plate.velocities()[0][0], 0.5 - 1e-3);                   // and rubbed
}

TEST(FrictionContactConstraint, bodiesOnOneModelShareItsContactPoints) {
  std::string text =
      "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
      "<LocalMinDistance alarmDistance='0.3' contactDistance='0.05'/>"
      "<CollisionResponse response='FrictionContactConstraint'/>" +
      solver("BlockGaussSeidel") +
      "<Node name='floor'><MeshTopology position='-9 0 -9  9 0 -9  9 0 9  -9 0 9' triangles='0 2 1  0 3 2'/>"
      "<MechanicalObject/><TriangleCollisionModel name='surface' moving='0' simulated='0'/></Node>";
  for (const char* place : {"-2 0.1 1", "0.5 0.1 2", "3 0.1 1"})
    text += "<Node>" + implicit + "<MechanicalObject position='" + place +
            "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection/><PointCollisionModel/></Node>";
  const FreeMotion scene(text);
  scene.step(2);
  const auto pointsOfFloor = [&] {
    std::vector<std::size_t> sizes;
    for (const auto& child : scene.root->children().front()->children())
      sizes.push_back(core::localMechanicalState(*child)->size());
    return sizes;
  };
  EXPECT_EQ(pointsOfFloor(), std::vector<std::size_t>{3});
  for (std::size_t body = 1; body < 4; ++body)
    for (auto& v : scene.state(body).writeDerivs(core::vec::velocity)) v = Vec3(0, 100, 0);
  scene.step(2);
  EXPECT_TRUE(pointsOfFloor().empty());
}

TEST(FrictionContactConstraint, unknownSettingsAreTold) {
  const CapturedMessages said;
  std::string text = softOnRigid("BlockGaussSeidel", coupled);
  text.replace(text.find("mu=0.3"), 6, "mu=soft&amp;mi=1");
  const FreeMotion scene(text);
  scene.step(8);
  EXPECT_EQ(said.warnings("mu=soft"), 1u);
  EXPECT_EQ(said.warnings("mi=1"), 1u);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// Where bodies move by themselves, sweeps read displacements off the bodies: they must be those of W.
#include "Sofa/Mechanics/Constraint/PointwiseCompliance.h"

#include <gtest/gtest.h>

#include <random>

#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Mechanics/Constraint/InteractionGroups.h"

namespace sofa::component::constraintlagrangian {
namespace {

using core::ConstraintProblem;
constexpr int layers = 4;

/// Stacks of boxes of 0.5 m on a floor, 3 mm apart, with a ball that is a point on each: apart, or as bricks of a wall.
std::string bodies(int stacks, bool isWall) {
  std::string boxes, balls;
  for (int s = 0; s < stacks; ++s) {
    const double x = (isWall ? 0.503 : 2) * s, shift = isWall ? 0.23 : 0.01;
    for (int k = 0; k < layers; ++k)
      boxes += fmt::format("{} {} {} 0 0 0 1  ", x + shift * k, 0.253 + 0.503 * k, 0.02 * k);
    balls += fmt::format("{} {} 0.1  ", x + (isWall ? shift * layers : 0), 0.503 * layers + 0.104);
  }
  return "<Node name='floor'><MechanicalObject template='Rigid3d' position='0 -5 0  0 0 0 1'/>"
         "<OBBCollisionModel extents='100 5 100' moving='0' simulated='0'/></Node>"
         "<Node name='boxes'><EulerImplicitSolver/><CGLinearSolver iterations='10' tolerance='1e-12' "
         "threshold='1e-20'/>"
         "<MechanicalObject template='Rigid3d' position='" +
         boxes +
         "'/><UniformMass vertexMass='1 1 [0.05 0.01 0 0.01 0.04 0.005 0 0.005 0.06]'/><UncoupledConstraintCorrection/>"
         "<OBBCollisionModel defaultExtent='0.25' selfCollision='1'/></Node>"
         "<Node name='balls'><EulerImplicitSolver/><CGLinearSolver iterations='10' tolerance='1e-12' "
         "threshold='1e-20'/>"
         "<MechanicalObject position='" +
         balls +
         "'/><UniformMass vertexMass='0.5'/><UncoupledConstraintCorrection defaultCompliance='2'/>"
         "<SphereCollisionModel radius='0.1'/></Node>"
         "<BilateralLagrangianConstraint template='Rigid3d' object1='@boxes' object2='@boxes' first_point='1' "
         "second_point='6'/>";
}

std::shared_ptr<simulation::Node> scene(int stacks, const std::string& solver, bool isWall = false) {
  const auto root =
      simulation::readSceneText("<Node dt='0.01' gravity='0 -9.81 0'><FreeMotionAnimationLoop/><" + solver +
                                "/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
                                "<NewProximityIntersection alarmDistance='0.02' contactDistance='0.002'/>"
                                "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.6'/>" +
                                bodies(stacks, isWall) + "</Node>");
  simulation::initRoot(*root);
  return root;
}
const std::string plain = "BlockGaussSeidelConstraintSolver maxIterations='30' tolerance='1e-8'";

const IterativeConstraintSolver& solverOf(const simulation::Node& root) {
  return *root.down<IterativeConstraintSolver>();
}
std::vector<double> motionOf(const simulation::Node& root) {
  std::vector<double> motion;
  for (const auto& child : root.children())
    if (const auto* state = core::localMechanicalState(*child)) {
      const auto v = state->hostRead(core::vec::velocity);
      motion.insert(motion.end(), v.begin(), v.end());
    }
  return motion;
}

struct Rows {
  explicit Rows(int stacks = 12) : root(scene(stacks, plain)) {
    simulation::animate(*root);
    assembly.bind(*root);
    core::ConstraintParams params;
    params.dt = 0.01;
    problem = &assembly.build(params);
    w = assembly.denseCompliance(0);
  }
  bool build(mechanics::PointwiseCompliance& compliance) const {
    core::PointCompliances points;
    if (!assembly.listPoints(points)) return false;
    std::vector<mechanics::PointRows> rows;
    for (const auto& of : points.states) rows.push_back({problem->jacobian.blocks(of.state), of.first});
    return compliance.build(*problem, points.points, rows);
  }
  void expectDisplacementsOf(const mechanics::PointwiseCompliance& compliance) const {
    const Eigen::VectorXd expected = w * Eigen::Map<const Eigen::VectorXd>(problem->lambda.data(), problem->rows());
    for (const auto& block : problem->blocks()) {
      std::vector<double> d(block.rows, 0.5);
      compliance.addDisplacement(*problem, block, d);
      for (int k = 0; k < block.rows; ++k) ASSERT_NEAR(d[k], 0.5 + expected[block.firstRow + k], 1e-12);
    }
  }

  std::shared_ptr<simulation::Node> root;
  simulation::ConstraintAssembly assembly;
  ConstraintProblem* problem;
  linearalgebra::DenseMatrix w;
};

TEST(PointwiseCompliance, isW) {
  Rows rows;
  auto& problem = *rows.problem;
  mechanics::PointwiseCompliance compliance;
  ASSERT_TRUE(rows.build(compliance));
  std::mt19937 engine(3);
  for (double& force : problem.lambda) force = std::uniform_real_distribution(-1.0, 1.0)(engine);
  compliance.start(problem);
  rows.expectDisplacementsOf(compliance);
  bool seesMore = false;
  linearalgebra::DenseMatrix diagonal;
  for (const auto& block : problem.blocks()) {
    compliance.diagonalBlock(block, diagonal);
    const auto expected = rows.w.block(block.firstRow, block.firstRow, block.rows, block.rows);
    ASSERT_LT((diagonal - expected).cwiseAbs().maxCoeff(), 1e-12);
    seesMore = seesMore || block.kind == core::ConstraintKind::equality;
    const std::span<double> force(problem.lambda.data() + block.firstRow, block.rows);
    const std::vector<double> before(force.begin(), force.end());
    for (double& f : force) f += 0.25;
    compliance.forcesChanged(block, before, force);
  }
  EXPECT_TRUE(seesMore) << "blocks that are no contacts";
  rows.expectDisplacementsOf(compliance);
}

TEST(PointwiseCompliance, joinsBodiesAsWDoes) {
  const Rows rows;
  mechanics::PointwiseCompliance compliance;
  ASSERT_TRUE(rows.build(compliance));
  core::ComplianceMatrix w;
  rows.assembly.compliance(w, 0);
  mechanics::InteractionGroups byPoints, byEntries;
  byPoints.find(compliance.uses());
  byEntries.find(rows.problem->blocks(), w);
  ASSERT_EQ(byPoints.size(), 11u) << "twelve stacks, of which two are tied";
  ASSERT_EQ(byEntries.size(), byPoints.size());
  for (std::size_t g = 0; g < byPoints.size(); ++g)
    EXPECT_TRUE(std::ranges::equal(byPoints.blocks(g), byEntries.blocks(g)));
}

TEST(PointwiseCompliance, isLeftToWWhereThatIsSmall) {
  const Rows rows(2);
  EXPECT_GT(rows.problem->rows(), 0);
  mechanics::PointwiseCompliance compliance;
  EXPECT_FALSE(rows.build(compliance));
}

/// Anderson acceleration of no depth makes the same sweeps, with W.
TEST(PointwiseCompliance, sweepsMoveBodiesAsWithW) {
  const auto one = scene(12, plain);
  const auto other = scene(12, "AndersonConstraintSolver depth='0' maxIterations='30' tolerance='1e-8'");
  for (int step = 0; step < 10; ++step) {
    for (const auto& root : {one, other}) simulation::animate(*root);
    const auto &a = motionOf(*one), &b = motionOf(*other);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 1e-9);
    ASSERT_EQ(solverOf(*one).d_currentNumConstraints.value(), solverOf(*other).d_currentNumConstraints.value());
  }
  const auto* w = solverOf(*one).lastMatrix();
  ASSERT_TRUE(w) << "is made when it is asked for";
  EXPECT_LT((w->dense() - solverOf(*one).lastCompliance()).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(PointwiseCompliance, threadsChangeNoBit) {
  for (const bool isWall : {false, true}) {
    std::vector<std::vector<double>> motions;
    for (const int threads : {1, 2, 4}) {
      helper::setThreadCount(threads);
      const auto root = scene(40, plain, isWall);
      for (int step = 0; step < 10; ++step) simulation::animate(*root);
      EXPECT_GT(solverOf(*root).d_currentNumConstraintGroups.value(), 400) << "several workers share them";
      motions.push_back(motionOf(*root));
    }
    helper::setThreadCount(1);
    EXPECT_FALSE(motions[0].empty());
    EXPECT_EQ(motions[1], motions[0]);
    EXPECT_EQ(motions[2], motions[0]);
  }
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian

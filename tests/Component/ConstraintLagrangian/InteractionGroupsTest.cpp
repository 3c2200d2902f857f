// SPDX-License-Identifier: Apache-2.0
// Bodies that touch are solved together, others apart.
#include <gtest/gtest.h>

#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::constraintlagrangian {
namespace {

using type::Vec3;
using type::Vec3Types;

/// `count` balls of 1 kg above each other at x, a little askew.
std::string stack(const std::string& name, double x, int count, double gap = 0) {
  std::string places;
  for (int i = 0; i < count; ++i) places += fmt::format("{} {} 0 ", x + 0.01 * (i % 2), 0.5 + i * (1 + gap));
  return "<Node name='" + name +
         "'><EulerImplicitSolver rayleighMass='0' rayleighStiffness='0'/><CGLinearSolver iterations='5' "
         "tolerance='1e-15' threshold='1e-30'/><MechanicalObject name='dofs' position='" +
         places +
         "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/>"
         "<SphereCollisionModel radius='0.5' selfCollision='1'/></Node>";
}

struct Scene {
  Scene(const std::string& bodies, bool apart, const std::string& solver = "maxIterations='200' tolerance='1e-7'",
        const std::string& kind = "BlockGaussSeidelConstraintSolver")
      : Scene(bodies, kind + " " + solver + " solveGroupsApart='" + (apart ? "1" : "0") + "'") {}
  Scene(const std::string& bodies, const std::string& solver) {
    root = simulation::readSceneText(
        "<Node name='root' dt='0.01' gravity='0 -9.81 0'><FreeMotionAnimationLoop/><" + solver +
        "/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>"
        "<MinProximityIntersection alarmDistance='0.1' contactDistance='0.001'/>"
        "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.4'/>" +
        bodies +
        "<Node name='floor'><MeshTopology position='-90 0 -90  90 0 -90  0 0 180' triangles='0 2 1'/>"
        "<MechanicalObject/><TriangleCollisionModel moving='0' simulated='0'/></Node></Node>");
    simulation::initRoot(*root);
  }
  void step(int count = 1) const {
    for (int i = 0; i < count; ++i) simulation::animate(*root);
  }
  SweepingConstraintSolver& solver() const { return *root->down<SweepingConstraintSolver>(); }
  int rows() const { return root->down<core::ConstraintSolver>()->lastSolve().problem->rows(); }
  int groups() const { return solver().d_currentNumInteractionGroups.value(); }

  std::shared_ptr<simulation::Node> root;
};

using Motion = std::vector<Vec3>;

Motion motionOf(const Scene& scene, const std::string& body) {
  for (const auto& child : scene.root->children())
    if (child->name() == body) {
      const auto& state = dynamic_cast<const core::State<Vec3Types>&>(*core::localMechanicalState(*child));
      Motion motion(state.positions().begin(), state.positions().end());
      const auto& v = state.derivs(core::vec::velocity);
      motion.insert(motion.end(), v.begin(), v.end());
      return motion;
    }
  return {};
}
/// The largest; compilers may round differently on the two ways to a motion.
double difference(const Motion& a, const Motion& b) {
  double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

constexpr int steps = 60;

class SolveGroupsApartWith : public testing::TestWithParam<const char*> {};

TEST_P(SolveGroupsApartWith, stacksMoveAsIfTheyWereAlone) {
  const std::string low = stack("low", 0, 3), high = stack("high", 5, 9);
  const std::string how = "maxIterations='200' tolerance='1e-7'", kind = GetParam();
  const Scene both(low + high, true, how, kind), one(low, true, how, kind), other(high, true, how, kind);
  const Scene together(low + high, false, how, kind);
  for (const Scene* scene : {&both, &one, &other, &together}) scene->step(steps);
  EXPECT_EQ(both.groups(), 2);
  ASSERT_EQ(motionOf(both, "low").size(), 6u);
  EXPECT_LT(difference(motionOf(both, "low"), motionOf(one, "low")), 1e-12);
  EXPECT_LT(difference(motionOf(both, "high"), motionOf(other, "high")), 1e-12);
  EXPECT_NE(motionOf(together, "low"), motionOf(one, "low")) << "one error ends the sweeps over both stacks";
  EXPECT_EQ(together.groups(), 0);
}

INSTANTIATE_TEST_SUITE_P(AllSolvers, SolveGroupsApartWith,
                         testing::Values("BlockGaussSeidelConstraintSolver", "NNCGConstraintSolver",
                                         "AndersonConstraintSolver"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(SolveGroupsApart, whatIsTiedIsSolvedTogether) {
  const std::string stacks = stack("low", 0, 3) + stack("high", 5, 9);
  const std::string tie =
      "<BilateralLagrangianConstraint object1='@low/dofs' object2='@high/dofs' first_point='2' second_point='2' "
      "rest_vector='5 0 0'/>";
  const Scene apart(stacks + tie, true), together(stacks + tie, false);
  apart.step(steps);
  together.step(steps);
  EXPECT_EQ(apart.groups(), 1);
  EXPECT_LT(difference(motionOf(apart, "low"), motionOf(together, "low")), 1e-12);
  EXPECT_LT(difference(motionOf(apart, "high"), motionOf(together, "high")), 1e-12);
}

TEST(SolveGroupsApart, groupsSplitWhenTheTieGoes) {
  const Scene scene(stack("low", 0, 3) + stack("high", 5, 9) +
                        "<BilateralLagrangianConstraint object1='@low/dofs' object2='@high/dofs' "
                        "first_point='2' second_point='2' rest_vector='5 0 0'/>",
                    true);
  scene.step(5);
  EXPECT_EQ(scene.groups(), 1);
  auto* tie = dynamic_cast<core::Component*>(scene.root->down<core::BaseLagrangianConstraint>());
  ASSERT_EQ(tie->className(), "BilateralLagrangianConstraint");
  scene.root->removeComponent(tie);
  scene.step();
  EXPECT_EQ(scene.groups(), 2);
}

/// Two ties of one pair of points that contradict each other never reach the tolerance.
TEST(SolveGroupsApart, whatCannotBeSolvedDisturbsNothingElse) {
  const std::string low = stack("low", 0, 3), high = stack("high", 5, 2) + stack("held", 9, 1);
  std::string ties;
  for (const char* rest : {"1 0 0", "2 0 0"})
    ties += std::string(
                "<BilateralLagrangianConstraint object1='@high/dofs' object2='@held/dofs' first_point='1' "
                "second_point='0' rest_vector='") +
            rest + "'/>";
  const Scene alone(low, true), disturbed(low + high + ties, true);
  alone.step(steps);
  disturbed.step(steps);
  EXPECT_EQ(disturbed.solver().d_currentIterations.value(), 201);
  EXPECT_EQ(motionOf(disturbed, "low"), motionOf(alone, "low"));
}

TEST(SolveGroupsApart, noSweepsAndNoContactsAreNoFault) {
  const Scene idle(stack("low", 0, 2), true, "maxIterations='0' tolerance='1e-7'");
  idle.step(3);
  EXPECT_EQ(idle.solver().d_currentIterations.value(), 1);
  const Scene free("<Node name='far'><MechanicalObject/></Node>", true);
  free.step(3);
  EXPECT_EQ(free.groups(), 0);
}

TEST(SolveGroupsApart, relaxesEachGroupAsItDoesAlone) {
  const std::string low = stack("low", 0, 3), high = stack("high", 5, 9),
                    solver = "maxIterations='200' tolerance='1e-7' sor='0.8'";
  const Scene both(low + high, true, solver), one(low, false, solver);
  both.step(steps);
  one.step(steps);
  EXPECT_LT(difference(motionOf(both, "low"), motionOf(one, "low")), 1e-12);
}

Motion manyStacks(int threads, const std::string& solver) {
  constexpr int stacks = 60;
  helper::setThreadCount(threads);
  std::string bodies;
  for (int i = 0; i < stacks; ++i) bodies += stack(fmt::format("s{}", i), 2.0 * i - stacks, 2 + i % 5, 0.001 * i);
  const Scene scene(bodies, solver);
  scene.step(20);
  EXPECT_GE(scene.rows(), 500) << "too few to be shared";
  Motion all;
  for (int i = 0; i < stacks; ++i) {
    const Motion motion = motionOf(scene, fmt::format("s{}", i));
    all.insert(all.end(), motion.begin(), motion.end());
  }
  helper::setThreadCount(1);
  return all;
}

class GroupsInThreads : public testing::TestWithParam<std::string> {};

TEST_P(GroupsInThreads, makeTheSameBits) {
  const Motion one = manyStacks(1, GetParam());
  EXPECT_EQ(one, manyStacks(2, GetParam()));
  EXPECT_EQ(one, manyStacks(4, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    AllSolvers, GroupsInThreads,
    testing::Values("BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='0'",
                    "BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='1'",
                    "NNCGConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='0'",
                    "NNCGConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='1'",
                    "AndersonConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='0'",
                    "AndersonConstraintSolver maxIterations='200' tolerance='1e-7' solveGroupsApart='1'",
                    "LCPConstraintSolver maxIt='200' tolerance='1e-7' mu='0.4'"),
    [](const auto& solver) {
      const std::string& text = solver.param;
      return text.substr(0, text.find(' ')) + (text.find("Apart='1'") == std::string::npos ? "" : "Apart");
    });

}  // namespace
}  // namespace sofa::component::constraintlagrangian

// SPDX-License-Identifier: Apache-2.0
// Factors that are made in the background serve at fixed steps, whatever the timing.
#include "Sofa/Component/LinearSolver/AsyncSparseLDLSolver.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Work.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::tests {
namespace {

using AsyncSolver = component::linearsolver::AsyncSparseLDLSolver;

/// A point on a spring that turns and lengthens: the matrix is another one at each step.
const std::string swing =
    "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='2'/><FixedProjectiveConstraint indices='0'/>"
    "<SpringForceField spring='0 1 30 0 0.5'/>";
const std::string attributes = "dt='0.05' gravity='0 0 -9'";

double height(const Scene& s) { return s.state<type::Vec3Types>().hostRead(core::vec::position)[5]; }

/// After each of the steps.
std::vector<double> heights(const Scene& s, int steps) {
  std::vector<double> z;
  for (int i = 0; i < steps; ++i) {
    s.step();
    z.push_back(height(s));
  }
  return z;
}

std::vector<double> heights(const std::string& solver, int steps = 6) {
  return heights(Scene("<EulerImplicitSolver/>" + solver + swing, attributes), steps);
}

TEST(AsyncSparseLDLSolver, IsSparseLDLSolverWithoutLag) {
  EXPECT_EQ(heights("<AsyncSparseLDLSolver assemblingRate='1' lag='0'/>"), heights("<SparseLDLSolver/>"));
}

TEST(AsyncSparseLDLSolver, BuildsOnceInSoManySteps) {
  const Scene s("<EulerImplicitSolver/><AsyncSparseLDLSolver/>" + swing, attributes);
  const auto every = heights(s, 6), each = heights("<SparseLDLSolver/>");
  EXPECT_EQ(s.first<AsyncSolver>().linearSystem()->version(), 2u);  // at steps 1 and 5
  EXPECT_EQ(every[0], each[0]);
  EXPECT_NE(every[1], each[1]);
  EXPECT_NEAR(every[1], each[1], 0.02 * std::abs(each[1]));
}

TEST(AsyncSparseLDLSolver, TakesNewFactorsAfterTheLag) {
  const auto first = heights("<AsyncSparseLDLSolver assemblingRate='99'/>");  // the first matrix all the time
  const auto sameUntil = [&](const std::string& data) {
    const auto z = heights("<AsyncSparseLDLSolver " + data + "/>");
    return std::ranges::mismatch(z, first).in1 - z.begin();
  };
  EXPECT_EQ(sameUntil("assemblingRate='1' lag='0'"), 1);
  EXPECT_EQ(sameUntil("assemblingRate='1' lag='1'"), 2);
  EXPECT_EQ(sameUntil("assemblingRate='2' lag='0'"), 2);
  EXPECT_EQ(sameUntil("assemblingRate='2' lag='1'"), 3);
  EXPECT_EQ(sameUntil("assemblingRate='2' lag='2'"), 4);
  EXPECT_EQ(sameUntil("assemblingRate='2' lag='7'"), 4);  // the next matrix waits for the one before
}

TEST(AsyncSparseLDLSolver, StaysNearTheSolutionOfEachMatrix) {
  const auto each = heights("<SparseLDLSolver/>", 40);
  for (const std::string data : {"", "assemblingRate='1'", "assemblingRate='1' lag='3'", "floatingLag='true'"}) {
    const auto z = heights("<AsyncSparseLDLSolver " + data + "/>", 40);
    for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(z[i], each[i], 0.1) << data << " step " << i;
  }
}

TEST(AsyncSparseLDLSolver, ARateOfZeroThatIsSetAtRunTimeCountsAsOne) {
  const Scene s("<EulerImplicitSolver/><AsyncSparseLDLSolver/>" + swing, attributes);
  s.step();
  s.first<AsyncSolver>().d_assemblingRate.set(0);
  s.step(2);
  EXPECT_EQ(s.first<AsyncSolver>().linearSystem()->version(), 3u);
}

TEST(AsyncSparseLDLSolver, FollowsTheTimeStep) {
  const Scene s("<EulerImplicitSolver/><AsyncSparseLDLSolver/>" + swing, "dt='0.05'");
  s.step(1);
  EXPECT_EQ(s.first<AsyncSolver>().linearSystem()->version(), 1u);
  s.root->findData("dt")->read("0.02");
  s.step(2);
  EXPECT_EQ(s.first<AsyncSolver>().linearSystem()->version(), 2u);
}

TEST(AsyncSparseLDLSolver, LagCountsStepsWhereAnotherComponentBuilds) {
  const auto inner = [](const std::string& data) {
    return "<PCGLinearSolver iterations='1' tolerance='1e-30' preconditioner='@ldl'/><AsyncSparseLDLSolver name='ldl' "
           "template='CompressedRowSparseMatrixMat3x3' " +
           data + "/>";
  };
  const auto each = heights(inner("lag='0'")), later = heights(inner("lag='1'")), late = heights(inner("lag='3'"));
  EXPECT_EQ(later[0], each[0]);
  EXPECT_NE(later[1], each[1]);  // one iteration shows what preconditioner it had
  EXPECT_EQ(late[1], later[1]);
  EXPECT_NEAR(later[1], each[1], 0.02);
}

TEST(AsyncSparseLDLSolver, ResumesToTheSameBits) {
  for (const std::string data : {"", "assemblingRate='1'", "assemblingRate='1' lag='0'", "assemblingRate='2' lag='1'",
                                 "assemblingRate='3' lag='2'"})
    for (int before = 1; before < 7; ++before) {
      const std::string text = "<EulerImplicitSolver/><AsyncSparseLDLSolver " + data + "/>" + swing;
      const Scene s(text, attributes), other(text, attributes);
      s.step(before);
      std::string problem;
      ASSERT_EQ(simulation::restoreState(simulation::savedState(*s.root, before), *other.root, problem), before)
          << problem;
      EXPECT_EQ(heights(other, 6), heights(s, 6)) << data << ", after " << before << " steps";
    }
}

TEST(AsyncSparseLDLSolver, StartsOverAfterAResetOfWhatWasResumed) {
  const std::string text = "<EulerImplicitSolver/><AsyncSparseLDLSolver/>" + swing;
  const Scene s(text, attributes), other(text, attributes);
  s.step(2);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*s.root, 2), *other.root, problem), 2) << problem;
  simulation::reset(*other.root);
  EXPECT_EQ(heights(other, 6), heights("<AsyncSparseLDLSolver/>"));
}

TEST(AsyncSparseLDLSolver, ARateThatBecomesZeroCountsAsOne) {
  const auto after = [](const char* rate) {
    const Scene s("<EulerImplicitSolver/><AsyncSparseLDLSolver/>" + swing, attributes);
    s.step(2);
    s.first<AsyncSolver>().d_assemblingRate.read(rate);
    const auto z = heights(s, 4);
    EXPECT_FALSE(simulation::savedState(*s.root, 6).empty());
    return z;
  };
  EXPECT_EQ(after("0"), after("1"));
  EXPECT_NE(after("0"), after("4"));
}

/// A block so large that its factors are made in a thread.
Scene block(const std::string& data) {
  return Scene("<EulerImplicitSolver/><AsyncSparseLDLSolver template='CompressedRowSparseMatrixMat3x3' " + data +
                   "/><RegularGridTopology n='10 10 10' min='0 0 0' max='1 1 1'/><MechanicalObject/><UniformMass "
                   "totalMass='1'/><HexahedronFEMForceField youngModulus='300' poissonRatio='0.3'/>"
                   "<BoxROI name='end' box='-1 -1 -0.01 2 2 0.01'/><FixedProjectiveConstraint indices='@end.indices'/>",
               attributes);
}

std::vector<double> positions(const Scene& s, int steps) {
  s.step(steps);
  const auto x = s.state<type::Vec3Types>().hostRead(core::vec::position);
  return {x.begin(), x.end()};
}

TEST(AsyncSparseLDLSolver, FactorsOfAThreadServeAtFixedSteps) {
  const std::string late = "assemblingRate='3' lag='2'";
  const Scene s = block(late), same = block(late), resumed = block(late);
  s.step(4);
  EXPECT_GT(s.first<AsyncSolver>().d_L_nnz.value(), 200000);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*s.root, 4), *resumed.root, problem), 4) << problem;
  const auto end = positions(s, 3);
  EXPECT_EQ(positions(same, 7), end);
  EXPECT_EQ(positions(resumed, 3), end);
  EXPECT_NE(positions(block("assemblingRate='3' lag='1'"), 7), end);
}

TEST(AsyncSparseLDLSolver, AThreadThatIsCutOffChangesNothing) {
  const std::string late = "assemblingRate='3' lag='2'";
  const auto end = positions(block(late), 7);
  const Scene s = block(late);
  s.step(4);  // and the thread began
  helper::requestInterrupt();
  helper::withdrawInterrupt();
  EXPECT_EQ(positions(s, 3), end);
  s.step(1);  // begins another, which a reset cuts off
  simulation::reset(*s.root);
  EXPECT_EQ(positions(s, 7), end);
  s.step(1);  // another one, which runs on while the scene goes
}

TEST(AsyncSparseLDLSolver, AThreadOutlastsTheWorkItBeganIn) {
  const std::string late = "assemblingRate='3' lag='2'";
  const auto end = positions(block(late), 7);
  const Scene s = block(late);
  auto work = std::make_unique<helper::Work>();
  {
    const helper::WorksFor mine(*work);
    s.step(4);  // and the thread began
  }
  work.reset();
  helper::Work other;
  other.requestInterrupt();  // the thread looks whether it is meant
  EXPECT_EQ(positions(s, 3), end);
}

TEST(AsyncSparseLDLSolver, ALagThatFloatsStaysNear) {
  const auto each = positions(block("assemblingRate='1' lag='0'"), 10),
             floating = positions(block("floatingLag='true'"), 10);
  for (std::size_t i = 0; i < each.size(); ++i) EXPECT_NEAR(floating[i], each[i], 0.05);
}

TEST(AsyncSparseLDLSolver, KeepsTheFactorsItHasWhenNewOnesFail) {
  CapturedMessages messages;
  const Scene s("<EulerImplicitSolver/><AsyncSparseLDLSolver assemblingRate='1'/>" + swing, attributes);
  s.step(3);
  auto& state = s.state<type::Vec3Types>();
  state.hostWrite(core::vec::position)[3] = std::numeric_limits<double>::quiet_NaN();
  s.step(3);
  EXPECT_EQ(messages.errors("The factors of an older matrix serve on."), 1u);
}

}  // namespace
}  // namespace sofa::tests

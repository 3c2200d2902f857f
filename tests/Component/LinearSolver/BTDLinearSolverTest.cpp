// SPDX-License-Identifier: Apache-2.0
#include "Component/LinearSolver/GivenSystem.h"

namespace sofa::test {
namespace {

/// Well conditioned, not symmetric; off the three diagonals of 6x6 blocks only `outside`.
DenseMatrix tridiagonal(int blocks, double outside = 0) {
  const int n = 6 * blocks;
  DenseMatrix a = DenseMatrix::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (std::abs(i / 6 - j / 6) <= 1) a(i, j) = std::sin(1.0 + 3 * i + 5 * j);
  for (int i = 0; i < n; ++i) a(i, i) += 20;
  if (outside != 0) a(0, n - 1) = outside;
  return a;
}

SolverNode rigidChain(SolverNode::Attributes attributes = {}) {
  return SolverNode("BTDLinearSolver", attributes, "", "Rigid3d");
}

TEST(BTDLinearSolver, SolvesChainsInBlocksOfAnySize) {
  for (const int blocks : {1, 2, 7})
    for (const int blockSize : {1, 2, 3, 6}) {
      SolverNode scene = rigidChain();
      const DenseMatrix a = tridiagonal(blocks);
      scene.set(fromDense(blockSize, a));
      const Vector b = randomVector(6 * blocks, 2), exact = a.fullPivLu().solve(b);
      EXPECT_LT((scene.solve(b) - exact).norm(), 1e-12 * exact.norm()) << blocks << " blocks of " << blockSize;
    }
}

TEST(BTDLinearSolver, SaysOnceWhatItLeavesOut) {
  for (const int blockSize : {3, 6}) {
    const CapturedMessages messages;
    SolverNode scene = rigidChain();
    const Vector b = randomVector(24, 2), exact = tridiagonal(4).fullPivLu().solve(b);
    for (int repeat = 0; repeat < 2; ++repeat) {
      scene.set(fromDense(blockSize, tridiagonal(4, 5)));
      EXPECT_LT((scene.solve(b) - exact).norm(), 1e-12 * exact.norm());
    }
    EXPECT_EQ(messages.warnings("not block tridiagonal"), 1u);
  }
}

TEST(BTDLinearSolver, VerifiesSolutionsOnDemand) {
  const CapturedMessages messages;
  SolverNode scene = rigidChain({{"verification", "true"}, {"showProblem", "true"}});
  scene.set(fromDense(6, tridiagonal(4)));
  scene.solve(randomVector(24, 2));
  EXPECT_EQ(messages.warnings("does not solve"), 0u);
  scene.set(fromDense(6, tridiagonal(4, 5)));
  scene.solve(randomVector(24, 2));
  EXPECT_EQ(messages.warnings("does not solve"), 1u);
  EXPECT_EQ(messages.count(helper::Severity::Info, "relative residual"), 2u);
}

TEST(BTDLinearSolver, NeedsSixUnknownsPerPoint) {
  const CapturedMessages messages;
  SolverNode scene("BTDLinearSolver");
  scene.set(randomPositive(3, 3, 1, 1));
  EXPECT_EQ(scene.solve(Vector::Ones(9)), Vector::Zero(9));
  EXPECT_EQ(messages.errors("9 unknowns"), 1u);
}

TEST(BTDLinearSolver, NamesTheRowOfASingularBlock) {
  const CapturedMessages messages;
  SolverNode scene = rigidChain();
  DenseMatrix a = DenseMatrix::Identity(18, 18);
  a(8, 8) = 0;
  scene.set(fromDense(6, a));
  EXPECT_EQ(scene.solve(Vector::Ones(18)), Vector::Zero(18));
  EXPECT_EQ(messages.errors("row 8 (z of point 1 of /dofs)"), 1u);
}

}  // namespace
}  // namespace sofa::test

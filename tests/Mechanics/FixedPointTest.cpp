// SPDX-License-Identifier: Apache-2.0
// Methods that accelerate fixed-point iterations, on Gauss-Seidel sweeps over small dense systems with known solutions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "Sofa/Mechanics/FixedPoint/AndersonAcceleration.h"
#include "Sofa/Mechanics/FixedPoint/NonSmoothConjugateGradients.h"

namespace sofa::mechanics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Gauss-Seidel sweeps for A x = b, or for x >= 0, A x >= b, x.(A x - b) = 0.
struct Sweeps {
  MatrixXd a;
  VectorXd b, x;
  int most = 200, count = 0;
  double tolerance = 1e-12, lastChange = 0;
  bool isComplementary = false, solved = false;

  Sweeps(MatrixXd matrix, VectorXd rightSide)
      : a(std::move(matrix)), b(std::move(rightSide)), x(VectorXd::Zero(b.size())) {}
  void readForces(VectorXd& to) const { to = x; }
  void writeForces(const VectorXd& from) { x = from; }
  bool isSolved() const { return solved; }
  bool isOpen() const { return !solved && count < most; }
  void reopen() { solved = false; }
  void sweep() {
    const VectorXd before = x;
    for (int i = 0; i < x.size(); ++i) {
      x[i] += (b[i] - a.row(i).dot(x)) / a(i, i);
      if (isComplementary) x[i] = std::max(0.0, x[i]);
    }
    ++count;
    lastChange = (x - before).norm();
    solved = lastChange < tolerance;
  }
};
static_assert(FixedPoint<Sweeps>);

/// A chain of springs, whose sweeps converge slowly; the ends are pulled.
Sweeps chain(int size) {
  MatrixXd a = MatrixXd::Zero(size, size);
  for (int i = 0; i < size; ++i) {
    a(i, i) = 2.05;
    if (i > 0) a(i, i - 1) = a(i - 1, i) = -1;
  }
  VectorXd b = VectorXd::Zero(size);
  b[0] = 1;
  b[size - 1] = 2;
  return {a, b};
}

int plainSweeps(Sweeps sweeps) {
  sweeps.most = 10000;
  while (sweeps.isOpen()) sweeps.sweep();
  return sweeps.count;
}

TEST(NonSmoothConjugateGradients, solveWithFewerSweeps) {
  Sweeps sweeps = chain(30);
  NonSmoothConjugateGradients{}.solve(sweeps);
  EXPECT_TRUE(sweeps.solved);
  EXPECT_LT(sweeps.count, plainSweeps(chain(30)) / 2);
  EXPECT_LT((sweeps.a * sweeps.x - sweeps.b).norm(), 1e-10);
}

TEST(NonSmoothConjugateGradients, solveComplementarity) {
  // The last two rows separate: x_3 = x_2 = 0, and 2 x_0 - x_1 = 1, -x_0 + 2 x_1 = 0.
  MatrixXd a(4, 4);
  a << 2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2;
  Sweeps sweeps(a, (VectorXd(4) << 1, 0, -3, -1).finished());
  sweeps.isComplementary = true;
  NonSmoothConjugateGradients{}.solve(sweeps);
  EXPECT_TRUE(sweeps.solved);
  EXPECT_LT((sweeps.x - (VectorXd(4) << 2 / 3.0, 1 / 3.0, 0, 0).finished()).norm(), 1e-11);
}

TEST(NonSmoothConjugateGradients, goesOnAfterTheFirstSweep) {
  Sweeps sweeps(MatrixXd::Identity(2, 2), VectorXd::Ones(2));
  sweeps.tolerance = 1e9;  // the first sweep would end it
  EXPECT_FALSE(NonSmoothConjugateGradients{}.solve(sweeps));
  EXPECT_EQ(sweeps.count, 2);
}

TEST(NonSmoothConjugateGradients, endsWhereSweepsAreStill) {
  Sweeps sweeps(MatrixXd::Identity(2, 2), VectorXd::Ones(2));
  sweeps.tolerance = 0;  // never solved by its own test
  EXPECT_TRUE(NonSmoothConjugateGradients{}.solve(sweeps));
  EXPECT_EQ(sweeps.x, VectorXd::Ones(2));
  EXPECT_LE(sweeps.count, 3);
  Sweeps rough = chain(30);
  EXPECT_TRUE(NonSmoothConjugateGradients{.tolerance = 1e-2}.solve(rough));
  EXPECT_FALSE(rough.solved);
  EXPECT_LT(rough.lastChange, 1e-2);
}

TEST(NonSmoothConjugateGradients, endsWithNumbersThatAreNotFinite) {
  Sweeps sweeps = chain(5);
  sweeps.b[2] = std::numeric_limits<double>::quiet_NaN();
  sweeps.most = 20;
  EXPECT_FALSE(NonSmoothConjugateGradients{}.solve(sweeps));
  EXPECT_EQ(sweeps.count, 20);
  EXPECT_FALSE(sweeps.solved);
}

/// On a linear iteration with n rows, all of whose changes are kept, the combination is exact after n + 1 sweeps
/// (Walker and Ni, theorem 2.2: the iterates are those of GMRES).
TEST(AndersonAcceleration, solvesLinearIterationsAsGmresDoes) {
  Sweeps sweeps = chain(8);
  sweeps.tolerance = 1e-9;
  AndersonAcceleration{.depth = 8}.solve(sweeps, VectorXd::Ones(8));
  EXPECT_TRUE(sweeps.solved);
  EXPECT_LE(sweeps.count, 8 + 3);
  EXPECT_GT(plainSweeps(chain(8)), 30);
  EXPECT_LT((sweeps.a * sweeps.x - sweeps.b).norm(), 1e-8);
}

TEST(AndersonAcceleration, isPlainSweepsWithoutDepth) {
  Sweeps sweeps = chain(6), plain = chain(6);
  AndersonAcceleration{.depth = 0}.solve(sweeps, VectorXd::Ones(6));
  while (plain.isOpen()) plain.sweep();
  EXPECT_EQ(sweeps.count, plain.count);
  EXPECT_EQ(sweeps.x, plain.x);
}

TEST(AndersonAcceleration, solvesComplementarity) {
  Sweeps sweeps = chain(20);
  sweeps.b.setConstant(-0.1);
  sweeps.b[0] = 3;
  sweeps.isComplementary = true;
  Sweeps plain = sweeps;
  plain.most = 5000;
  AndersonAcceleration{.depth = 5}.solve(sweeps, VectorXd::Ones(20));
  while (plain.isOpen()) plain.sweep();
  EXPECT_TRUE(sweeps.solved);
  EXPECT_LT((sweeps.x - plain.x).norm(), 1e-9);
}

TEST(AndersonAcceleration, endsWithNumbersThatAreNotFinite) {
  Sweeps sweeps = chain(5);
  sweeps.b[2] = std::numeric_limits<double>::infinity();
  sweeps.most = 20;
  AndersonAcceleration{}.solve(sweeps, VectorXd::Ones(5));
  EXPECT_EQ(sweeps.count, 20);
  EXPECT_FALSE(sweeps.solved);
}

TEST(AndersonMixing, findsTheSolutionOfALineFromTwoSweeps) {
  // G(x) = x / 2 + 1, whose fixed point is 2: from 0 to 1, from 1 to 1.5.
  const VectorXd one = VectorXd::Ones(1);
  AndersonMixing mixing(3);
  EXPECT_FALSE(mixing.hasLearnt());
  EXPECT_EQ(mixing.next(one, one, one), one);
  EXPECT_NEAR(mixing.next(1.5 * one, 0.5 * one, one)[0], 2, 1e-14);
  EXPECT_TRUE(mixing.hasLearnt());
}

TEST(AndersonMixing, leavesOutSweepsThatTeachNothing) {
  const VectorXd one = VectorXd::Ones(2);
  AndersonMixing mixing(3);
  mixing.next(one, one, one);
  EXPECT_EQ(mixing.next(one, one, one), one) << "the same once more";
}

}  // namespace
}  // namespace sofa::mechanics

// SPDX-License-Identifier: Apache-2.0
#include "MatrixScene.h"

namespace sofa::tests {
namespace {

constexpr double tight = 1e-9;

void expectPair(const Eigen::VectorXd& v, double x, double y) {
  ASSERT_EQ(v.size(), 2);
  EXPECT_NEAR(v[0], x, 1e-10);
  EXPECT_NEAR(v[1], y, 1e-10);
}

Eigen::VectorXd solveTwoByTwo(const std::string& solver) {
  CapturedMessages messages;
  return MatrixScene(twoByTwo(), oneTwo(), solver, false).step();
}

// A = [[4,1],[1,3]], b = (1,2), from 0: p.Ap is 20 and then 0.859375, |r|/|b| is 0.25 after the first iteration, and
// the solution is (1/11, 7/11).
TEST(CGLinearSolver, StopsAsTheTestsOfEachIterationSay) {
  const auto cg = [](const std::string& options) { return solveTwoByTwo("<CGLinearSolver " + options + "/>"); };
  expectPair(cg("iterations='1' tolerance='1e-12' threshold='1e-30'"), 0.25, 0.5);
  expectPair(cg("iterations='10' tolerance='1e-12' threshold='1'"), 0.25, 0.5);
  expectPair(cg("iterations='10' tolerance='0.26' threshold='1e-30'"), 0.25, 0.5);
  expectPair(cg("iterations='10' tolerance='0.1' threshold='1e-30'"), 1.0 / 11, 7.0 / 11);
  expectPair(cg("iterations='10' tolerance='1e-12' threshold='1e-30' template='CompressedRowSparseMatrix'"), 1.0 / 11,
             7.0 / 11);
}

TEST(CGLinearSolver, OnlyTheFirstCallGoesOnBeyondTheFirstTest) {
  CapturedMessages messages;
  MatrixScene scene(twoByTwo(), oneTwo(), "<CGLinearSolver iterations='10' tolerance='1e-12' threshold='30'/>", false);
  expectPair(scene.step(), 0.25, 0.5);
  EXPECT_EQ(messages.warnings("denominator threshold reached"), 1u);
  expectPair(scene.step(), 0, 0);
}

TEST(CGLinearSolver, SaysOnceThatNothingResists) {
  CapturedMessages messages;
  MatrixScene scene(Eigen::MatrixXd::Zero(2, 2), oneTwo(), "<CGLinearSolver iterations='10'/>", false);
  for (int i = 0; i < 3; ++i) expectPair(scene.step(), 0, 0);
  EXPECT_EQ(messages.warnings("singular along a search direction"), 1u);
  EXPECT_EQ(messages.warnings("approximate"), 0u) << "more iterations would not help";
}

TEST(PCGLinearSolver, ComparesTheSquaredPreconditionedResidual) {
  // tolerance 0.1: the bound is 0.1 b.b = 0.5, and r.r is 0.3125 after the first iteration.
  expectPair(solveTwoByTwo("<PCGLinearSolver iterations='10' tolerance='0.1'/>"), 0.25, 0.5);
  expectPair(solveTwoByTwo("<PCGLinearSolver iterations='10' tolerance='1e-20'/>"), 1.0 / 11, 7.0 / 11);
  // First direction with C = diag(1/4, 1/3): w = (1/4, 2/3); alpha = r.w / w.Aw = (19/12) / (1/4 + 4/3 + 1/3).
  const double alpha = (19.0 / 12) / (0.25 + 1.0 / 3 + 4.0 / 3);
  expectPair(solveTwoByTwo("<PCGLinearSolver iterations='1' tolerance='1e-20' preconditioner='@pre'/>"
                           "<JacobiPreconditioner name='pre'/>"),
             alpha / 4, 2 * alpha / 3);
}

TEST(PCGLinearSolver, StartsFromThePreviousSolution) {
  CapturedMessages messages;
  MatrixScene scene(twoByTwo(), oneTwo(), "<PCGLinearSolver iterations='1' tolerance='1e-20'/>", false);
  expectPair(scene.step(), 0.25, 0.5);
  // r = b - A (1/4, 1/2) = (-1/2, 1/4), alpha = r.r / r.Ar = 0.3125 / 0.9375.
  expectPair(scene.step(), 0.25 - 0.5 / 3, 0.5 + 0.25 / 3);
}

TEST(PCGLinearSolver, OldNameIsAccepted) {
  expectPair(solveTwoByTwo("<ShewchukPCGLinearSolver iterations='10' tolerance='0.1'/>"), 0.25, 0.5);
}

TEST(MinResLinearSolver, FirstIterateAndTests) {
  const auto minres = [](const std::string& options) { return solveTwoByTwo("<MinResLinearSolver " + options + "/>"); };
  // t1 = 0.2197622682 and t2 = 0.8790490730 after the first iteration.
  expectPair(minres("iterations='1' tolerance='1e-12'"), 4.0 / 17, 8.0 / 17);
  expectPair(minres("iterations='10' tolerance='0.22'"), 4.0 / 17, 8.0 / 17);
  expectPair(minres("iterations='10' tolerance='0.2197'"), 1.0 / 11, 7.0 / 11);
  expectPair(minres("iterations='10' tolerance='0.88'"), 4.0 / 17, 8.0 / 17);
  expectPair(minres("iterations='10' tolerance='1e-12' template='CompressedRowSparseMatrix'"), 1.0 / 11, 7.0 / 11);
}

TEST(SSORPreconditioner, AloneIsOneApplication) {
  expectPair(solveTwoByTwo("<SSORPreconditioner/>"), 0.0833333333333333, 0.6388888888888889);
  expectPair(solveTwoByTwo("<SSORPreconditioner omega='1.5'/>"), 0, 0.5);
  expectPair(solveTwoByTwo("<SSORPreconditioner omega='1.5' template='CompressedRowSparseMatrixMat3x3'/>"), 0, 1);
}

TEST(JacobiPreconditioner, AloneDividesByTheDiagonal) {
  expectPair(solveTwoByTwo("<JacobiPreconditioner/>"), 0.25, 2.0 / 3);
}

class DenseOracle : public testing::TestWithParam<std::string> {};

TEST_P(DenseOracle, PositiveDefinite) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const int size = 30 * static_cast<int>(seed);
    const Eigen::MatrixXd a = randomSpd(size, 17 * seed);
    const Eigen::VectorXd b = randomVector(size, seed);
    CapturedMessages messages;
    MatrixScene scene(a, b, GetParam());
    const Eigen::VectorXd expected = a.ldlt().solve(b);
    EXPECT_LT((scene.step() - expected).norm(), tight * expected.norm());
    EXPECT_EQ(messages.errors(), 0u);
  }
}

std::string preconditioned(const std::string& preconditioner) {
  return "<PCGLinearSolver iterations='500' tolerance='1e-24' preconditioner='@pre'/>" + preconditioner;
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, DenseOracle,
    testing::Values("<CGLinearSolver iterations='500' tolerance='1e-13' threshold='1e-30'/>",
                    "<CGLinearSolver iterations='500' tolerance='1e-13' threshold='1e-30' "
                    "template='CompressedRowSparseMatrixMat3x3'/>",
                    "<ParallelCGLinearSolver iterations='500' tolerance='1e-13' threshold='1e-30'/>",
                    "<MinResLinearSolver iterations='500' tolerance='1e-14'/>",
                    "<MinResLinearSolver iterations='500' tolerance='1e-14' "
                    "template='CompressedRowSparseMatrixMat3x3'/>",
                    "<PCGLinearSolver iterations='500' tolerance='1e-24'/>",
                    preconditioned("<JacobiPreconditioner name='pre'/>"),
                    preconditioned("<BlockJacobiPreconditioner name='pre'/>"),
                    preconditioned("<SSORPreconditioner name='pre' omega='1.3'/>"),
                    preconditioned("<SSORPreconditioner name='pre' template='CompressedRowSparseMatrixMat3x3'/>"),
                    preconditioned("<BlockILUPreconditioner name='pre'/>"),
                    preconditioned("<BlockICPreconditioner name='pre'/>"),
                    preconditioned("<AMGPreconditioner name='pre' directSize='12'/>"),
                    preconditioned("<MatrixLinearSystem name='first' template='CompressedRowSparseMatrixd'/>"
                                   "<PrecomputedWarpPreconditioner name='pre' linearSystem='@first' "
                                   "use_rotations='false'/>"),
                    preconditioned("<SparseLDLSolver name='pre' template='CompressedRowSparseMatrixMat3x3'/>")));

TEST(MinResLinearSolver, Indefinite) {
  Eigen::MatrixXd a = randomSpd(30, 3);
  for (int i = 0; i < 30; i += 2) a.row(i) *= -1;
  a = (0.5 * (a + a.transpose())).eval();
  ASSERT_LT(a.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
  const Eigen::VectorXd b = randomVector(30, 5), expected = a.fullPivLu().solve(b);
  const MatrixScene scene(a, b, "<MinResLinearSolver iterations='300' tolerance='1e-14'/>");
  EXPECT_LT((scene.step() - expected).norm(), 1e-8 * expected.norm());
}

TEST(IterativeSolver, ComplianceOfAnAssembledSystem) {
  const Eigen::MatrixXd a = randomSpd(12, 3);
  linearalgebra::SparseRows j;
  j.add(2, 1.0);
  j.add(7, -0.5);
  j.endRow();
  j.add(7, 2.0);
  j.endRow();
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(2, 12);
  dense(0, 2) = 1.0;
  dense(0, 7) = -0.5;
  dense(1, 7) = 2.0;
  const Eigen::MatrixXd expected = 3.0 * dense * a.inverse() * dense.transpose();
  CapturedMessages messages;
  for (const char* name : {"CGLinearSolver threshold='1e-30'", "MinResLinearSolver"}) {
    const std::string text = std::string("<") + name + " iterations='100' tolerance='1e-13' ";
    const MatrixScene scene(a, randomVector(12, 4), text + "template='CompressedRowSparseMatrixMat3x3'/>");
    scene.step();
    linearalgebra::DenseMatrix w = linearalgebra::DenseMatrix::Zero(2, 2);
    EXPECT_TRUE(scene.solver().addComplianceProduct(w, j, 3.0));
    EXPECT_LT((w - expected).norm(), 1e-10 * expected.norm()) << name;
    const MatrixScene matrixFree(a, randomVector(12, 4), text + "/>");
    matrixFree.step();
    EXPECT_FALSE(matrixFree.solver().addComplianceProduct(w, j, 3.0));
  }
}

TEST(IterativeSolver, SaysOnceThatItStoppedUnconverged) {
  for (const char* solver : {"<CGLinearSolver iterations='2' tolerance='1e-12' threshold='1e-30'/>",
                             "<PCGLinearSolver iterations='2' tolerance='1e-24'/>",
                             "<MinResLinearSolver iterations='2' tolerance='1e-12'/>"}) {
    CapturedMessages messages;
    const MatrixScene scene(randomSpd(30, 3), randomVector(30, 4), solver);
    scene.step();
    scene.step();
    EXPECT_EQ(messages.warnings("stopped after 2 iterations"), 1u) << solver;
    EXPECT_EQ(scene.solver().statistics().solves, 2u);
    EXPECT_EQ(scene.solver().statistics().converged, 0u);
    EXPECT_EQ(scene.solver().statistics().iterations, 4u);
    EXPECT_GT(scene.solver().statistics().lastResidual, 0);
  }
}

TEST(IterativeSolver, NumbersThatAreNotFiniteReachTheStateWithAnError) {
  for (const char* solver :
       {"<CGLinearSolver iterations='50' tolerance='1e-12' threshold='1e-30'/>",
        "<PCGLinearSolver iterations='50' tolerance='1e-24'/>",
        "<MinResLinearSolver iterations='50' tolerance='1e-9'/>",
        "<PCGLinearSolver iterations='50' tolerance='1e-24' preconditioner='@pre'/><SSORPreconditioner name='pre'/>"}) {
    CapturedMessages messages;
    Eigen::VectorXd b = randomVector(6, 4);
    b[2] = std::numeric_limits<double>::quiet_NaN();
    const MatrixScene scene(randomSpd(6, 3), b, solver);
    EXPECT_FALSE(scene.step().allFinite()) << solver;
    EXPECT_GE(messages.errors("not finite"), 1u) << solver;
  }
}

TEST(IterativeSolver, SaysThatAMatrixIsNotPositiveDefinite) {
  for (const char* solver : {"<CGLinearSolver iterations='3' tolerance='1e-12' threshold='1e-30'/>",
                             "<PCGLinearSolver iterations='3' tolerance='1e-24'/>"}) {
    CapturedMessages messages;
    const MatrixScene scene(-randomSpd(6, 3), randomVector(6, 4), solver);
    scene.step();
    scene.step();
    EXPECT_EQ(messages.warnings("not positive definite"), 1u) << solver;
  }
}

}  // namespace
}  // namespace sofa::tests

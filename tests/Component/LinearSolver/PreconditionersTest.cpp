// SPDX-License-Identifier: Apache-2.0
#include "MatrixScene.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::tests {
namespace {

Eigen::VectorXd applied(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, const std::string& preconditioner) {
  return MatrixScene(a, b, preconditioner).step();
}

/// Blocks of 3x3 reals next to the diagonal only: incomplete factorisations without fill are exact.
Eigen::MatrixXd blockTridiagonal(int size) {
  Eigen::MatrixXd a = randomSpd(size, 8);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      if (std::abs(i / 3 - j / 3) > 1) a(i, j) = 0;
      if (std::abs(i / 3 - j / 3) == 1) a(i, j) = -0.1 * (1 + (i + j) % 3);
    }
  return a;
}

TEST(Preconditioners, AloneAreOneApplication) {
  const int n = 18;
  const Eigen::MatrixXd a = randomSpd(n, 5);
  const Eigen::VectorXd b = randomVector(n, 6);
  EXPECT_LT((applied(a, b, "<JacobiPreconditioner/>") - b.cwiseQuotient(a.diagonal())).norm(), 1e-14);
  Eigen::VectorXd blocks(n);
  for (int i = 0; i < n; i += 3) blocks.segment<3>(i) = a.block<3, 3>(i, i).inverse() * b.segment<3>(i);
  EXPECT_LT((applied(a, b, "<BlockJacobiPreconditioner/>") - blocks).norm(), 1e-14);
  // SSOR: z = w (2 - w) (D + w L)^-T... here in the order of the sweeps, upper triangle first.
  const double w = 1.4;
  const Eigen::MatrixXd d = a.diagonal().asDiagonal();
  const Eigen::MatrixXd upper = a.triangularView<Eigen::StrictlyUpper>(), lower = upper.transpose();
  const Eigen::VectorXd half = (d + w * upper).lu().solve(w * b);
  const Eigen::VectorXd ssor = (d + w * lower).lu().solve(d * half);
  EXPECT_LT((applied(a, b, "<SSORPreconditioner omega='1.4'/>") - (2 - w) * ssor).norm(), 1e-13);
  EXPECT_LT(
      (applied(a, b, "<SSORPreconditioner omega='1.4' template='CompressedRowSparseMatrixMat3x3'/>") - ssor).norm(),
      1e-13);
}

TEST(Preconditioners, IncompleteFactorisationsAreExactWithoutFill) {
  const Eigen::MatrixXd a = blockTridiagonal(24);
  const Eigen::VectorXd b = randomVector(24, 6), expected = a.ldlt().solve(b);
  for (const char* name : {"BlockILUPreconditioner", "BlockICPreconditioner"}) {
    const std::string text = std::string("<") + name + "/>";
    EXPECT_LT((applied(a, b, text) - expected).norm(), 1e-12 * expected.norm()) << name;
  }
}

TEST(Preconditioners, AZeroOnTheDiagonalIsNamed) {
  Eigen::MatrixXd a = randomSpd(9, 5);
  a.row(4).setZero();
  a.col(4).setZero();
  for (const char* text : {"<JacobiPreconditioner/>", "<SSORPreconditioner/>", "<BlockJacobiPreconditioner/>"}) {
    CapturedMessages messages;
    const MatrixScene scene(a, randomVector(9, 2), text);
    const Eigen::VectorXd s = scene.step();
    scene.step();
    EXPECT_TRUE(s.allFinite()) << text;
    EXPECT_EQ(messages.errors(), 1u) << text;
    EXPECT_EQ(messages.errors("point 1 of /dofs"), 1u) << text;
  }
}

TEST(Preconditioners, IncompleteFactorisationsRaiseADiagonalThatBreaksDownAndSaySo) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(9, 9);
  a.block(0, 3, 3, 3).setConstant(2);
  a.block(3, 0, 3, 3).setConstant(2);
  for (const char* text : {"<BlockILUPreconditioner/>", "<BlockICPreconditioner/>"}) {
    CapturedMessages messages;
    Eigen::MatrixXd broken = a;
    if (text[7] == 'L') broken.block(3, 3, 3, 3) = 12 * Eigen::MatrixXd::Ones(3, 3);  // the Schur complement is zero
    const MatrixScene scene(broken, randomVector(9, 2), text);
    const Eigen::VectorXd s = scene.step();
    scene.step();
    EXPECT_TRUE(s.allFinite()) << text;
    EXPECT_EQ(messages.warnings("the diagonal was raised by"), 1u) << text;
  }
}

TEST(Preconditioners, BlockJacobiNeedsUnknownsByThrees) {
  CapturedMessages messages;
  MatrixScene scene(randomSpd(4, 5), randomVector(4, 2), "<BlockJacobiPreconditioner/>", false);
  scene.step();
  EXPECT_EQ(messages.errors("takes the unknowns by threes"), 1u);
}

TEST(Preconditioners, SSORWarnsOfAnOmegaOutOfRange) {
  CapturedMessages messages;
  const MatrixScene scene(randomSpd(6, 5), randomVector(6, 2), "<SSORPreconditioner omega='2.5'/>");
  EXPECT_EQ(messages.warnings("between 0 and 2"), 1u);
}

TEST(Preconditioners, VerboseIsSaidToHaveNoUse) {
  CapturedMessages messages;
  const MatrixScene scene(randomSpd(6, 5), randomVector(6, 2), "<JacobiPreconditioner verbose='1'/>");
  EXPECT_EQ(messages.warnings("'verbose' has no use"), 1u);
  EXPECT_EQ(messages.warnings(), 1u);
}

TEST(Preconditioners, SameBitsForAnyNumberOfThreads) {
  const Eigen::MatrixXd a = randomSpd(300, 5);
  const Eigen::VectorXd b = randomVector(300, 6);
  for (const char* name : {"Jacobi", "BlockJacobi", "SSOR", "BlockILU", "BlockIC", "AMG"}) {
    const std::string text =
        std::string("<PCGLinearSolver iterations='20' tolerance='1e-24' preconditioner='@pre'/><") + name +
        "Preconditioner name='pre'/>";
    CapturedMessages messages;
    const Eigen::VectorXd serial = applied(a, b, text);
    for (const int threads : {2, 4}) {
      helper::setThreadCount(threads);
      const Eigen::VectorXd parallel = applied(a, b, text);
      helper::setThreadCount(1);
      EXPECT_TRUE((serial.array() == parallel.array()).all()) << name << " on " << threads;
    }
  }
}

// --- what a preconditioner may not be ---

std::size_t errorsOf(const std::string& solver, const std::string& part) {
  CapturedMessages messages;
  const MatrixScene scene(twoByTwo(), oneTwo(), solver, false);
  EXPECT_TRUE(scene.step().allFinite());
  return messages.errors(part);
}

TEST(PCGLinearSolver, RefusesWhatCannotBeItsPreconditioner) {
  EXPECT_EQ(errorsOf("<PCGLinearSolver preconditioner='@none'/>", "there is no linear solver of that path"), 1u);
  EXPECT_EQ(errorsOf("<PCGLinearSolver name='a' preconditioner='@a'/>", "is this solver itself"), 1u);
  EXPECT_EQ(errorsOf("<PCGLinearSolver preconditioner='@cg'/><CGLinearSolver name='cg'/>", "is matrix-free"), 1u);
  EXPECT_EQ(errorsOf("<MatrixFreeSystem name='sys'/><PCGLinearSolver linearSystem='@sys'/>",
                     "Use a PreconditionedMatrixFreeSystem"),
            1u);
}

TEST(LinearSolvers, OneThatNothingUsesIsNamed) {
  const auto warnings = [](const std::string& solvers) {
    CapturedMessages messages;
    const MatrixScene scene(twoByTwo(), oneTwo(), solvers, false);
    return messages.warnings("nothing refers to");
  };
  const std::string pcg = "<PCGLinearSolver name='pcg' preconditioner='@pre'/>",
                    pre = "<JacobiPreconditioner name='pre'/>";
  EXPECT_EQ(warnings(pcg + pre), 0u);
  EXPECT_EQ(warnings(pre + pcg), 1u);
  EXPECT_EQ(warnings("<SparseLDLSolver name='a' template='CompressedRowSparseMatrix'/><CGLinearSolver name='b'/>"), 1u);
}

TEST(PCGLinearSolver, APreconditionerThatFailsLeavesTheSolutionAsItWas) {
  CapturedMessages messages;
  const Eigen::MatrixXd a = (Eigen::MatrixXd(2, 2) << 0, 1, 1, 0).finished();
  const MatrixScene scene(a, oneTwo(), "<PCGLinearSolver preconditioner='@pre'/><JacobiPreconditioner name='pre'/>",
                          false);
  EXPECT_EQ(scene.step().norm(), 0);
  EXPECT_EQ(messages.errors("Failed to factorize"), 1u);
}

TEST(PreconditionedMatrixFreeSystem, BuildsThePreconditionerOnceInAWhile) {
  const auto versionAfter = [](const std::string& rate, int steps) {
    CapturedMessages messages;
    const MatrixScene scene(randomSpd(6, 5), randomVector(6, 2),
                            "<PreconditionedMatrixFreeSystem name='sys' assemblingRate='" + rate +
                                "'/><PCGLinearSolver linearSystem='@sys' preconditioner='@pre'/>"
                                "<JacobiPreconditioner name='pre'/>");
    for (int i = 0; i < steps; ++i) scene.step();
    for (auto* solver : scene.root->allLocal<core::LinearSolver>())
      if (solver->name() == "pre") return solver->linearSystem()->version();
    return std::size_t{0};
  };
  EXPECT_EQ(versionAfter("1", 7), 7u);
  EXPECT_EQ(versionAfter("3", 7), 3u);  // at builds 1, 4 and 7
  EXPECT_EQ(versionAfter("3", 6), 2u);
}

TEST(PreconditionedMatrixFreeSystem, ARateThatBecomesZeroCountsAsOne) {
  const MatrixScene scene(randomSpd(6, 5), randomVector(6, 2),
                          "<PreconditionedMatrixFreeSystem name='sys'/>"
                          "<PCGLinearSolver linearSystem='@sys' preconditioner='@pre'/>"
                          "<JacobiPreconditioner name='pre'/>");
  scene.step();
  core::LinearSystem* built = nullptr;
  for (auto* solver : scene.root->allLocal<core::LinearSolver>()) {
    if (solver->name() == "pre")
      built = solver->linearSystem();
    else
      solver->linearSystem()->findData("assemblingRate")->read("0");
  }
  ASSERT_NE(built, nullptr);
  scene.step();
  scene.step();
  EXPECT_EQ(built->version(), 3u);
}

}  // namespace
}  // namespace sofa::tests

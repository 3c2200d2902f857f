// SPDX-License-Identifier: Apache-2.0
// Direct solvers against dense factorisations.
#include "Component/LinearSolver/GivenSystem.h"
#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::test {
namespace {

enum class Kind { positive, symmetric, general };

struct Candidate {
  const char* solver;
  const char* matrix;  // template
  Kind kind;           // the most general one it solves
};

void PrintTo(const Candidate& c, std::ostream* out) { *out << c.solver << " " << c.matrix; }

const Candidate candidates[] = {{"SparseLDLSolver", "CompressedRowSparseMatrixd", Kind::symmetric},
                                {"SparseLDLSolver", "CompressedRowSparseMatrixMat3x3", Kind::symmetric},
                                {"AsyncSparseLDLSolver", "CompressedRowSparseMatrixd", Kind::symmetric},
                                {"EigenSimplicialLDLT", "CompressedRowSparseMatrixd", Kind::symmetric},
                                {"EigenSimplicialLLT", "CompressedRowSparseMatrixMat3x3d", Kind::positive},
                                {"EigenCholmodSupernodalLLT", "CompressedRowSparseMatrixd", Kind::positive},
                                {"EigenSparseLU", "CompressedRowSparseMatrixd", Kind::general},
                                {"EigenSparseQR", "CompressedRowSparseMatrixMat3x3d", Kind::general},
                                {"CholeskySolver", "SparseMatrix", Kind::positive},
                                {"CholeskySolver", "FullMatrix", Kind::positive},
                                {"SVDLinearSolver", "FullMatrix", Kind::general},
                                {"SVDLinearSolver", "CompressedRowSparseMatrixd", Kind::general}};

BlockMatrix sample(Kind kind, int blockSize, unsigned seed) {
  const int blocks = 60 / blockSize;
  if (kind == Kind::positive) return randomPositive(blockSize, blocks, 3, seed);
  if (kind == Kind::symmetric)
    return randomSymmetric(blockSize, blocks, 3, seed, [](int i) { return i % 3 == 0 ? -1.0 : 1.0; });
  BlockMatrix a = randomMatrix(blockSize, blocks, 3, seed);
  for (int i = 0; i < a.rows(); ++i)
    a.block(a.find(i / blockSize, i / blockSize))[(i % blockSize) * (blockSize + 1)] += i % 2 == 0 ? 9 : -9;
  return a;
}

class DirectSolver : public testing::TestWithParam<Candidate> {
 protected:
  void SetUp() override {
    scene = std::make_unique<SolverNode>(GetParam().solver,
                                         SolverNode::Attributes{{"template", GetParam().matrix}, {"name", "solver"}});
    if (auto* lag = scene->solver->findData("lag")) lag->read("0");
  }
  std::unique_ptr<SolverNode> scene;
};

TEST_P(DirectSolver, SolvesWhatItIsDeclaredFor) {
  for (const Kind kind : {Kind::positive, Kind::symmetric, Kind::general}) {
    if (kind > GetParam().kind) continue;
    for (const int blockSize : {1, 2, 3, 6}) {
      scene->set(sample(kind, blockSize, 7 + blockSize));
      const DenseMatrix a = scene->system->matrix()->dense();
      const Vector b = randomVector(60, 11);
      const Vector exact = a.fullPivLu().solve(b);
      EXPECT_LT((scene->solve(b) - exact).norm(), 1e-10 * exact.norm()) << "blocks of " << blockSize;
    }
  }
}

TEST_P(DirectSolver, FactorisesAgainAfterAnInterruption) {
  scene->set(sample(Kind::positive, 3, 7));
  const Vector b = randomVector(60, 11);
  helper::requestInterrupt();
  try {
    scene->solve(b);
  } catch (const helper::Interrupted&) {  // not by those that are done too soon
  }
  helper::withdrawInterrupt();
  const Vector exact = scene->system->matrix()->dense().fullPivLu().solve(b);
  EXPECT_LT((scene->solve(b) - exact).norm(), 1e-10 * exact.norm());
}

TEST_P(DirectSolver, SolvesSeveralRightHandSidesAtOnce) {
  scene->set(sample(GetParam().kind, 3, 5));
  const DenseMatrix a = scene->system->matrix()->dense();
  DenseMatrix x(60, 11);
  for (int c = 0; c < x.cols(); ++c) x.col(c) = randomVector(60, 20 + c);
  const DenseMatrix exact = a.fullPivLu().solve(x);
  scene->solver->solve(x);
  EXPECT_LT((x - exact).norm(), 1e-10 * exact.norm());
}

TEST_P(DirectSolver, AddsTheComplianceOfConstraints) {
  scene->set(sample(GetParam().kind, 3, 6));
  const DenseMatrix a = scene->system->matrix()->dense();
  // 70 rows, more than are solved together; row 1 is empty, row 2 names an unknown twice.
  linearalgebra::SparseRows j;
  DenseMatrix dense = DenseMatrix::Zero(70, 60);
  const auto add = [&](int row, int column, double value) {
    j.add(column, value);
    dense(row, column) += value;
  };
  for (int row = 0; row < 70; ++row) {
    if (row == 2) add(2, 4, 0.25);
    if (row != 1) add(row, (7 * row + 4) % 60 == 32 ? 4 : (7 * row + 4) % 60, 1.5);
    if (row % 2 == 1 && row > 1) add(row, (11 * row) % 60, -0.5);
    if (row == 2) add(2, 4, 0.5);
    j.endRow();
  }
  DenseMatrix w = DenseMatrix::Constant(70, 70, 3);
  const DenseMatrix exact = w + 0.1 * dense * a.fullPivLu().solve(DenseMatrix(dense.transpose()));
  ASSERT_TRUE(scene->solver->addComplianceProduct(w, j, 0.1));
  EXPECT_LT((w - exact).norm(), 1e-11 * exact.norm());
}

TEST_P(DirectSolver, FactorisesOnlyMatricesThatWereBuiltAnew) {
  scene->set(sample(GetParam().kind, 3, 8));
  const Vector b = randomVector(60, 1);
  const Vector x = scene->solve(b);
  for (double& value : scene->system->quietly().values()) value *= 2;
  EXPECT_EQ(scene->solve(b), x);
  scene->set(BlockMatrix(*scene->system->matrix()));
  EXPECT_LT((scene->solve(b) - x / 2).norm(), 1e-12 * x.norm());
}

TEST_P(DirectSolver, NamesAValueThatIsNotFinite) {
  const CapturedMessages messages;
  BlockMatrix a = sample(GetParam().kind, 3, 9);
  a.block(a.find(4, 4))[4] = std::numeric_limits<double>::quiet_NaN();
  scene->set(a);
  EXPECT_EQ(scene->solve(randomVector(60, 1)), Vector::Zero(60));
  EXPECT_EQ(messages.errors("not finite (NaN or infinite) at row 13 (y of point 4 of /dofs), column 13"), 1u);
  DenseMatrix w = DenseMatrix::Zero(1, 1);
  linearalgebra::SparseRows j;
  j.add(0, 1);
  j.endRow();
  EXPECT_FALSE(scene->solver->addComplianceProduct(w, j, 1));
  EXPECT_EQ(w(0, 0), 0);
}

TEST_P(DirectSolver, SaysOnceThatAMatrixIsSingular) {
  const bool isSVD = std::string(GetParam().solver) == "SVDLinearSolver";
  const bool isQR = std::string(GetParam().solver) == "EigenSparseQR";
  CapturedMessages messages;
  BlockMatrix a = randomPositive(3, 20, 3, 9);
  for (int i = 0; i < 20; ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      if (i == 7 || a.columnIndices()[k] == 7) sofa::type::ViewOf<sofa::type::Mat3>(a.block(k)).setZero();
  for (int repeat = 0; repeat < 3; ++repeat) {
    scene->set(BlockMatrix(a));
    const Vector x = scene->solve(randomVector(60, 1));
    EXPECT_TRUE(x.allFinite());
    if (isSVD) {  // has an answer: the part of the null space is zero
      EXPECT_LT(x.segment(21, 3).norm(), 1e-13 * x.norm());
      EXPECT_GT(x.norm(), 0);
    } else if (!isQR) {
      EXPECT_EQ(x, Vector::Zero(60));
    }
  }
  if (isSVD) {
    EXPECT_EQ(messages.errors(), 0u);
    return;
  }
  EXPECT_EQ(messages.errors(), isQR ? 0u : 1u);
  EXPECT_EQ(messages.errors("unconstrained") + messages.errors("neither a mass nor a stiffness") +
                messages.warnings("rank is 57 of 60"),
            1u);
  for (const auto& message : messages.messages) EXPECT_EQ(message.path, "/solver");
  if (isQR) return;
  scene->solver->cleanup();
  EXPECT_EQ(messages.warnings("could not be solved 3 times"), 1u);
  // A good matrix afterwards is solved.
  scene->set(sample(GetParam().kind, 3, 8));
  EXPECT_GT(scene->solve(randomVector(60, 1)).norm(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, DirectSolver, testing::ValuesIn(candidates),
                         [](const auto& test) { return std::string(test.param.solver) + std::to_string(test.index); });

TEST(SparseLDLSolver, KeepsTheSymbolicFactorisationWhileThePatternStays) {
  SolverNode scene("SparseLDLSolver");
  const auto& solver = dynamic_cast<component::linearsolver::SparseLDLSolver&>(*scene.solver);
  BlockMatrix a = randomPositive(3, 20, 3, 1);
  for (int i = 0; i < 4; ++i) {
    for (double& value : a.values()) value *= 1.1;
    scene.set(BlockMatrix(a));
    scene.solve(randomVector(60, 1));
  }
  EXPECT_EQ(solver.analyses(), 1u);
  EXPECT_GE(solver.d_L_nnz.value(), 60 * 3);
  EXPECT_LE(solver.d_L_nnz.value(), 60 * 61 / 2);
  scene.set(randomPositive(3, 20, 3, 2));
  scene.solve(randomVector(60, 1));
  EXPECT_EQ(solver.analyses(), 2u);
}

TEST(SparseLDLSolver, MakesTheSymbolicFactorisationEveryTimeIfAsked) {
  SolverNode scene("SparseLDLSolver", {{"precomputeSymbolicDecomposition", "false"}});
  const BlockMatrix a = randomPositive(3, 20, 3, 1);
  for (int i = 0; i < 3; ++i) {
    scene.set(BlockMatrix(a));
    scene.solve(randomVector(60, 1));
  }
  EXPECT_EQ(dynamic_cast<component::linearsolver::SparseLDLSolver&>(*scene.solver).analyses(), 3u);
}

TEST(SparseLDLSolver, NamesTheRowOnWhichNothingActs) {
  const CapturedMessages messages;
  SolverNode scene("SparseLDLSolver", {}, "", "Rigid3d");
  DenseMatrix a = DenseMatrix::Identity(12, 12);
  a(10, 10) = 0;
  a(10, 9) = a(9, 10) = 0;
  scene.set(fromDense(6, a));
  scene.solve(randomVector(12, 1));
  EXPECT_EQ(messages.errors("at row 10 (rotation about y of point 1 of /dofs): the row is zero"), 1u);
}

/// A chain of springs that nothing holds: singular, though rounding may hide it.
DenseMatrix freeChain() {
  DenseMatrix a = DenseMatrix::Zero(9, 9);
  const double stiffness[] = {0.1, 0.7, 1.3, 0.3, 2.1, 0.9, 1.7, 0.6};
  for (int i = 0; i < 8; ++i) {
    a(i, i) += stiffness[i];
    a(i + 1, i + 1) += stiffness[i];
    a(i, i + 1) -= stiffness[i];
    a(i + 1, i) -= stiffness[i];
  }
  return a;
}

TEST(SparseLDLSolver, GivesZeroForAFloatingBodyThatIsPushed) {
  const CapturedMessages messages;
  SolverNode scene("SparseLDLSolver");
  scene.set(fromDense(1, freeChain()));
  EXPECT_EQ(scene.solve(Vector::Ones(9)), Vector::Zero(9));
  EXPECT_EQ(messages.errors("singular"), 1u);
  EXPECT_EQ(messages.errors("unconstrained"), 1u);
}

TEST(SparseLDLSolver, WinsBackTheDigitsThatASmallPivotCosts) {
  const CapturedMessages messages;
  SolverNode scene("SparseLDLSolver", {}, "NaturalOrderingMethod");
  DenseMatrix a(3, 3);
  a << 1, 1, 0, 1, 1 + 1e-14, 1, 0, 1, 1;  // well conditioned, but the second pivot is 1e-14
  scene.set(fromDense(1, a));
  Vector b(3);
  b << 1, 2, 3;
  EXPECT_LT((a * scene.solve(b) - b).norm(), 1e-5);
  EXPECT_EQ(messages.errors(), 0u);
}

class Indefinite : public testing::TestWithParam<const char*> {};

TEST_P(Indefinite, IsRefusedWithTheRow) {
  const CapturedMessages messages;
  SolverNode scene(
      GetParam(),
      {{"template", std::string(GetParam()) == "CholeskySolver" ? "SparseMatrix" : "CompressedRowSparseMatrixd"}});
  DenseMatrix a = 2 * DenseMatrix::Identity(6, 6);
  a(4, 4) = -1;
  scene.set(fromDense(3, a));
  EXPECT_EQ(scene.solve(Vector::Ones(6)), Vector::Zero(6));
  EXPECT_EQ(messages.errors("not positive definite"), 1u);
  EXPECT_EQ(messages.errors("row 4 (y of point 1 of /dofs)"), 1u);
  EXPECT_EQ(messages.errors("SparseLDLSolver"), 1u);
}

INSTANTIATE_TEST_SUITE_P(All, Indefinite,
                         testing::Values("EigenSimplicialLLT", "EigenCholmodSupernodalLLT", "CholeskySolver"));

TEST(SVDLinearSolver, LeavesOutSmallSingularValues) {
  SolverNode scene("SVDLinearSolver", {{"template", "FullMatrix"}, {"minSingularValue", "1"}});
  scene.set(fromDense(1, Eigen::Vector3d(4, -2, 0.5).asDiagonal().toDenseMatrix()));
  EXPECT_LT((scene.solve(Eigen::Vector3d(8, 6, 1)) - Eigen::Vector3d(2, -3, 0)).norm(), 1e-14);
  EXPECT_EQ(scene.solver->findData("conditionNumber")->text(0), "8");
}

TEST(SVDLinearSolver, CountsAValueEqualToTheBoundAsSmall) {
  SolverNode scene("SVDLinearSolver", {{"template", "FullMatrix"}, {"minSingularValue", "2"}});
  scene.set(fromDense(1, Eigen::Vector3d(4, 2, 3).asDiagonal().toDenseMatrix()));
  EXPECT_LT((scene.solve(Eigen::Vector3d(8, 6, 3)) - Eigen::Vector3d(2, 0, 1)).norm(), 1e-14);
}

TEST(MatrixSolver, SaysOnceThatThereIsNothingToSolve) {
  const CapturedMessages messages;
  SolverNode scene("SparseLDLSolver");
  for (int i = 0; i < 3; ++i) {
    scene.set(BlockMatrix());
    scene.solve(Vector());
  }
  EXPECT_EQ(messages.warnings("null size"), 1u);
  EXPECT_EQ(messages.errors(), 0u);
}

}  // namespace
}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
// Krylov methods on dense systems: numbers of iterations that theory gives, and what ends a solve.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "Mechanics/DenseSpace.h"
#include "Sofa/Mechanics/Krylov/ConjugateGradients.h"
#include "Sofa/Mechanics/Krylov/ConjugateResiduals.h"
#include "Sofa/Mechanics/Krylov/MinimalResiduals.h"
#include "Sofa/Mechanics/Krylov/PreconditionedConjugateGradients.h"

namespace sofa::mechanics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using tests::DenseSpace;

/// A symmetric matrix with these eigenvalues, in axes that are none of the coordinates: H D H with a reflection H.
MatrixXd withEigenvalues(const VectorXd& values) {
  const VectorXd v = VectorXd::LinSpaced(values.size(), 1, 2).normalized();
  const MatrixXd h = MatrixXd::Identity(v.size(), v.size()) - 2 * v * v.transpose();
  return h * values.asDiagonal() * h;
}

struct DenseProblem {
  explicit DenseProblem(const MatrixXd& matrix) : space{matrix}, x(VectorXd::Zero(matrix.rows())), b(x.size()) {
    for (int i = 0; i < b.size(); ++i) b[i] = 1 + i % 3;
  }
  ConjugateGradients::Outcome solve(const ConjugateGradients& method) {
    return method.solve(space, &x, &b, {&work[0], &work[1], &work[2]}, history);
  }
  MinimalResiduals::Outcome solve(const MinimalResiduals& method) {
    return method.solve(space, &x, &b, {&work[0], &work[1], &work[2], {&work[3], &work[4], &work[5]}}, errors);
  }
  double error() const { return (space.matrix * x - b).norm() / b.norm(); }

  DenseSpace space;
  VectorXd x, b, work[6];
  ConjugateGradients::History history;
  std::vector<double> errors;
};

TEST(ConjugateGradients, takeAnIterationForEachEigenvalue) {
  const VectorXd three = (VectorXd(9) << 1, 1, 1, 4, 4, 4, 9, 9, 9).finished();
  DenseProblem p(withEigenvalues(three));
  const auto outcome = p.solve(ConjugateGradients{.tolerance = 1e-12});
  EXPECT_EQ(outcome.end, SolveEnd::tolerance);
  EXPECT_EQ(outcome.iterations, 3u);
  EXPECT_EQ(p.space.products, 3);
  EXPECT_EQ(p.history.errors.size(), 4u) << "the last one ends the solve";
  EXPECT_EQ(p.history.curvatures.size(), 3u);
  EXPECT_NEAR(p.error(), outcome.residual, 1e-14);
}

/// |e_k|_A <= 2 q^k |e_0|_A with q = (sqrt(c) - 1) / (sqrt(c) + 1), c the condition number.
TEST(ConjugateGradients, convergeAtTheRateOfTheCondition) {
  const VectorXd values = VectorXd::LinSpaced(60, 1, 100);
  DenseProblem p(withEigenvalues(values));
  const VectorXd exact = p.space.matrix.ldlt().solve(p.b);
  const auto energyNorm = [&](const VectorXd& e) { return std::sqrt(e.dot(p.space.matrix * e)); };
  for (const unsigned k : {5u, 10u, 20u}) {
    p.solve(ConjugateGradients{.most = k, .tolerance = 0});
    EXPECT_LE(energyNorm(p.x - exact), 2 * std::pow(9.0 / 11, k) * energyNorm(exact)) << k;
  }
}

TEST(ConjugateGradients, endAsAsked) {
  DenseProblem p(withEigenvalues(VectorXd::LinSpaced(6, 1, 6)));
  EXPECT_EQ(p.solve(ConjugateGradients{.most = 2, .tolerance = 1e-14}).end, SolveEnd::limit);
  const auto rough = p.solve(ConjugateGradients{.tolerance = 1e-14, .threshold = 1e9});
  EXPECT_EQ(rough.end, SolveEnd::threshold);
  EXPECT_EQ(rough.iterations, 0u);
  const auto forced = p.solve(ConjugateGradients{.tolerance = 10, .mayEndAtOnce = false});
  EXPECT_EQ(forced.iterations, 1u);
  EXPECT_TRUE(forced.passedTolerance);
  p.x = p.space.matrix.ldlt().solve(p.b);
  EXPECT_EQ(p.solve(ConjugateGradients{.tolerance = 1e-12, .startsFromGuess = true}).iterations, 0u);
  p.b.setZero();
  EXPECT_TRUE(p.solve(ConjugateGradients{}).isTrivial);
  EXPECT_EQ(p.x.norm(), 0);
}

TEST(ConjugateGradients, tellOfMatricesTheyAreNotFor) {
  DenseProblem singular(MatrixXd::Zero(3, 3));
  EXPECT_EQ(singular.solve(ConjugateGradients{}).end, SolveEnd::singular);
  DenseProblem negative(withEigenvalues((VectorXd(3) << -1, 2, 3).finished()));
  EXPECT_LT(negative.solve(ConjugateGradients{.tolerance = 1e-12}).negativeCurvature, 0);
  DenseProblem broken(MatrixXd::Constant(3, 3, std::numeric_limits<double>::quiet_NaN()));
  const auto outcome = broken.solve(ConjugateGradients{});
  EXPECT_EQ(outcome.end, SolveEnd::limit);
  EXPECT_FALSE(std::isfinite(outcome.residual));
}

TEST(MinimalResiduals, solveIndefiniteSystems) {
  DenseProblem p(withEigenvalues((VectorXd(8) << -3, -3, -1, -1, 2, 2, 5, 5).finished()));
  const auto outcome = p.solve(MinimalResiduals{.tolerance = 1e-13});
  EXPECT_EQ(outcome.end, SolveEnd::tolerance);
  EXPECT_LE(outcome.iterations, 5u) << "four eigenvalues, and one more to see the end";
  EXPECT_LT(p.error(), 1e-11);
  EXPECT_TRUE(std::ranges::is_sorted(p.errors, std::greater<>())) << "the residual never grows";
}

/// Of the solutions of a singular system whose right-hand side is in its range, the one in that range.
TEST(MinimalResiduals, solveSingularSystemsThatHaveSolutions) {
  DenseProblem p(withEigenvalues((VectorXd(4) << 0, 2, 3, 5).finished()));
  const VectorXd expected = p.space.matrix * p.b;  // in the range
  p.b = p.space.matrix * expected;
  EXPECT_EQ(p.solve(MinimalResiduals{.tolerance = 1e-12}).end, SolveEnd::tolerance);
  EXPECT_LT((p.x - expected).norm(), 1e-9 * expected.norm());
}

TEST(PreconditionedConjugateGradients, needOneIterationWithTheInverse) {
  DenseProblem p(withEigenvalues(VectorXd::LinSpaced(20, 1, 400)));
  const MatrixXd inverse = p.space.matrix.inverse();
  const auto exact = [&](VectorXd* z, VectorXd* r) { *z = inverse * *r; };
  const PreconditionedConjugateGradients method{.most = 100, .tolerance = 1e-20};
  const PreconditionedConjugateGradients::Work<VectorXd*> work{&p.work[0], &p.work[1], &p.work[2], &p.work[3]};
  auto outcome = method.solve(p.space, &p.x, &p.b, work, true, exact, p.errors);
  EXPECT_EQ(outcome.iterations, 1u);
  EXPECT_LT(p.error(), 1e-12);
  p.x.setZero();
  outcome = method.solve(p.space, &p.x, &p.b, work, false, exact, p.errors);
  EXPECT_GT(outcome.iterations, 15u) << "without one, twenty eigenvalues";
  EXPECT_LT(p.error(), 1e-9);
  EXPECT_EQ(p.errors.size(), outcome.iterations);
}

TEST(PreconditionedConjugateGradients, tellOfAPreconditionerThatIsNotDefinite) {
  DenseProblem p(withEigenvalues(VectorXd::LinSpaced(4, 1, 4)));
  const auto turned = [&](VectorXd* z, VectorXd* r) { *z = -*r; };
  const auto outcome = PreconditionedConjugateGradients{}.solve(
      p.space, &p.x, &p.b, {&p.work[0], &p.work[1], &p.work[2], &p.work[3]}, true, turned, p.errors);
  EXPECT_LT(outcome.delta, 0);
  EXPECT_EQ(outcome.end, SolveEnd::limit);
  EXPECT_EQ(outcome.iterations, 0u);
}

/// Solves with conjugate residuals; the residuals after each iteration.
struct ResidualSolve {
  ResidualSolve(const MatrixXd& matrix, const VectorXd& b, unsigned most, double tolerance = 1e-12)
      : space{matrix}, x(VectorXd::Zero(b.size())), r(b) {
    outcome = ConjugateResiduals{.most = most}.solve(space, &x, &r, {&work[0], &work[1], &work[2]}, [&](unsigned n) {
      EXPECT_EQ(n, norms.size());
      norms.push_back(r.norm());
      return r.norm() <= tolerance * b.norm();
    });
  }
  DenseSpace space;
  VectorXd x, r, work[3];
  std::vector<double> norms;
  ConjugateResiduals::Outcome outcome;
};

TEST(ConjugateResiduals, takeAnIterationForEachEigenvalue) {
  const VectorXd three = (VectorXd(9) << 1, 1, 1, 4, 4, 4, 9, 9, 9).finished();
  const VectorXd b = VectorXd::LinSpaced(9, 1, 2);
  const ResidualSolve solve(withEigenvalues(three), b, 20);
  EXPECT_EQ(solve.outcome.end, SolveEnd::tolerance);
  EXPECT_EQ(solve.outcome.iterations, 3u);
  EXPECT_EQ(solve.space.products, 4) << "one each, and one for the start";
  EXPECT_LT((solve.space.matrix * solve.x - b).norm(), 1e-11);
}

/// The residual of iteration k is the least of all polynomials p of degree k with p(0) = 1, here by normal equations.
TEST(ConjugateResiduals, minimiseTheResidual) {
  const MatrixXd a = withEigenvalues(VectorXd::LinSpaced(7, 1, 20));
  const VectorXd b = VectorXd::LinSpaced(7, -1, 2);
  const ResidualSolve solve(a, b, 4);
  MatrixXd krylov(7, 4);
  VectorXd power = b;
  for (int k = 0; k < 4; ++k) {
    power = a * power;
    krylov.col(k) = power.normalized();
    const MatrixXd span = krylov.leftCols(k + 1);
    const VectorXd least = b - span * span.colPivHouseholderQr().solve(b);
    EXPECT_NEAR(solve.norms[k], least.norm(), 1e-10 * b.norm()) << k;
  }
  EXPECT_EQ(solve.outcome.end, SolveEnd::limit);
  EXPECT_EQ(solve.outcome.iterations, 4u);
}

TEST(ConjugateResiduals, endWhereNothingIsLeftToChange) {
  VectorXd values = VectorXd::LinSpaced(4, 0, 3);  // one eigenvalue is zero
  const MatrixXd a = values.asDiagonal();
  const VectorXd b = VectorXd::Ones(4);
  const ResidualSolve singular(a, b, 3, 0);
  EXPECT_NEAR(singular.r[0], 1, 1e-12);
  EXPECT_NEAR(singular.r.tail(3).norm(), 0, 1e-12);
  const ResidualSolve trivial(a, VectorXd::Zero(4), 50);
  EXPECT_EQ(trivial.outcome.end, SolveEnd::singular);
  EXPECT_EQ(trivial.outcome.iterations, 0u);
  // r.Ar = 0 at the start, where A is indefinite.
  const ResidualSolve indefinite((MatrixXd(2, 2) << 1, 0, 0, -1).finished(), VectorXd::Ones(2), 50);
  EXPECT_EQ(indefinite.outcome.end, SolveEnd::singular);
  EXPECT_TRUE(indefinite.x.allFinite());
}

TEST(ConjugateResiduals, endWithNumbersThatAreNotFinite) {
  MatrixXd a = MatrixXd::Identity(3, 3);
  a(1, 1) = std::numeric_limits<double>::quiet_NaN();
  const ResidualSolve solve(a, VectorXd::Ones(3), 50);
  EXPECT_EQ(solve.outcome.end, SolveEnd::limit);
  EXPECT_EQ(solve.outcome.iterations, 0u);
}

}  // namespace
}  // namespace sofa::mechanics

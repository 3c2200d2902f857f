// SPDX-License-Identifier: Apache-2.0
// Dense kernels of sparse factorisations against plain sums, for sizes that fill registers and tiles and for others.
#include "Sofa/LinearAlgebra/DenseKernels.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <random>

namespace sofa::linearalgebra::kernels {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix randomMatrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  return Matrix::NullaryExpr(rows, columns, [&] { return value(random); });
}

constexpr int sizes[] = {1, 3, 7, 8, 9, 16, 17, 24, 25, 31, 33, 50, 61};
constexpr int depths[] = {1, 2, 3, 9, 30, 300};

/// In more rows than it has, of which the others hold what must stay.
struct Padded {
  static constexpr int padding = 3;
  Matrix all;
  int rows;
  explicit Padded(const Matrix& m) : all(Matrix::Constant(m.rows() + padding, m.cols(), 1e300)), rows(m.rows()) {
    all.topRows(rows) = m;
  }
  auto values() const { return all.topRows(rows); }
  bool isRestThere() const { return (all.bottomRows(padding).array() == 1e300).all(); }
};

double largestBelowDiagonal(const Matrix& m) {
  double largest = 0;
  for (int j = 0; j < m.cols(); ++j)
    for (int i = j; i < m.rows(); ++i) largest = std::max(largest, std::abs(m(i, j)));
  return largest;
}

TEST(DenseKernels, lowerProductsAreSubtractedFromWhatIsThereOrFromZero) {
  std::vector<PackBuffer> buffers(1);
  for (const int rows : sizes)
    for (const int columns : sizes) {
      if (columns > rows) continue;
      for (const int depth : depths) {
        const Matrix l = randomMatrix(rows, depth, 1), c = randomMatrix(rows, columns, 2);
        const Eigen::VectorXd d = randomMatrix(depth, 1, 3);
        const Matrix product = l * d.asDiagonal() * l.topRows(columns).transpose();
        for (const From from : {From::present, From::zero}) {
          // What is not to be read would be noticed.
          Padded result(
              from == From::present ? c : Matrix::Constant(rows, columns, std::numeric_limits<double>::quiet_NaN()));
          const Padded factor(l);
          subtractLowerProduct(from, rows, columns, depth, factor.all.data(), factor.all.rows(), d.data(),
                               result.all.data(), result.all.rows(), buffers, false);
          const Matrix expected = from == From::present ? Matrix(c - product) : Matrix(-product);
          EXPECT_LT(largestBelowDiagonal(result.values() - expected), 1e-13 * depth) << rows << ' ' << columns;
          EXPECT_TRUE(result.isRestThere()) << rows << ' ' << columns << ' ' << depth;
        }
      }
    }
}

TEST(DenseKernels, trapezoidsAreFactorisedAndSolved) {
  std::vector<PackBuffer> buffers(1);
  for (const int rows : sizes)
    for (const int columns : sizes) {
      if (columns > rows) continue;
      Matrix a = randomMatrix(rows, columns, 4);
      const Matrix square = a.topRows(columns);
      a.topRows(columns) = square + square.transpose() + 20 * Matrix::Identity(columns, columns);
      Padded padded(a);
      std::vector<double> d(columns);
      ASSERT_EQ(factoriseTrapezoid(rows, columns, padded.all.data(), padded.all.rows(), d.data(), buffers, false), -1);
      EXPECT_TRUE(padded.isRestThere()) << rows << ' ' << columns;
      Matrix l = padded.values();
      for (int j = 0; j < columns; ++j) {
        l(j, j) = 1;
        for (int i = 0; i < j; ++i) l(i, j) = 0;
      }
      const Matrix pivots = Eigen::Map<Eigen::VectorXd>(d.data(), columns).asDiagonal();
      EXPECT_LT((l * pivots * l.topRows(columns).transpose() - a).cwiseAbs().maxCoeff(), 1e-12)
          << rows << ' ' << columns;

      const Matrix lower = l.topRows(columns), below = l.bottomRows(rows - columns), whole = padded.values();
      const Eigen::VectorXd b = randomMatrix(columns, 1, 5);
      Eigen::VectorXd x = b, t(rows - columns);
      forwardSubstitute(rows, columns, whole.data(), x.data(), t.data());
      EXPECT_LT((lower * x - b).cwiseAbs().maxCoeff(), 1e-12) << rows << ' ' << columns;
      if (rows > columns) {
        EXPECT_LT((below * x - t).cwiseAbs().maxCoeff(), 1e-12) << rows << ' ' << columns;
      }
      Eigen::VectorXd y = b;
      backSubstitute(rows, columns, whole.data(), y.data(), t.data());
      EXPECT_LT((lower.transpose() * y - (b - below.transpose() * t)).cwiseAbs().maxCoeff(), 1e-12)
          << rows << ' ' << columns;
    }
}

TEST(DenseKernels, thePivotThatFailsIsNamed) {
  std::vector<PackBuffer> buffers(1);
  Matrix a = Matrix::Identity(40, 30);
  a(21, 21) = 0;
  std::vector<double> d(30);
  EXPECT_EQ(factoriseTrapezoid(40, 30, a.data(), 40, d.data(), buffers, false), 21);
}

}  // namespace
}  // namespace sofa::linearalgebra::kernels

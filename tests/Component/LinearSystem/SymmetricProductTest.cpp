// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/SymmetricProduct.h"

#include <gtest/gtest.h>

#include <random>

#include "Sofa/LinearAlgebra/BlockProduct.h"

using namespace sofa;
using component::linearsystem::SymmetricProduct;
using linearalgebra::BlockMatrix;

namespace {

/// A matrix of 3x3 blocks that couples each point of a grid with those around it, symmetric to the last bit.
struct GridMatrix {
  BlockMatrix a;
  std::vector<double> x;

  explicit GridMatrix(int n) {
    std::vector<std::pair<int, int>> blocks;
    const auto number = [&](int i, int j, int k) { return i + n * (j + n * k); };
    const auto near = [&](int i) { return std::pair(std::max(i - 1, 0), std::min(i + 1, n - 1)); };
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          for (int z = near(k).first; z <= near(k).second; ++z)
            for (int y = near(j).first; y <= near(j).second; ++y)
              for (int w = near(i).first; w <= near(i).second; ++w)
                blocks.emplace_back(number(i, j, k), number(w, y, z));
    linearalgebra::setPattern(a, 3, n * n * n, n * n * n, blocks);
    x.resize(a.rows());
    setValues(1);
  }

  void setValues(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (double& v : x) v = uniform(random);
    for (int i = 0; i < a.blockRows(); ++i)
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
        const int j = a.columnIndices()[k];
        if (j < i) continue;
        double* const across = a.block(a.find(j, i));
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r) a.block(k)[3 * c + r] = across[3 * r + c] = uniform(random);
      }
  }

  /// The largest error of `count` products with the matrix of that version.
  double error(SymmetricProduct& product, std::size_t version, int count) const {
    std::vector<double> expected(x.size()), found(x.size());
    a.multiply(x, expected);
    double largest = 0;
    for (int i = 0; i < count; ++i) {
      product.multiply(a, version, x, found);
      for (std::size_t j = 0; j < x.size(); ++j) largest = std::max(largest, std::abs(found[j] - expected[j]));
    }
    return largest;
  }
};

constexpr int manyProducts = 20;

TEST(SymmetricProduct, IsTheProduct) {
  GridMatrix matrix(9);
  SymmetricProduct product;
  const double error = matrix.error(product, 1, manyProducts);
  EXPECT_LT(error, 1e-13);
  EXPECT_GT(error, 0) << "not summed in another order: half of the matrix was not used";
  matrix.setValues(2);
  EXPECT_LT(matrix.error(product, 2, manyProducts), 1e-13);
  matrix = GridMatrix(5);
  EXPECT_LT(matrix.error(product, 3, manyProducts), 1e-13);
}

TEST(SymmetricProduct, SeesThatAMatrixIsNotSymmetric) {
  GridMatrix matrix(6);
  matrix.a.block(matrix.a.find(3, 2))[4] += 0.5;
  SymmetricProduct product;
  EXPECT_EQ(matrix.error(product, 1, manyProducts), 0);
  matrix.setValues(3);
  matrix.a.block(matrix.a.find(7, 7))[1] += 0.5;  // on the diagonal, which comes as it is
  EXPECT_LT(matrix.error(product, 2, manyProducts), 1e-13);
}

TEST(SymmetricProduct, LeavesFewProductsAsTheyAre) {
  const GridMatrix matrix(5);
  SymmetricProduct product;
  for (std::size_t version = 1; version < 5; ++version) EXPECT_EQ(matrix.error(product, version, 5), 0);
}

TEST(SymmetricProduct, ResumesWhereTheLastMatrixWasMultipliedByOthers) {
  const GridMatrix matrix(5);
  SymmetricProduct whole, resumed;
  matrix.error(whole, 1, manyProducts);
  core::Archive out;
  whole.archive(out, 2);
  core::Archive in(out.bytes());
  resumed.archive(in, 2);
  for (auto* product : {&whole, &resumed}) {
    matrix.error(*product, 2, 5);
    EXPECT_EQ(matrix.error(*product, 3, 5), 0) << "the last matrix saw few products";
  }
}

TEST(SymmetricProduct, GivesTheSameBitsForAnyNumberOfThreads) {
  const GridMatrix matrix(16);
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    SymmetricProduct product;
    auto& y = results.emplace_back(matrix.x.size());
    for (int i = 0; i < manyProducts; ++i) product.multiply(matrix.a, 1, matrix.x, y);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace

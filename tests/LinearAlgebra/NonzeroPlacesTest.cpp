// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/NonzeroPlaces.h"

#include <gtest/gtest.h>

namespace sofa::linearalgebra {
namespace {

/// Two rows of two blocks of 2x2 reals, all stored but the block at the lower left.
BlockMatrix sample(const DenseMatrix& values) {
  BlockMatrix m;
  m.setPattern(2, {0, 2, 3}, {0, 1, 1}, 2);
  for (int row = 0; row < 2; ++row)
    for (int k = m.rowStart()[std::size_t(row)]; k < m.rowStart()[std::size_t(row) + 1]; ++k)
      Eigen::Map<Eigen::Matrix2d>(m.block(std::size_t(k))) =
          values.block<2, 2>(2 * row, 2 * m.columnIndices()[std::size_t(k)]);
  return m;
}

DenseMatrix matrix(std::initializer_list<double> rows) {
  return Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(rows.begin());
}

const DenseMatrix first = matrix({1, 0, 2, 0,  //
                                  0, 3, 0, 4,  //
                                  0, 0, 5, 6,  //
                                  0, 0, 0, 7});

TEST(NonzeroPlaces, ValuesWhoseZerosStayAreWhereTheyBelong) {
  const DenseMatrix later = matrix({-1, 0, 9, 0, 0, 8, 0, 7, 0, 0, 6, 5, 0, 0, 0, 4});
  BlockMatrix to = sample(first);
  EXPECT_TRUE(placeNonzeros(sample(first), sample(later), to));
  EXPECT_EQ(to.dense(), later);
}

TEST(NonzeroPlaces, OthersFollowTheOrderOfRows) {
  // One more in the second row: from there on values are a place behind, and the last finds none.
  const DenseMatrix later = matrix({10, 0, 20, 0, 25, 30, 0, 40, 0, 0, 50, 60, 0, 0, 0, 70});
  BlockMatrix to = sample(first);
  EXPECT_FALSE(placeNonzeros(sample(first), sample(later), to));
  EXPECT_EQ(to.dense(), matrix({10, 0, 20, 0, 0, 25, 0, 30, 0, 0, 40, 50, 0, 0, 0, 60}));
}

TEST(NonzeroPlaces, PlacesForWhichNothingIsLeftAreZero) {
  const DenseMatrix later = matrix({10, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  BlockMatrix to = sample(first);
  EXPECT_FALSE(placeNonzeros(sample(first), sample(later), to));
  EXPECT_EQ(to.dense(), later);
  EXPECT_FALSE(placeNonzeros(sample(first), sample(DenseMatrix::Zero(4, 4)), to));
  EXPECT_EQ(to.dense(), DenseMatrix::Zero(4, 4));
  BlockMatrix none;
  EXPECT_TRUE(placeNonzeros(BlockMatrix(), BlockMatrix(), none));
}

}  // namespace
}  // namespace sofa::linearalgebra

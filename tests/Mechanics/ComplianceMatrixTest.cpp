// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"

#include <gtest/gtest.h>

#include <random>

namespace sofa::mechanics {
namespace {

/// Twice: what one sum leaves behind must not enter the next.
TEST(ComplianceMatrix, sumsWhatColumnsAreGivenInAnyOrder) {
  for (const int size : {1, 63, 64, 65, 200}) {
    ComplianceMatrix w;
    for (unsigned seed = 1; seed < 3; ++seed) {
      std::mt19937 random(seed);
      std::uniform_int_distribution<int> row(0, size - 1);
      linearalgebra::DenseMatrix expected = linearalgebra::DenseMatrix::Zero(size, size);
      std::vector<int> columns;  // every third one
      for (int c = 0; c < size; c += 3) columns.push_back(c);
      std::vector<std::vector<std::pair<int, double>>> terms(columns.size());
      for (std::size_t k = 0; k < terms.size(); ++k)
        for (int i = 0; i < 9; ++i) {
          terms[k].emplace_back(row(random), 0.5 + i);
          expected(terms[k].back().first, columns[k]) += 0.5 + i;
        }
      w.reset(size);
      w.addColumns(columns, [&](int k, ComplianceColumn& sum) {
        for (const auto& [at, value] : terms[static_cast<std::size_t>(k)]) sum[at] += value;
      });
      for (int i = 0; i < size; ++i) {
        const int r = row(random), c = row(random);
        w.add(r, c, 1);
        expected(r, c) += 1;
      }
      w.finish();
      EXPECT_EQ(w.dense(), expected) << size;
      EXPECT_EQ(static_cast<std::ptrdiff_t>(w.entryCount()), (expected.array() != 0).count()) << size;
      for (int c = 0; c < size; ++c) {
        int before = -1;
        w.forEachOfColumn(c, [&](int r, double) { EXPECT_LT(std::exchange(before, r), r); });
      }
    }
  }
}

/// An entry that cancels is one.
TEST(ComplianceMatrix, keepsEntriesWhoseSumIsZero) {
  ComplianceMatrix w;
  w.reset(2);
  w.add(1, 0, 3);
  w.add(1, 0, -3);
  w.finish();
  EXPECT_EQ(w.entryCount(), 1u);
  EXPECT_EQ(w(1, 0), 0);
}

}  // namespace
}  // namespace sofa::mechanics

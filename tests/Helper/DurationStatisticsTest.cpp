// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/DurationStatistics.h"

#include <gtest/gtest.h>

namespace sofa::helper {
namespace {

TEST(DurationStatistics, isEmptyAtFirst) {
  const DurationStatistics none;
  EXPECT_EQ(none.count(), 0u);
  EXPECT_EQ(none.percentile(0.5), 0);
  EXPECT_EQ(none.least(), 0);
}

TEST(DurationStatistics, isRightWithinHalfAPercent) {
  DurationStatistics times;
  for (int i = 1; i <= 1001; ++i) times.add(1e-5 * i);
  EXPECT_EQ(times.count(), 1001u);
  EXPECT_DOUBLE_EQ(times.least(), 1e-5);
  EXPECT_DOUBLE_EQ(times.greatest(), 1001e-5);
  EXPECT_NEAR(times.total(), 1e-5 * 1001 * 501, 1e-9);
  for (const double fraction : {0.1, 0.5, 0.9, 0.99}) {
    const double expected = 1e-5 * (1 + 1000 * fraction);
    EXPECT_NEAR(times.percentile(fraction), expected, 0.006 * expected) << fraction;
  }
  EXPECT_EQ(times.percentile(0), times.percentile(-1));
  EXPECT_LE(times.percentile(1), times.greatest());
}

TEST(DurationStatistics, takesAnything) {
  DurationStatistics times;
  for (const double t : {0.0, 1e-12, 1e9}) times.add(t);
  EXPECT_NEAR(times.percentile(0.5), 1e-9, 1e-11);
  EXPECT_DOUBLE_EQ(times.greatest(), 1e9);
  EXPECT_GT(times.percentile(1), 1e5);
}

}  // namespace
}  // namespace sofa::helper

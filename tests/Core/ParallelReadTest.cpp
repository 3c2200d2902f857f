// SPDX-License-Identifier: Apache-2.0
// A value that is not up to date is not for a parallel loop: several threads would bring it up to date at once.
#include <gtest/gtest.h>

#include "SampleComponents.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::test {
namespace {

double sumInLoop(const core::Data<double>& data) {
  std::array<double, 4> values{};
  helper::parallelChunks(values.size(), 1, [&](std::size_t i, std::size_t) { values[i] = data.value(); });
  return values[0] + values[1] + values[2] + values[3];
}

class ParallelRead : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    helper::setThreadCount(GetParam());
    source.d_real.set(2);
    ASSERT_TRUE(follower.d_real.setParent(&source.d_real));
  }
  void TearDown() override { helper::setThreadCount(1); }
  Sample source, follower;
};

TEST_P(ParallelRead, isAllowedOnceTheValueIsUpToDate) {
  EXPECT_EQ(follower.d_real.value(), 2);
  EXPECT_EQ(sumInLoop(follower.d_real), 8);
}

#ifndef NDEBUG
TEST_P(ParallelRead, ofWhatIsNotUpToDateEndsTheProgram) {
  EXPECT_DEATH(sumInLoop(follower.d_real), "read it once before the loop");
}

TEST_P(ParallelRead, isKnownToTheLoopOnly) {
  EXPECT_FALSE(helper::isInParallelLoop());
  std::array<bool, 4> inside{};
  helper::parallelChunks(inside.size(), 1, [&](std::size_t i, std::size_t) { inside[i] = helper::isInParallelLoop(); });
  for (const bool in : inside) EXPECT_TRUE(in);
  EXPECT_FALSE(helper::isInParallelLoop());
}
#endif

INSTANTIATE_TEST_SUITE_P(Threads, ParallelRead, ::testing::Values(1, 4));

}  // namespace
}  // namespace sofa::test

// SPDX-License-Identifier: Apache-2.0
// Some compilers get constants wrong that everything else relies on; the build works round it (CMakeLists.txt).
#include <gtest/gtest.h>

#include <vector>

namespace sofa::type {
namespace {

[[gnu::noinline]] std::vector<double> threeOnes() { return {1, 1, 1, 0}; }
[[gnu::noinline]] std::vector<double> twoTwos() { return {2, 2, 0, 0}; }
[[gnu::noinline]] std::vector<int> sixThrees() { return {3, 3, 3, 3, 3, 3, 0, 0}; }

TEST(Constants, KeepTheZerosAtTheirEnd) {
  EXPECT_EQ(threeOnes()[2], 1);
  EXPECT_EQ(threeOnes()[3], 0);
  EXPECT_EQ(twoTwos()[2], 0);
  EXPECT_EQ(twoTwos()[3], 0);
  EXPECT_EQ(sixThrees()[5], 3);
  EXPECT_EQ(sixThrees()[6], 0);
  EXPECT_EQ(sixThrees()[7], 0);
}

}  // namespace
}  // namespace sofa::type

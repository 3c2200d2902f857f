// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Suggest.h"

#include <gmock/gmock.h>

#include "CpuTimer.h"

namespace sofa::helper {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Suggest, countsLettersThatDiffer) {
  EXPECT_DOUBLE_EQ(similarity("", ""), 1);
  EXPECT_DOUBLE_EQ(similarity("Mass", "mass"), 1);
  EXPECT_DOUBLE_EQ(similarity("abcde", "abcdx"), 0.8);
  EXPECT_DOUBLE_EQ(similarity("abcde", "abdce"), 0.8) << "exchanged neighbours count once";
  EXPECT_DOUBLE_EQ(similarity("abcde", "abcd"), 0.8);
  EXPECT_DOUBLE_EQ(similarity("abcde", "vwxyz"), 0);
}

TEST(Suggest, findsTheNearestNames) {
  const std::vector<std::string> names = {"UniformMass", "DiagonalMass", "Uniform", "MeshMatrixMass"};
  EXPECT_THAT(nearest("UnifromMass", names), ElementsAre("UniformMass"));
  EXPECT_THAT(nearest("uniform", names), ElementsAre("Uniform", "UniformMass"));
  EXPECT_THAT(nearest("Zzz", names), IsEmpty());
  EXPECT_EQ(didYouMean("UniformMas", names), " Did you mean \"UniformMass\"?");
}

// What is compared is bounded, whatever a scene holds.
TEST(Suggest, longWordsHaveNoNearOnes) {
  const std::string word(2'000'000, 'A');
  std::vector<std::string> names(500, std::string(1'000'000, 'A'));
  const tests::CpuTimer timer;
  EXPECT_THAT(nearest(word, names), IsEmpty());
  EXPECT_THAT(nearest("UniformMass", names), IsEmpty());
  EXPECT_DOUBLE_EQ(similarity(word, names[0]), 0);
  EXPECT_LT(timer.elapsed(), 1000);
}

}  // namespace
}  // namespace sofa::helper

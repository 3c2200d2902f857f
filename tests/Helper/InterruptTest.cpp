// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Interrupt.h"

#include <gtest/gtest.h>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/Work.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::helper {
namespace {

/// Takes every request back, whatever a test does.
class Interrupt : public ::testing::Test {
 protected:
  void TearDown() override {
    withdrawInterrupt();
    me.withdrawInterrupt();
    setThreadCount(1);
  }
  Work me, other;
};

TEST_F(Interrupt, isThrownOnlyWhileItIsAskedFor) {
  EXPECT_NO_THROW(checkInterrupt());
  requestInterrupt();
  requestInterrupt();
  EXPECT_THROW(checkInterrupt(), Interrupted);
  withdrawInterrupt();
  EXPECT_NO_THROW(checkInterrupt());
}

TEST_F(Interrupt, meansTheWorkOfOneOnly) {
  me.requestInterrupt();
  EXPECT_NO_THROW(checkInterrupt());
  const WorksFor another(other);
  EXPECT_NO_THROW(checkInterrupt());
  const WorksFor mine(me);
  EXPECT_THROW(checkInterrupt(), Interrupted);
}

TEST_F(Interrupt, comesOutOfParallelLoops) {
  setThreadCount(4);
  const WorksFor mine(me);
  me.requestInterrupt();
  EXPECT_THROW(parallelChunks(1000, 1, [](std::size_t, std::size_t) { checkInterrupt(); }), Interrupted);
}

TEST_F(Interrupt, leavesFactorisationsThatCanBeMadeAgain) {
  const auto a = test::randomPositive(3, 200, 4, 1);
  for (const int threads : {1, 4}) {
    setThreadCount(threads);
    linearalgebra::SparseLDL whole, again;
    ASSERT_TRUE(whole.factorise(a).usable());
    ASSERT_TRUE(again.factorise(a).usable());
    requestInterrupt();
    EXPECT_THROW(again.factorise(a), Interrupted);
    EXPECT_FALSE(again.ready()) << "half of the factors are of another matrix";
    withdrawInterrupt();
    ASSERT_TRUE(again.factorise(a).usable());
    EXPECT_TRUE(std::equal(whole.pivots().begin(), whole.pivots().end(), again.pivots().begin()));
  }
}

}  // namespace
}  // namespace sofa::helper

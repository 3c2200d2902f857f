// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Work.h"

namespace sofa::helper {
namespace {

TEST(WorksFor, isHandedOnToTheThreadsOfALoop) {
  constexpr std::size_t chunks = 64;
  Work me;
  std::vector<const Work*> whom(chunks);
  std::atomic<int> strangers{0};
  const auto caller = std::this_thread::get_id();
  setThreadCount(4);
  {
    const WorksFor mine(me);
    for (int tries = 0; tries < 100 && strangers == 0; ++tries) {  // others may be late on a busy machine
      parallelChunks(chunks, 1, [&](std::size_t begin, std::size_t) {
        whom[begin] = worksFor();
        if (std::this_thread::get_id() != caller) ++strangers;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      });
      for (const Work* one : whom) EXPECT_EQ(one, &me);
    }
    EXPECT_EQ(worksFor(), &me);
  }
  EXPECT_TRUE(strangers > 0 || std::thread::hardware_concurrency() < 2) << "one thread did it all";
  // Outside of the loop they work for nobody.
  parallelChunks(chunks, 1, [&](std::size_t begin, std::size_t) { whom[begin] = worksFor(); });
  for (const Work* one : whom) EXPECT_EQ(one, nullptr);
  setThreadCount(1);
}

TEST(WorksFor, endsWithItsScope) {
  Work outer, inner;
  EXPECT_EQ(worksFor(), nullptr);
  const WorksFor first(outer);
  {
    const WorksFor second(inner);
    EXPECT_EQ(worksFor(), &inner);
  }
  EXPECT_EQ(worksFor(), &outer);
}

TEST(HandedWork, outlastsTheWork) {
  auto mine = std::make_unique<Work>();
  const auto handed = [&] {
    const WorksFor here(*mine);
    return HandedWork();
  }();
  EXPECT_EQ(HandedWork().state(), nullptr);  // this thread works for nobody now
  const WorksFor same(handed);
  EXPECT_EQ(worksFor(), mine.get());
  mine->requestInterrupt();
  EXPECT_THROW(checkInterrupt(), Interrupted);
  mine.reset();
  EXPECT_EQ(worksFor(), nullptr);
  Work other;
  other.requestInterrupt();
  EXPECT_NO_THROW(checkInterrupt());
}

TEST(Arena, isTheSameUntilTheThreadWorksForAnother) {
  Work me;
  auto* nobody = &arena();
  EXPECT_EQ(&arena(), nobody);
  {
    const WorksFor mine(me);
    auto* own = &arena();
    EXPECT_NE(own, nobody);
    EXPECT_EQ(&arena(), own);
    std::thread([&] { EXPECT_EQ(&arena(), nobody) << "another thread works for nobody"; }).join();
  }
  EXPECT_EQ(&arena(), nobody);
}

TEST(Arena, hasAsManyThreadsAsWereSetLast) {
  for (const int count : {2, 3, 1}) {
    setThreadCount(count);
    EXPECT_EQ(arena().max_concurrency(), count);
  }
}

}  // namespace
}  // namespace sofa::helper

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Profiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace sofa::helper {
namespace {

class ProfilerTest : public testing::Test {
 protected:
  ~ProfilerTest() override { profiler.stop(); }
  Profiler& profiler = Profiler::instance();
};

TEST_F(ProfilerTest, scopesNestByNameAndByKey) {
  profiler.start(false);
  int a = 0, b = 0, named = 0;
  const auto name = [&] { return ++named, std::string("component"); };
  for (int i = 0; i < 3; ++i) {
    const ProfileScope outer("outer");
    profiler.enter(&a, name);
    profiler.leave();
    profiler.enter(&b, name);
    profiler.leave();
  }
  ASSERT_EQ(profiler.root().children.size(), 1u);
  const auto& outer = *profiler.root().children[0];
  EXPECT_EQ(outer.calls, 3u);
  ASSERT_EQ(outer.children.size(), 2u) << "two of the same name are two";
  EXPECT_EQ(outer.children[0]->calls, 3u);
  EXPECT_EQ(named, 2) << "names are made once";
  EXPECT_LE(outer.children[0]->seconds + outer.children[1]->seconds, outer.seconds);
}

TEST_F(ProfilerTest, tableGathersManyEntriesThatHardlyCount) {
  const auto rows = [&](int entries) {
    profiler.start(false);
    {
      const ProfileScope outer("outer");
      for (int i = 0; i < entries; ++i) {
        const ProfileScope inner("part" + std::to_string(i));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    const std::string table = profiler.table();
    EXPECT_EQ(table.find(" of less than 0.1 % of the whole each") != std::string::npos, entries > 20) << table;
    return std::ranges::count(table, '\n');
  };
  EXPECT_EQ(rows(20), 22);  // with the heading and "outer"
  EXPECT_LT(rows(500), 400);
}

TEST_F(ProfilerTest, clearTimesKeepsTheEntries) {
  profiler.start(false);
  { const ProfileScope scope("a"); }
  profiler.clearTimes();
  ASSERT_EQ(profiler.root().children.size(), 1u);
  EXPECT_EQ(profiler.root().children[0]->calls, 0u);
  EXPECT_EQ(profiler.root().children[0]->seconds, 0);
  { const ProfileScope scope("a"); }
  EXPECT_EQ(profiler.root().children[0]->calls, 1u);
}

TEST_F(ProfilerTest, eachThreadMeasuresItselfAlone) {
  EXPECT_FALSE(Profiler::isEnabled());
  profiler.start(false);
  EXPECT_TRUE(Profiler::isEnabled());
  std::size_t elsewhere = 1;
  std::thread([&] {
    { const ProfileScope scope("not measured"); }
    elsewhere = Profiler::instance().root().children.size();
    Profiler::instance().start(false);
  }).join();
  EXPECT_EQ(elsewhere, 0u);
  EXPECT_TRUE(Profiler::isEnabled()) << "the other thread ended, this one goes on";
  profiler.stop();
  EXPECT_FALSE(Profiler::isEnabled());
  { const ProfileScope scope("off"); }
  EXPECT_TRUE(profiler.root().children.empty());
}

}  // namespace
}  // namespace sofa::helper

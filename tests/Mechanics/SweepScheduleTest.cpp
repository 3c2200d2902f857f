// SPDX-License-Identifier: Apache-2.0
// Threads may share a Gauss-Seidel sweep only if every block finds its points as the blocks before it left them.
#include "Sofa/Mechanics/Constraint/SweepSchedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace sofa::mechanics {
namespace {

struct Blocks {
  std::vector<int> begins{0}, points;
  std::size_t pointCount = 0;

  void add(std::initializer_list<int> of) {
    points.insert(points.end(), of);
    begins.push_back(static_cast<int>(points.size()));
    for (const int point : of) pointCount = std::max(pointCount, static_cast<std::size_t>(point) + 1);
  }
  SweepSchedule::Uses uses() const { return {begins, points, pointCount}; }
};

/// Neighbours of a grid in a random order, most of them several times, and blocks of one point, none, or one twice.
Blocks grid(int side, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<int, int>> pairs;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int point = side * y + x;
      for (unsigned k = random() % 4; k > 0; --k) {
        if (x + 1 < side) pairs.emplace_back(point, point + 1);
        if (y + 1 < side) pairs.emplace_back(point + side, point);
      }
    }
  std::ranges::shuffle(pairs, random);
  Blocks blocks;
  for (const auto& [a, b] : pairs) {
    blocks.add({a, b});
    if (random() % 8 == 0) blocks.add({a});
    if (random() % 32 == 0) blocks.add({});
    if (random() % 32 == 0) blocks.add({b, b});
  }
  return blocks;
}

/// What a block leaves depends on all that its points went through.
std::vector<std::uint64_t> sweep(const Blocks& blocks, auto&& forEachBlock) {
  std::vector<std::uint64_t> values(blocks.pointCount, 1);
  forEachBlock([&](std::size_t b) {
    std::uint64_t sum = b;
    for (const int point : blocks.uses().of(b)) sum = 31 * sum + values[point];
    for (const int point : blocks.uses().of(b)) values[point] = 17 * values[point] + sum;
  });
  return values;
}
std::vector<std::uint64_t> oneAfterTheOther(const Blocks& blocks) {
  return sweep(blocks, [&](const auto& solve) {
    for (std::size_t b = 0; b < blocks.uses().blockCount(); ++b) solve(b);
  });
}

TEST(SweepSchedule, leavesPointsAsBlockAfterBlock) {
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    for (const int workers :
         {1, 2, 3, 8})  // also more of them than threads: nothing may wait for those that never come
      for (unsigned seed = 0; seed < 5; ++seed) {
        const Blocks blocks = grid(20, seed);
        SweepSchedule schedule;
        schedule.plan(blocks.uses(), workers);
        ASSERT_EQ(schedule.workers(), static_cast<std::size_t>(workers));
        for (int repeat = 0; repeat < 20; ++repeat)
          ASSERT_EQ(sweep(blocks,
                          [&](const auto& solve) {
                            schedule.run([&](int place) { solve(static_cast<std::size_t>(schedule.order()[place])); });
                          }),
                    oneAfterTheOther(blocks));
      }
  }
  helper::setThreadCount(1);
}

TEST(SweepSchedule, listsEveryBlockOnceAndIndependentOnesTogether) {
  Blocks blocks;
  constexpr int bodies = 200;
  for (int layer = 0; layer < 3; ++layer)
    for (int body = 0; body < bodies; ++body) blocks.add({body});
  SweepSchedule schedule;
  schedule.plan(blocks.uses(), 1);
  std::vector<int> expected(3 * bodies);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_TRUE(std::ranges::equal(schedule.order(), expected)) << "first those that wait for none";
  schedule.plan(blocks.uses(), 2);
  std::vector<int> order(schedule.order().begin(), schedule.order().end());
  for (int b = 0; b < 3 * bodies; ++b) EXPECT_EQ(order[schedule.placeOf(b)], b);
  std::ranges::sort(order);
  EXPECT_EQ(order, expected);
}

TEST(SweepSchedule, givesFewBlocksToOneWorker) {
  Blocks blocks;
  for (int b = 0; b < 100; ++b) blocks.add({b, b + 1});
  SweepSchedule schedule;
  schedule.plan(blocks.uses(), 8);
  EXPECT_EQ(schedule.workers(), 1u);
  schedule.plan(Blocks().uses(), 8);
  EXPECT_TRUE(schedule.order().empty());
  schedule.run([](int) { FAIL() << "there is no block"; });
}

}  // namespace
}  // namespace sofa::mechanics

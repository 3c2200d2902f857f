// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/BoxHierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {

using Pair = std::pair<Index, Index>;

BoundingBox cube(double x, double halfSide) {
  return {type::Vec3(x - halfSide, -halfSide, -halfSide), type::Vec3(x + halfSide, halfSide, halfSide)};
}

std::vector<BoundingBox> row(const std::vector<double>& xs, double halfSide) {
  std::vector<BoundingBox> boxes;
  for (const double x : xs) boxes.push_back(cube(x, halfSide));
  return boxes;
}

std::vector<Index> elementsOf(const BoxHierarchy& tree, BoxHierarchy::Range range) {
  std::vector<Index> elements;
  for (Index i = range.begin; i < range.end; ++i) elements.push_back(tree.element(i));
  return elements;
}

std::vector<Pair> overlaps(const BoxHierarchy& a, const BoxHierarchy& b, double margin = 0) {
  std::vector<Pair> pairs;
  BoxHierarchyStack stack;
  forEachOverlap(a, b, margin, stack, [&](Index i, Index j) { pairs.push_back({i, j}); });
  return pairs;
}

TEST(BoxHierarchy, halvesMoreThanFourElementsAlongTheLongestSide) {
  BoxHierarchy tree;
  tree.build(row({5, 3, 1, 0, 2, 4}, 0.1), 3);
  const auto root = tree.root();
  ASSERT_FALSE(root.leaves);
  ASSERT_EQ(root.end - root.begin, 2u);
  EXPECT_EQ(elementsOf(tree, tree.children(root.begin)), (std::vector<Index>{3, 2, 4}));
  EXPECT_EQ(elementsOf(tree, tree.children(root.begin + 1)), (std::vector<Index>{1, 5, 0}));
  EXPECT_TRUE(tree.children(root.begin).leaves);
  EXPECT_DOUBLE_EQ(tree.rootBox().min.x(), -0.1);
  EXPECT_DOUBLE_EQ(tree.rootBox().max.x(), 5.1);
}

TEST(BoxHierarchy, firstHalfGetsTheMiddleElement) {
  BoxHierarchy tree;
  tree.build(row({0, 1, 2, 3, 4}, 0.1), 1);
  EXPECT_EQ(elementsOf(tree, tree.children(tree.root().begin)).size(), 3u);
}

TEST(BoxHierarchy, depthLimitsTheHierarchy) {
  BoxHierarchy flat, one;
  const auto boxes = row({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 0.1);
  flat.build(boxes, 0);
  EXPECT_TRUE(flat.root().leaves);
  EXPECT_EQ(elementsOf(flat, flat.root()), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  one.build(boxes, 1);
  ASSERT_FALSE(one.root().leaves);
  EXPECT_TRUE(one.children(one.root().begin).leaves);
  EXPECT_EQ(elementsOf(one, one.children(one.root().begin)).size(), 6u);
}

TEST(BoxHierarchy, elementsAtTheSamePlaceKeepTheirOrder) {
  BoxHierarchy tree;
  tree.build(row({1, 1, 1, 1, 1, 0}, 0.1), 1);
  EXPECT_EQ(elementsOf(tree, tree.children(tree.root().begin)), (std::vector<Index>{5, 0, 1}));
  EXPECT_EQ(elementsOf(tree, tree.children(tree.root().begin + 1)), (std::vector<Index>{2, 3, 4}));
}

/// Leaves from left to right when each node is sorted as a whole along its longest side, equal ones as they were.
void sortPlainly(std::span<const BoundingBox> boxes, std::span<Index> leaves, int depth) {
  if (depth == 0 || leaves.size() <= 4) return;
  BoundingBox all;
  for (const Index i : leaves) all.include(boxes[i]);
  const type::Vec3 length = all.max - all.min;
  int axis = 2;
  if (length[1] > length[2]) axis = 1;
  if (length[0] > length[1] && length[0] > length[2]) axis = 0;
  std::ranges::stable_sort(leaves, {}, [&](Index i) { return boxes[i].min[axis] + boxes[i].max[axis]; });
  sortPlainly(boxes, leaves.first((leaves.size() + 1) / 2), depth - 1);
  sortPlainly(boxes, leaves.subspan((leaves.size() + 1) / 2), depth - 1);
}

TEST(BoxHierarchy, leavesLieAsIfEachNodeWereSorted) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> place(-3, 3);  // many at the same place, and some at zero of either sign
  for (const std::size_t count : {5, 9, 17, 100, 1000}) {
    std::vector<BoundingBox> boxes(count);
    for (auto& box : boxes) {
      const type::Vec3 middle(place(random), 2 * place(random), place(random) * 0.5);
      box = {middle - type::Vec3::Ones(), middle + type::Vec3::Ones()};
      if (place(random) == 0) box = {type::Vec3::Constant(-0.0), type::Vec3::Constant(-0.0)};
    }
    for (const int depth : {1, 2, 6, 20}) {
      std::vector<Index> expected(count);
      std::iota(expected.begin(), expected.end(), Index{0});
      sortPlainly(boxes, expected, depth);
      BoxHierarchy tree;
      tree.build(boxes, depth);
      EXPECT_TRUE(std::ranges::equal(tree.elements(), expected)) << count << " elements, depth " << depth;
      for (std::size_t leaf = 0; leaf < count; ++leaf) EXPECT_EQ(tree.leaves()[leaf].min, boxes[expected[leaf]].min);
    }
  }
}

TEST(BoxHierarchy, boxesThatAreNoneHaveAPlaceToo) {
  auto boxes = row({5, 3, 1, 0, 2, 4, 7, 9, 8, 6}, 0.1);
  for (const std::size_t i : {1, 4, 8}) boxes[i].min[0] = std::nan("");
  BoxHierarchy tree;
  tree.build(boxes, 6);
  std::vector<Index> elements(tree.elements().begin(), tree.elements().end());
  std::ranges::sort(elements);
  EXPECT_EQ(elements, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(BoxHierarchy, refitMovesBoxesAndKeepsTheShape) {
  BoxHierarchy tree;
  tree.build(row({0, 1, 2, 3, 4, 5}, 0.1), 2);
  tree.refit(row({50, 40, 30, 20, 10, 0}, 0.1));
  EXPECT_EQ(elementsOf(tree, tree.children(tree.root().begin)), (std::vector<Index>{0, 1, 2}));
  EXPECT_DOUBLE_EQ(tree.rootBox().max.x(), 50.1);
  EXPECT_DOUBLE_EQ(tree.box(tree.root(), tree.root().begin).min.x(), 29.9);
}

TEST(BoxHierarchy, theShapeFollowsFromTheOrderOfElements) {
  const auto first = row({0, 4, 1, 3, 2, 9, 8, 7, 6, 5, 10}, 0.6), later = row({5, 3, 9, 1, 0, 2, 7, 8, 4, 6, 1}, 0.6);
  for (const int depth : {0, 1, 6}) {
    BoxHierarchy tree, restored;
    tree.build(first, depth);
    tree.refit(later);
    ASSERT_TRUE(restored.restore(tree.leaves(), tree.elements(), tree.depth()));
    EXPECT_EQ(restored.depth(), depth);
    EXPECT_EQ(restored.rootBox(), tree.rootBox());
    EXPECT_EQ(overlaps(restored, restored), overlaps(tree, tree));
    BoxHierarchy another;
    another.build(later, depth);
    EXPECT_EQ(overlaps(another, another) == overlaps(tree, tree), depth == 0);
  }
}

TEST(BoxHierarchy, isNotRestoredFromWhatIsNoOrder) {
  BoxHierarchy tree;
  const auto boxes = row({0, 1, 2}, 0.1);
  tree.build(boxes, 6);
  EXPECT_FALSE(tree.restore(boxes, std::vector<Index>{0, 1, 1}, 6));
  EXPECT_FALSE(tree.restore(boxes, std::vector<Index>{0, 1, 3}, 6));
  EXPECT_FALSE(tree.restore(boxes, std::vector<Index>{0, 1}, 6));
  EXPECT_EQ(elementsOf(tree, tree.root()), (std::vector<Index>{0, 1, 2}));
  EXPECT_TRUE(tree.restore({}, {}, 2000000000));
  EXPECT_TRUE(tree.empty());
}

TEST(BoxHierarchy, boxesThatTouchOverlap) {
  EXPECT_TRUE(overlap(cube(0, 1), cube(2, 1), 0));
  EXPECT_FALSE(overlap(cube(0, 1), cube(2.5, 1), 0));
  EXPECT_TRUE(overlap(cube(0, 1), cube(2.5, 1), 0.5));
}

TEST(BoxHierarchy, pairsOfRangesAreOpenedLastFirst) {
  BoxHierarchy a, b;
  a.build(row({0, 1, 2, 3, 4, 5}, 10), 1);
  b.build(row({0, 1, 2, 3, 4, 5}, 10), 1);
  const auto pairs = overlaps(a, b);
  ASSERT_EQ(pairs.size(), 36u);
  // second x second, second x first, first x second, first x first; inside a range the first model is the outer loop
  EXPECT_EQ(pairs[0], Pair(3, 3));
  EXPECT_EQ(pairs[1], Pair(3, 4));
  EXPECT_EQ(pairs[9], Pair(3, 0));
  EXPECT_EQ(pairs[18], Pair(0, 3));
  EXPECT_EQ(pairs[27], Pair(0, 0));
}

TEST(BoxHierarchy, findsExactlyTheOverlappingPairs) {
  const auto first = row({0, 0.7, 1.9, 3.1, 4.2, 5.5, 6, 7.7}, 0.3);
  const auto second = row({0.5, 2.3, 2.9, 5.9, 7.2, 9}, 0.2);
  std::vector<Pair> expected;
  for (Index i = 0; i < first.size(); ++i)
    for (Index j = 0; j < second.size(); ++j)
      if (overlap(first[i], second[j], 0.05)) expected.push_back({i, j});
  BoxHierarchy a, b;
  a.build(first, 6);
  b.build(second, 6);
  auto pairs = overlaps(a, b, 0.05);
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, expected);
  EXPECT_FALSE(pairs.empty());
}

TEST(BoxHierarchy, nothingOverlapsAnEmptyTree) {
  BoxHierarchy a, b;
  a.build({}, 6);
  b.build(row({0}, 1), 6);
  EXPECT_TRUE(overlaps(a, b).empty());
}

TEST(OverlapSearch, threadsFindTheSamePairsInTheSameOrder) {
  std::vector<BoundingBox> boxes;
  for (int i = 0; i < 700; ++i) {
    const type::Vec3 centre(std::sin(1.7 * i) * 9, std::cos(2.3 * i) * 4, std::sin(0.6 * i) * 2);
    boxes.push_back({centre - type::Vec3::Constant(0.4), centre + type::Vec3::Constant(0.4)});
  }
  BoxHierarchy many, few, empty;
  many.build(boxes, 8);
  few.build(std::span(boxes).first(3), 8);
  for (const auto& [a, b] : {std::pair(&many, &many), {&many, &few}, {&few, &many}, {&many, &empty}})
    for (const int threads : {1, 2, 4}) {
      helper::setThreadCount(threads);
      OverlapSearch search;
      std::vector<Pair> found = {{7, 7}};  // what is there stays
      search.run(*a, *b, 0.1, found);
      helper::setThreadCount(1);
      auto expected = overlaps(*a, *b, 0.1);
      expected.insert(expected.begin(), {7, 7});
      EXPECT_EQ(found, expected) << threads;
      if (a == b) {
        EXPECT_GT(found.size(), 2000u);
      }
    }
}

}  // namespace
}  // namespace sofa::geometry

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/BoxTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace sofa;
using type::BoundingBox;
using type::Index;
using type::Vec3;

namespace {

std::mt19937 generator(7);

Vec3 randomPoint(double size) {
  std::uniform_real_distribution<double> uniform(0, size);
  return {uniform(generator), uniform(generator), uniform(generator)};
}

std::vector<BoundingBox> randomBoxes(std::size_t count, double size) {
  std::vector<BoundingBox> boxes(count);
  for (auto& box : boxes) {
    const Vec3 corner = randomPoint(1);
    box = {corner, corner + randomPoint(size)};
  }
  return boxes;
}

std::vector<Index> containing(const geometry::BoxTree& tree, const Vec3& p) {
  std::vector<Index> found;
  tree.forEachContaining(p, [&](Index i) { found.push_back(i); });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST(BoxTree, FindsEveryBoxThatHoldsAPoint) {
  const auto boxes = randomBoxes(300, 0.3);
  const geometry::BoxTree tree(boxes);
  for (int k = 0; k < 200; ++k) {
    const Vec3 p = randomPoint(1.2);
    std::vector<Index> expected;
    for (Index i = 0; i < boxes.size(); ++i)
      if (geometry::BoxTree::contains(boxes[i], p)) expected.push_back(i);
    EXPECT_EQ(containing(tree, p), expected);
  }
}

TEST(BoxTree, FindsEveryBoxThatTouchesAnother) {
  const auto boxes = randomBoxes(300, 0.1);
  const geometry::BoxTree tree(boxes);
  for (const auto& other : randomBoxes(100, 0.3)) {
    std::vector<Index> expected, found;
    for (Index i = 0; i < boxes.size(); ++i) {
      const Vec3 low = boxes[i].min.cwiseMax(other.min), high = boxes[i].max.cwiseMin(other.max);
      if ((low.array() <= high.array()).all()) expected.push_back(i);
    }
    tree.forEachTouching(other, [&](Index i) { found.push_back(i); });
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
  const geometry::BoxTree sides({{Vec3(0, 0, 0), Vec3(1, 1, 1)}, {Vec3(2, 0, 0), Vec3(3, 1, 1)}});
  std::vector<Index> found;
  sides.forEachTouching({Vec3(1, 1, 1), Vec3(1.5, 2, 2)}, [&](Index i) { found.push_back(i); });
  EXPECT_EQ(found, (std::vector<Index>{0}));
}

TEST(BoxTree, BordersBelongToTheBox) {
  const geometry::BoxTree tree({{Vec3(0, 0, 0), Vec3(1, 1, 1)}, {Vec3(1, 0, 0), Vec3(2, 1, 1)}});
  EXPECT_EQ(containing(tree, Vec3(1, 1, 0)), (std::vector<Index>{0, 1}));
  EXPECT_EQ(containing(tree, Vec3(2, 0, 1)), (std::vector<Index>{1}));
  EXPECT_TRUE(containing(tree, Vec3(2, 0, 1.0001)).empty());
}

TEST(BoxTree, FindsTheClosestBox) {
  const auto boxes = randomBoxes(200, 0);
  const geometry::BoxTree tree(boxes);
  for (int k = 0; k < 200; ++k) {
    const Vec3 p = randomPoint(3);
    const auto nearer = [&](const BoundingBox& a, const BoundingBox& b) {
      return (a.min - p).squaredNorm() < (b.min - p).squaredNorm();
    };
    EXPECT_EQ(tree.closest(p),
              static_cast<Index>(std::min_element(boxes.begin(), boxes.end(), nearer) - boxes.begin()));
  }
}

TEST(BoxTree, TheLowestIndexWinsAmongEquallyCloseBoxes) {
  std::vector<BoundingBox> boxes;
  for (int i = 0; i < 50; ++i) {
    const double angle = 2.3 * i;
    boxes.push_back({Vec3(5, 0, 0), Vec3(5, 0, 0)});
    boxes.push_back(
        {Vec3(6 * std::cos(angle), 6 * std::sin(angle), 0), Vec3(6 * std::cos(angle), 6 * std::sin(angle), 0)});
  }
  std::reverse(boxes.begin(), boxes.end());
  EXPECT_EQ(geometry::BoxTree(boxes).closest(Vec3::Zero()), 1u);
}

TEST(BoxTree, AnEmptyTreeHoldsNothing) { EXPECT_TRUE(containing(geometry::BoxTree(), Vec3::Zero()).empty()); }

/// Boxes that move, go, come and change places: a tree that takes them finds what one that is made of them finds.
TEST(BoxTree, TakesOtherBoxes) {
  auto boxes = randomBoxes(300, 0.3);
  geometry::BoxTree tree(boxes);
  for (int change = 0; change < 40; ++change) {
    const auto count = boxes.size();
    if (change % 10 == 9)
      boxes = randomBoxes(change == 19 ? 60 : 350, change == 29 ? 3 : 0.3);
    else if (change % 3 == 0)
      for (auto& box : boxes) box.min -= Vec3::Constant(0.01), box.max += 0.01 * randomPoint(1);
    else if (change % 3 == 1)
      boxes[generator() % count] = boxes.back(), boxes.pop_back();
    else
      boxes.push_back(randomBoxes(1, 0.3)[0]);
    tree.update(boxes);
    const geometry::BoxTree fresh(boxes);
    ASSERT_EQ(tree.size(), boxes.size());
    for (int k = 0; k < 30; ++k) {
      const Vec3 p = randomPoint(1.2);
      ASSERT_EQ(containing(tree, p), containing(fresh, p)) << change;
      ASSERT_EQ(tree.closest(p), fresh.closest(p)) << change;
    }
  }
  tree.update({});
  EXPECT_TRUE(tree.empty());
  EXPECT_TRUE(containing(tree, Vec3(0.5, 0.5, 0.5)).empty());
}

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/InteractionGroups.h"

#include <gtest/gtest.h>

namespace sofa::mechanics {
namespace {

std::vector<ConstraintBlock> blocksOf(const std::vector<int>& rows) {
  std::vector<ConstraintBlock> blocks;
  int first = 0;
  for (const int n : rows) {
    blocks.push_back({.rows = n, .firstRow = first});
    first += n;
  }
  return blocks;
}

std::vector<std::vector<int>> groupsOf(const std::vector<ConstraintBlock>& blocks, const ComplianceMatrix& w) {
  InteractionGroups groups;
  groups.find(blocks, w);
  std::vector<std::vector<int>> lists;
  for (std::size_t g = 0; g < groups.size(); ++g) lists.emplace_back(groups.blocks(g).begin(), groups.blocks(g).end());
  return lists;
}

using Groups = std::vector<std::vector<int>>;

TEST(InteractionGroups, areWhatEntriesOfWJoin) {
  const auto blocks = blocksOf({3, 1, 1, 3, 2});  // rows 0, 3, 4, 5, 8
  ComplianceMatrix w;
  w.reset(10);
  for (int row = 0; row < 10; ++row) w.add(row, row, 1);
  w.finish();
  EXPECT_EQ(groupsOf(blocks, w), (Groups{{0}, {1}, {2}, {3}, {4}}));
  const auto join = [&](int i, int j) {
    w.add(i, j, 0.5);
    w.add(j, i, 0.5);
    w.finish();
  };
  join(9, 3);
  EXPECT_EQ(groupsOf(blocks, w), (Groups{{0}, {1, 4}, {2}, {3}}));
  join(7, 2);
  EXPECT_EQ(groupsOf(blocks, w), (Groups{{0, 3}, {1, 4}, {2}}));
  join(8, 0);
  EXPECT_EQ(groupsOf(blocks, w), (Groups{{0, 1, 3, 4}, {2}}));
}

TEST(InteractionGroups, ofNothingAreNone) {
  ComplianceMatrix w;
  w.reset(0);
  w.finish();
  EXPECT_TRUE(groupsOf({}, w).empty());
}

TEST(InteractionGroups, rowsWithoutComplianceAreAlone) {
  ComplianceMatrix w;
  w.reset(4);
  w.add(0, 0, 1);
  w.finish();
  EXPECT_EQ(groupsOf(blocksOf({1, 3}), w), (Groups{{0}, {1}}));
}

}  // namespace
}  // namespace sofa::mechanics

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/RamifiedGrid.h"

#include <gmock/gmock.h>

namespace sofa::geometry {
namespace {

using testing::SizeIs;
using type::Vec3;

/// Cells of size 1 in a row along x, boundary where the text has an x.
SparseGrid rowOfCells(const std::string& text) {
  RegularGrid lattice;
  lattice.n = {static_cast<int>(text.size()) + 1, 2, 2};
  CellKinds kinds(lattice, CellKind::outside);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == 'x') kinds.kinds[i] = CellKind::boundary;
  return SparseGrid(std::move(kinds), false, .5f);
}

RamifiedGrid coarsened(const std::string& text, int levels) {
  RamifiedGrid grid(rowOfCells(text));
  for (int i = 0; i < levels; ++i) grid.coarsen();
  grid.number();
  return grid;
}

TEST(RamifiedGrid, oneCellKeepsTheOrderOfItsCorners) {
  const auto grid = coarsened("x", 0);
  EXPECT_EQ(grid.cells.at(0), type::Hexahedron(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(grid.points.at(2), Vec3(1, 1, 0));
}

TEST(RamifiedGrid, neighboursShareThePointsOfTheFirst) {
  const auto grid = coarsened("xx", 0);
  ASSERT_THAT(grid.points, SizeIs(12));
  EXPECT_EQ(grid.cells.at(1), type::Hexahedron(1, 8, 9, 2, 5, 10, 11, 6));
}

TEST(RamifiedGrid, partsThatAreApartKeepCellsOfTheirOwn) {
  EXPECT_THAT(coarsened("xxxx", 2).cells, SizeIs(1));
  const auto apart = coarsened("x..x", 2);
  ASSERT_THAT(apart.cells, SizeIs(2));
  EXPECT_EQ(apart.places[0], apart.places[1]);
  EXPECT_THAT(apart.points, SizeIs(16));
  EXPECT_EQ(apart.filling[0].stiffness, .5f / 64);
}

TEST(RamifiedGrid, branchesJoinWhereTheyMeet) {
  // Apart in the first coarse cell, the second part goes on into the second cell.
  const auto grid = coarsened("x..xxxxx", 2);
  ASSERT_THAT(grid.cells, SizeIs(3));
  EXPECT_THAT(grid.points, SizeIs(16 + 4));
  EXPECT_EQ(grid.cells[2][0], grid.cells[1][1]);
}

/// As references have it: the second cell has the share of its last part alone.
TEST(RamifiedGrid, cellsOfOnePlaceAreFilledByTheirLastPart) {
  const auto grid = coarsened("x..xxxxx", 3);
  ASSERT_THAT(grid.filling, SizeIs(2));
  EXPECT_EQ(grid.filling[0].stiffness, .5f / 512);
  EXPECT_EQ(grid.filling[1].stiffness, 2.f / 512);
  EXPECT_EQ(grid.cellsFilledOtherwise(), 1u);
}

/// Two cells lie in the first place: the third place reads the share of the second cell, the fourth that of the third.
TEST(RamifiedGrid, behindSharedPlacesCellsAreFilledByNumber) {
  const auto grid = coarsened("x..x....xxxxxxxx", 3);
  ASSERT_THAT(grid.filling, SizeIs(3));
  EXPECT_EQ(grid.filling[2].stiffness, (.5f + 2) / 512);
  EXPECT_EQ(grid.cellsFilledOtherwise(), 1u);
  EXPECT_EQ(coarsened("xxxxxxxx", 3).cellsFilledOtherwise(), 0u);
}

TEST(RamifiedGrid, pointsGoToTheCellOfTheirPart) {
  const auto grid = coarsened("x..x", 2);
  EXPECT_EQ(grid.locate({.5, .5, .5}).cell, 0u);
  const auto second = grid.locate({3.5, .5, .5});
  EXPECT_EQ(second.cell, 1u);
  EXPECT_DOUBLE_EQ(second.fractions.x(), 3.5 / 4);
}

TEST(RamifiedGrid, boundaryCellsAreNeighboursWhereAnEdgeCrosses) {
  const auto pointsWith = [](const std::vector<RamifiedGrid::Edge>& edges) {
    RamifiedGrid grid(rowOfCells("xx"), edges);
    grid.number();
    return grid.points.size();
  };
  EXPECT_EQ(pointsWith({}), 16u);
  EXPECT_EQ(pointsWith({{Vec3(.5, .5, .5), Vec3(1.5, .7, .5)}}), 12u);
  EXPECT_EQ(pointsWith({{Vec3(.5, .5, .5), Vec3(.9, .7, .5)}}), 16u) << "ends before the face";
  EXPECT_EQ(pointsWith({{Vec3(1.2, .5, .5), Vec3(1.5, .7, .5)}}), 12u) << "prolonged backwards by its length";
  EXPECT_EQ(pointsWith({{Vec3(1.4, .5, .5), Vec3(1.5, .7, .5)}}), 16u) << "too short for that";
  RamifiedGrid grid(rowOfCells("xx"), std::vector<RamifiedGrid::Edge>{{Vec3(1.2, .5, .5), Vec3(1.5, .7, .5)}});
  EXPECT_EQ(grid.facesCrossedBehind(), 1u);
}

}  // namespace
}  // namespace sofa::geometry

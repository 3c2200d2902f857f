// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/RegularGrid.h"

#include <gtest/gtest.h>

using namespace sofa;
using type::Vec3;

namespace {

geometry::RegularGrid grid() { return {{3, 4, 2}, Vec3(1, 0, -1), {Vec3(.5, 0, 0), Vec3(0, 2, 0), Vec3(0, 0, 4)}}; }

}  // namespace

TEST(RegularGrid, NumbersPointsAlongXThenYThenZ) {
  EXPECT_EQ(grid().pointIndex(2, 1, 1), 2u + 3 * (1 + 4 * 1));
  EXPECT_TRUE(grid().point(2, 1, 1).isApprox(Vec3(2, 2, 3)));
}

TEST(RegularGrid, LastPointsLieWhereTheGridEnds) {
  const geometry::RegularGrid wide{
      {20, 1, 20}, Vec3(12, 7, -12), {Vec3(-24. / 19, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 24. / 19)}};
  EXPECT_EQ(wide.point(19, 0, 19), Vec3(-12, 7, 12));
}

TEST(RegularGrid, CellCornersGoAroundTheBottomThenTheTop) {
  const type::Hexahedron expected{1, 2, 5, 4, 13, 14, 17, 16};
  EXPECT_EQ(grid().cellPoints({1, 0, 0}), expected);
}

TEST(RegularGrid, FindsTheCellThatHoldsAPoint) {
  const auto found = grid().locate(Vec3(1.75, 5, 0));
  EXPECT_EQ(found.cell, (std::array{1, 2, 0}));
  EXPECT_TRUE(found.fractions.isApprox(Vec3(.5, .5, .25)));
}

TEST(RegularGrid, APointOutsideGetsTheNearestCellAndFractionsBeyondIt) {
  const auto found = grid().locate(Vec3(3, -1, 11));
  EXPECT_EQ(found.cell, (std::array{1, 0, 0}));
  EXPECT_TRUE(found.fractions.isApprox(Vec3(3, -.5, 3)));
  EXPECT_EQ(grid().locate(Vec3(1e300, -1e300, 0)).cell, (std::array{1, 0, 0}));
}

TEST(RegularGrid, WithoutThicknessEveryPointIsAtItsBottom) {
  auto thin = grid();
  thin.step[2] = Vec3::Zero();
  EXPECT_EQ(thin.locate(Vec3(1, 0, 5)).fractions, Vec3(0, 0, 0));
}

TEST(RegularGrid, AFlatGridHasNoCells) {
  auto flat = grid();
  flat.n[1] = 1;
  EXPECT_TRUE(grid().hasCells());
  EXPECT_FALSE(flat.hasCells());
}

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/DeformedCell.h"

#include <gtest/gtest.h>

namespace sofa::geometry {
namespace {

using type::Vec3;

/// A box of 1 x 2 x 3, its corners moved a little.
DeformedCell moved() {
  DeformedCell::Corners corners;
  for (int c = 0; c < 8; ++c)
    corners[std::size_t(c)] =
        Vec3(c & 1, 2 * (c >> 1 & 1), 3 * (c >> 2)) + 0.1 * Vec3(std::sin(c), std::cos(2 * c), std::sin(3 * c));
  return DeformedCell(corners);
}

TEST(DeformedCell, cornersAndMiddle) {
  const DeformedCell cell = moved();
  Vec3 mean = Vec3::Zero();
  for (int c = 0; c < 8; ++c) {
    EXPECT_LT((cell.at(Vec3(c & 1, c >> 1 & 1, c >> 2)) - cell.corners()[std::size_t(c)]).norm(), 1e-15);
    mean += cell.corners()[std::size_t(c)] / 8;
  }
  EXPECT_LT((cell.at(Vec3::Constant(0.5)) - mean).norm(), 1e-15);
}

TEST(DeformedCell, jacobianIsTheDerivative) {
  const DeformedCell cell = moved();
  const Vec3 b(0.3, 0.6, 0.2);
  constexpr double h = 1e-5;
  for (int a = 0; a < 3; ++a) {
    const Vec3 slope = (cell.at(b + h * Vec3::Unit(a)) - cell.at(b - h * Vec3::Unit(a))) / (2 * h);
    EXPECT_LT((cell.jacobian(b).col(a) - slope).norm(), 1e-9);
  }
}

TEST(DeformedCell, findsWhatItPlaced) {
  const DeformedCell cell = moved();
  for (const Vec3& b : {Vec3(0.1, 0.9, 0.5), Vec3(0, 0, 0), Vec3(1, 0.5, 1), Vec3(1.2, -0.3, 0.4)}) {
    const auto found = cell.find(cell.at(b));
    ASSERT_TRUE(found);
    EXPECT_LT((*found - b).norm(), 1e-12);
  }
}

TEST(DeformedCell, flatOnesHoldNothing) {
  DeformedCell::Corners corners = moved().corners();
  for (Vec3& p : corners) p.z() = 0;
  EXPECT_FALSE(DeformedCell(corners).find(Vec3(0.5, 1, 0)));
}

}  // namespace
}  // namespace sofa::geometry

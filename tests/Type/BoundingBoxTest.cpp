// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::type {
namespace {

TEST(BoundingBoxTest, manyPointsGiveTheBoxOfEachInTurn) {
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 24u, 101u}) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
      points.emplace_back(std::sin(3.0 * i), 5 + std::cos(7.0 * i), -0.1 * static_cast<double>(i));
    BoundingBox each, all;
    for (const Vec3& p : points) each.include(p);
    all.include(points);
    EXPECT_EQ(all, each) << count;
    EXPECT_EQ(all.empty(), count == 0);
  }
}

TEST(BoundingBoxTest, pointsAddToWhatIsThere) {
  BoundingBox box;
  box.include(Vec3(-4, 0, 9));
  box.include(std::vector<Vec3>(16, Vec3(1, 2, 3)));
  EXPECT_EQ(box.min, Vec3(-4, 0, 3));
  EXPECT_EQ(box.max, Vec3(1, 2, 9));
}

TEST(BoundingBoxTest, whatIsNoNumberIsPassedOver) {
  std::vector<Vec3> points(20, Vec3(1, 2, 3));
  points[0].x() = points[9].y() = points[18].z() = std::nan("");
  BoundingBox box;
  box.include(points);
  EXPECT_EQ(box.min, Vec3(1, 2, 3));
  EXPECT_EQ(box.max, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace sofa::type

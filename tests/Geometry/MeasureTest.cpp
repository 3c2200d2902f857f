// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Measure.h"

#include <gtest/gtest.h>

#include "Sofa/Geometry/OrientedBox.h"

namespace sofa::geometry {
namespace {

using type::Vec3;

TEST(Measure, OfSimpleElements) {
  const Vec3 o(0, 0, 0), x(2, 0, 0), y(0, 3, 0), z(0, 0, 4);
  EXPECT_DOUBLE_EQ(edgeLength(x, y), std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(triangleArea(o, y, x), 3);
  EXPECT_DOUBLE_EQ(quadArea(o, x, Vec3(2, 3, 0), y), 6);
  EXPECT_DOUBLE_EQ(signedTetrahedronVolume(o, x, y, z), 4);
  EXPECT_DOUBLE_EQ(signedTetrahedronVolume(o, y, x, z), -4);
  EXPECT_DOUBLE_EQ(tetrahedronVolume(o, y, x, z), 4);
}

TEST(Measure, InThePlaneHasASign) {
  const Vec3 o(0, 0, 0), x(2, 0, 0), y(0, 3, 0);
  EXPECT_DOUBLE_EQ(signedTriangleArea(o, x, y), 3);
  EXPECT_DOUBLE_EQ(signedTriangleArea(o, y, x), -3);
  EXPECT_DOUBLE_EQ(signedQuadArea(o, y, Vec3(2, 3, 0), x), -6);
}

TEST(Measure, HexahedraAreFilledByTetrahedra) {
  std::array<Vec3, 8> box;
  const int signs[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (int k = 0; k < 8; ++k) box[k] = Vec3(2 * signs[k][0], 3 * signs[k][1], 4 * signs[k][2]);
  EXPECT_DOUBLE_EQ(hexahedronVolume(box), 24);
  for (auto& p : box) p.x() += 0.5 * p.z();  // a shear keeps the volume
  EXPECT_DOUBLE_EQ(hexahedronVolume(box), 24);
}

OrientedBox makeBox(const Vec3& p0, const Vec3& p1, const Vec3& p2, double depth) {
  type::Vec<10> numbers;
  numbers << p0, p1, p2, depth;
  return OrientedBox(numbers);
}

TEST(OrientedBox, ContainsItsFaces) {
  const auto box = makeBox({0, 0, 0}, {2, 0, 0}, {2, 1, 0}, 0.5);
  EXPECT_TRUE(box.contains({1, 0.5, 0}));
  EXPECT_TRUE(box.contains({0, 0, 0.25}));
  EXPECT_TRUE(box.contains({2, 1, -0.25}));
  EXPECT_FALSE(box.contains({1, 0.5, 0.26}));
  EXPECT_FALSE(box.contains({2.01, 0.5, 0}));
  EXPECT_FALSE(box.contains({-0.01, 0.5, 0}));
  EXPECT_FALSE(box.contains({1, 1.01, 0}));
  EXPECT_FALSE(box.contains({1, -0.01, 0}));
}

TEST(OrientedBox, FollowsItsCorners) {
  // The unit square turned by 45 degrees about z.
  const double h = std::sqrt(0.5);
  const auto box = makeBox({0, 0, 0}, {h, h, 0}, {0, 2 * h, 0}, 1);
  EXPECT_TRUE(box.contains({0, h, 0.4}));
  EXPECT_TRUE(box.contains({-0.6, h, 0}));
  EXPECT_FALSE(box.contains({0.6, 0.2, 0}));
}

TEST(OrientedBox, KnowsWhenItHasNoFaces) {
  EXPECT_TRUE(makeBox({0, 0, 0}, {1, 1, 1}, {2, 2, 2}, 1).isDegenerate());
  EXPECT_FALSE(makeBox({0, 0, 0}, {2, 0, 0}, {2, 1, 0}, 0).isDegenerate());
}

}  // namespace
}  // namespace sofa::geometry

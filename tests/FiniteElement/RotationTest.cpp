// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/Rotation.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

using namespace sofa::fem;

namespace {

Mat3 turned(double angle, const Vec3& axis) {
  return sofa::type::AngleAxis(angle, axis.normalized()).toRotationMatrix();
}
Mat3 stretch(double a, double b, double c) {
  const Mat3 v = turned(0.7, {1, 2, -1});
  return v * Vec3(a, b, c).asDiagonal() * v.transpose();
}

TEST(Rotation, frameHasAxesInRows) {
  const Mat3 q = frame({1, 1, 1}, {1, 3, 1}, {0, 4, 1});  // x along +y, plane normal +z
  Mat3 expected;
  expected << 0, 1, 0, -1, 0, 0, 0, 0, 1;
  EXPECT_LT((q - expected).norm(), 1e-15);
}

TEST(Rotation, frameOfCollinearPointsKeepsTheNullAxis) {
  const Mat3 q = frame({0, 0, 0}, {2, 0, 0}, {3, 0, 0});
  EXPECT_EQ(Vec3(q.row(0)), Vec3(1, 0, 0));
  EXPECT_EQ(q.row(2).norm(), 0);
}

TEST(Rotation, polarRecoversTheRotation) {
  const Mat3 r = turned(2.1, {1, -2, 0.5});
  EXPECT_LT((polar(Mat3(r * stretch(0.2, 1, 30))) - r).norm(), 1e-14);
  EXPECT_LT((polarStable(Mat3(r * stretch(0.2, 1, 30))) - r).norm(), 1e-11);
}

TEST(Rotation, polarOfInvertedIsImproper) {
  const Mat3 r = turned(0.4, {0, 1, 1});
  EXPECT_LT((polar(Mat3(r * stretch(-1, -2, -3))) + r).norm(), 1e-14);
}

TEST(Rotation, polarOfSingularStops) {
  Mat3 m = Mat3::Zero();
  m(0, 0) = 1;
  EXPECT_EQ(polar(m), m);
}

TEST(Rotation, stablePolarOfInvertedFlipsTheSmallestStretch) {
  const Mat3 r = turned(1.3, {3, 1, 1});
  const Mat3 v = turned(0.7, {1, 2, -1});
  const Mat3 q = polarStable(Mat3(r * stretch(2, -0.5, 1)));
  EXPECT_NEAR(q.determinant(), 1, 1e-13);
  // The reflected axis is the second column of v; there R is undone by the flip of sigma = 0.5.
  EXPECT_LT((q - r).norm(), 1e-13);
  EXPECT_LT((q * v.col(1) - r * v.col(1)).norm(), 1e-13);
}

TEST(Rotation, stablePolarOfFlatIsARotation) {
  const Mat3 r = turned(1.3, {3, 1, 1});
  EXPECT_LT((polarStable(Mat3(r * stretch(2, 0, 1))) - r).norm(), 1e-12);
}

TEST(Rotation, stablePolarOfNullIsIdentity) { EXPECT_EQ(polarStable(Mat3(Mat3::Zero())), Mat3::Identity()); }

TEST(Rotation, stablePolarOfRankOneIsNotARotation) {
  // x axis of the largest column: 0.6. Columns of U: large e, middle (0, 0, 1), small (0, 0.6, 0), in the null columns'
  // order.
  const Vec3 e(0.6, 0.8, 0);
  const Mat3 q = polarStable(Mat3(2 * e * Vec3(0, 1, 0).transpose()));
  EXPECT_FALSE(isOrthogonal(q));
  EXPECT_LT((q * Vec3(0, 1, 0) - e).norm(), 1e-14);
}

TEST(Rotation, planarPolar) {
  const double a = 0.8;
  Mat2 r, s;
  r << std::cos(a), -std::sin(a), std::sin(a), std::cos(a);
  s << 2, 0.3, 0.3, 0.5;
  EXPECT_LT((polar(Mat2(r * s)) - r).norm(), 1e-14);
  EXPECT_LT((polarStable(Mat2(r * s)) - r).norm(), 1e-14);
}

TEST(Rotation, stablePolarKnowsNoUnit) {
  Mat3 m;
  m << 1.2, -.7, .1, .8, .9, -.2, .3, .1, .7;
  const Mat2 plane = m.topLeftCorner<2, 2>();
  for (const int power : {-40, -10, 10, 40}) {
    EXPECT_EQ(polarStable(Mat3(m * std::ldexp(1.0, power))), polarStable(m)) << power;
    EXPECT_EQ(polarStable(Mat2(plane * std::ldexp(1.0, power))), polarStable(plane)) << power;
  }
  EXPECT_LT((polarStable(m) - polar(m)).norm(), 1e-13);
}

}  // namespace

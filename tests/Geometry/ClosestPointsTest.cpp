// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ClosestPoints.h"

#include <gtest/gtest.h>

#include <random>

namespace sofa::geometry {
namespace {

const Vec3 A(0, 0, 0), B(2, 0, 0), C(0, 2, 0);

TEST(ClosestPoints, footOnALineAndOnASegment) {
  EXPECT_DOUBLE_EQ(projectOnLine(Vec3(0.5, 3, 1), A, B), 0.25);
  EXPECT_DOUBLE_EQ(projectOnLine(Vec3(-1, 3, 1), A, B), -0.5);
  EXPECT_DOUBLE_EQ(closestOnSegment(Vec3(-1, 3, 1), A, B), 0);
  EXPECT_DOUBLE_EQ(closestOnSegment(Vec3(5, 3, 1), A, B), 1);
  EXPECT_DOUBLE_EQ(closestOnSegment(Vec3(1, 0, 0), A, B), 0.5);
}

TEST(ClosestPoints, aSegmentWithoutLengthIsItsFirstPoint) {
  EXPECT_EQ(projectOnLine(Vec3(1, 2, 3), B, B), 0);
  EXPECT_EQ(pointOnLine(B, B, closestOnSegment(Vec3(1, 2, 3), B, B)), B);
}

TEST(ClosestPoints, linesThatCross) {
  const auto at = closestOnLines({0, 0, 0}, {1, 0, 0}, {0.5, 0.2, -0.5}, {0.5, 0.2, 1.5}, 1e-15);
  ASSERT_TRUE(at);
  EXPECT_DOUBLE_EQ((*at)[0], 0.5);
  EXPECT_DOUBLE_EQ((*at)[1], 0.25);
}

TEST(ClosestPoints, parallelLinesAndPointsHaveNone) {
  EXPECT_FALSE(closestOnLines(A, B, {0, 1, 0}, {5, 1, 0}, 1e-15));
  EXPECT_FALSE(closestOnLines(A, A, {0, 1, 0}, {5, 1, 1}, 0));
  EXPECT_FALSE(closestOnLines(A, B, {0, 1, 0}, {5, 1, 1e-9}, 1e-12));
}

TEST(ClosestPoints, footOnATriangle) {
  const auto foot = projectOnTriangle({0.5, 1, 7}, A, B, C);
  ASSERT_TRUE(foot);
  EXPECT_DOUBLE_EQ(foot->v, 0.25);
  EXPECT_DOUBLE_EQ(foot->w, 0.5);
  EXPECT_FALSE(projectOnTriangle({0.5, 1, 7}, A, B, Vec3(4, 0, 0)));
  EXPECT_FALSE(projectOnTriangle({0.5, 1, 7}, A, A, A));
}

TEST(ClosestPoints, cornersAndSidesOfATriangle) {
  const struct {
    Vec3 q, closest;
  } cases[] = {{{-1, -1, 3}, A},
               {{5, -1, 3}, B},
               {{-1, 7, -2}, C},
               {{1, -4, 0}, {1, 0, 0}},
               {{-3, 0.5, 0}, {0, 0.5, 0}},
               {{3, 3, 1}, {1, 1, 0}},
               {{0.5, 0.25, 1}, {0.5, 0.25, 0}}};
  for (const auto& c : cases)
    EXPECT_LT((closestOnTriangle(c.q, A, B, C).at(A, B, C) - c.closest).norm(), 1e-14) << c.q.transpose();
}

TEST(ClosestPoints, segmentsThroughATriangle) {
  EXPECT_DOUBLE_EQ(segmentThroughTriangle({.5, .5, 1}, {.5, .5, -3}, A, B, C).value_or(-1), 0.25);
  EXPECT_TRUE(segmentThroughTriangle({0, 0, 1}, {0, 0, 0}, A, B, C));        // ends in a corner
  EXPECT_FALSE(segmentThroughTriangle({.5, .5, 1}, {.5, .5, .1}, A, B, C));  // ends above
  EXPECT_FALSE(segmentThroughTriangle({1.5, 1.5, 1}, {1.5, 1.5, -1}, A, B, C));
  EXPECT_FALSE(segmentThroughTriangle({-1, .5, 0}, {3, .5, 0}, A, B, C));  // in the plane
}

TEST(ClosestPoints, degenerateTrianglesAreTheirSides) {
  const Vec3 far(4, 0, 0);  // all on one line
  EXPECT_LT((closestOnTriangle({3, 2, 0}, A, B, far).at(A, B, far) - Vec3(3, 0, 0)).norm(), 1e-14);
  EXPECT_EQ(closestOnTriangle({3, 2, 0}, C, C, C).at(C, C, C), C);
}

/// Of triangles of any shape the result is no farther than any of many sampled points, and in the triangle.
TEST(ClosestPoints, onATriangleNothingIsCloser) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  const auto point = [&] { return Vec3(coordinate(random), coordinate(random), coordinate(random)); };
  for (int i = 0; i < 200; ++i) {
    const Vec3 a = point(), b = point(), c = i % 3 ? point() : Vec3(a + 0.001 * point()), q = 2 * point();
    const auto found = closestOnTriangle(q, a, b, c);
    EXPECT_GE(found.v, 0);
    EXPECT_GE(found.w, 0);
    EXPECT_LE(found.v + found.w, 1 + 1e-12);
    const double distance = (found.at(a, b, c) - q).norm();
    for (int v = 0; v <= 20; ++v)
      for (int w = 0; v + w <= 20; ++w)
        EXPECT_LE(distance, (TriangleCoordinates{v / 20.0, w / 20.0}.at(a, b, c) - q).norm() + 1e-12);
  }
}

TEST(ClosestPoints, feetOnATriangleSayWhatTheyLieOn) {
  using Feature = TriangleFeature;
  const auto check = [](const Vec3& q, Feature feature, const Vec3& foot) {
    const auto found = footOnTriangle(q, A, B, C, 1e-9);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->feature, feature) << q.transpose();
    EXPECT_LT((found->at.at(A, B, C) - foot).norm(), 1e-14) << q.transpose();
  };
  check({0.5, 0.5, 1}, Feature::inside, {0.5, 0.5, 0});
  check({-1, -2, 1}, Feature::a, A);
  check({3, -1, 1}, Feature::b, B);
  check({-1, 4, 1}, Feature::c, C);
  check({1, -1, 1}, Feature::ab, {1, 0, 0});
  check({-1, 0.5, 1}, Feature::ca, {0, 0.5, 0});
  check({2, 2, 1}, Feature::bc, {1, 1, 0});
  EXPECT_FALSE(footOnTriangle({0, 0, 1}, A, B, B, 1e-9));
}

}  // namespace
}  // namespace sofa::geometry

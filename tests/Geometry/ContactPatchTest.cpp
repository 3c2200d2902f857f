// SPDX-License-Identifier: Apache-2.0
// Where shapes touch along a face, against values by hand.
#include "Sofa/Geometry/ContactPatch.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace sofa::geometry {
namespace {

using type::Mat3;

ContactPatch patchOfTwo(const ConvexShape& a, const ConvexShape& b, double reach) {
  const auto nearest = contactOf(a, b, reach);
  return nearest ? patchOf(a, b, nearest->normal, reach) : ContactPatch{};
}
ConvexShape cube(const Vec3& centre, const Mat3& axes = Mat3::Identity()) {
  return ConvexShape::box(centre, axes, Vec3(1, 1, 1));
}
Mat3 turned(double angle, const Vec3& axis) {
  return sofa::type::AngleAxis(angle, axis.normalized()).toRotationMatrix();
}

void expectPoints(const ContactPatch& patch, const std::vector<Vec3>& expected, double distance) {
  ASSERT_EQ(patch.points().size(), expected.size());
  for (const Vec3& p : expected)
    EXPECT_TRUE(std::ranges::any_of(patch.points(), [&](const auto& point) { return (point.p - p).norm() < 1e-12; }))
        << p.transpose();
  for (const auto& point : patch.points()) {
    EXPECT_NEAR(point.distance, distance, 1e-12);
    EXPECT_LT((point.q - point.p - point.distance * patch.normal).norm(), 1e-12);
  }
}

TEST(ContactPatch, facesTouchAtTheCornersOfWhatTheyShare) {
  for (const double gap : {0.1, 0.0, -0.1}) {
    const auto patch = patchOfTwo(cube(Vec3::Zero()), cube({1.5, -1, 2 + gap}), 0.2);
    expectPoints(patch, {{.5, -1, 1}, {.5, 0, 1}, {1, -1, 1}, {1, 0, 1}}, gap);
    EXPECT_LT((patch.normal - Vec3(0, 0, 1)).norm(), 1e-12);
  }
}

TEST(ContactPatch, onlyWhatIsWithinReachCounts) {
  // Tilted about y by 0.1: of the lower corners two are 2 sin 0.1 higher than the others.
  const double low = std::cos(0.1) + std::sin(0.1);
  const auto tilted = cube({0, 0, 1 + low + 0.02}, turned(0.1, Vec3::UnitY()));
  const auto base = ConvexShape::box(Vec3::Zero(), Mat3::Identity(), Vec3(5, 5, 1));
  EXPECT_EQ(patchOfTwo(base, tilted, 0.05).points().size(), 2u);
  EXPECT_EQ(patchOfTwo(base, tilted, 0.02 + 2 * std::sin(0.1) + 1e-9).points().size(), 4u);
  EXPECT_TRUE(patchOfTwo(base, tilted, 0.01).points().empty());
  // Standing on an edge: its two ends.
  const auto onEdge = cube({0, 0, 1 + std::sqrt(2) + 0.02}, turned(M_PI / 4, Vec3::UnitY()));
  expectPoints(patchOfTwo(base, onEdge, 0.05), {{0, -1, 1}, {0, 1, 1}}, 0.02);
  // On a corner: that one.
  const auto onCorner = cube({0, 0, 2.5}, turned(0.4, Vec3::UnitY()) * turned(0.4, Vec3::UnitX()));
  EXPECT_EQ(patchOfTwo(base, onCorner, 0.1).points().size(), 1u);
}

TEST(ContactPatch, edgesLieOnFaces) {
  const auto floor = ConvexShape::triangle({-9, 0, -9}, {0, 0, 9}, {9, 0, -9});
  expectPoints(patchOfTwo(floor, ConvexShape::segment({-1, .3, 0}, {1, .3, 0}), 0.5), {{-1, 0, 0}, {1, 0, 0}}, .3);
  // Longer than the face: as far as that.
  expectPoints(patchOfTwo(cube(Vec3::Zero()), ConvexShape::segment({-3, .5, 1.3}, {3, .5, 1.3}), 0.5),
               {{-1, .5, 1}, {1, .5, 1}}, .3);
  // The triangle is smaller than the face of the box that lies on it.
  const auto small = ConvexShape::triangle({-.2, 0, -.1}, {0, 0, .3}, {.2, 0, -.1});
  expectPoints(patchOfTwo(small, cube({0, 1.1, 0}), 0.2), {{-.2, 0, -.1}, {0, 0, .3}, {.2, 0, -.1}}, .1);
}

TEST(ContactPatch, edgesThatCrossHaveNone) {
  const double high = 2 * std::sqrt(2) + 0.1;
  const auto lower = cube(Vec3::Zero(), turned(M_PI / 4, Vec3::UnitX())),
             upper = cube({0, 0, high}, turned(M_PI / 4, Vec3::UnitY()));
  EXPECT_TRUE(contactOf(lower, upper, 0.2));
  EXPECT_TRUE(patchOfTwo(lower, upper, 0.2).points().empty());
  EXPECT_TRUE(patchOfTwo(cube(Vec3::Zero()), ConvexShape::point({3, 0, 0}), 0.5).points().empty());
}

TEST(ContactPatch, fourPointsSpanAnOctagon) {
  // Crossed by an eighth of a turn they share a regular octagon with an inner radius of 1; four of its corners span
  // more than half of its area.
  const auto patch = patchOfTwo(cube(Vec3::Zero()), cube({0, 0, 2.01}, turned(M_PI / 4, Vec3::UnitZ())), 0.1);
  ASSERT_EQ(patch.points().size(), 4u);
  const auto p = [&](int k) { return patch.points()[k].p; };
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(p(k).head<2>().norm(), 1 / std::cos(M_PI / 8), 1e-12);
  const double area = (p(1) - p(0)).cross(p(3) - p(2)).norm() / 2, whole = 8 * std::tan(M_PI / 8);
  EXPECT_GT(area, whole / 2);
}

TEST(ContactPatch, pointsLieOnBothShapes) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int seen = 0;
  for (int round = 0; round < 500; ++round) {
    const Vec3 tilt = 0.05 * Vec3(uniform(engine), uniform(engine), 30 * uniform(engine));
    const auto a = cube(Vec3::Zero()),
               b = cube({uniform(engine), uniform(engine), 2.02 + 0.05 * uniform(engine)}, turned(tilt.norm(), tilt));
    const auto there = patchOfTwo(a, b, 0.3), back = patchOfTwo(b, a, 0.3);
    ASSERT_EQ(there.points().size(), back.points().size()) << round;
    if (there.points().empty()) continue;
    ++seen;
    EXPECT_LT((there.normal + back.normal).norm(), 1e-9);
    std::set<int> features;
    for (const auto& point : there.points()) {
      EXPECT_TRUE(features.insert(point.feature).second);
      EXPECT_LT(point.feature, ContactPatch::features);
      EXPECT_LE(point.distance, 0.3);
      EXPECT_LT((a.closestTo(point.p) - point.p).norm(), 1e-8);
      EXPECT_LT((b.closestTo(point.q) - point.q).norm(), 1e-8);
      EXPECT_LT((point.q - point.p - point.distance * there.normal).norm(), 1e-12);
    }
  }
  EXPECT_GT(seen, 400);
}

}  // namespace
}  // namespace sofa::geometry

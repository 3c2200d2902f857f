// SPDX-License-Identifier: Apache-2.0
// Impacts of moving points, faces and edges, against values by hand, planted impacts, and distances at many times.
#include "Sofa/Geometry/ContinuousCollision.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>

#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::geometry::continuous {
namespace {

using Four = std::array<MovingPoint, 4>;
MovingPoint still(const Vec3& x) { return {x, x}; }
MovingPoint moving(const Vec3& from, const Vec3& to) { return {from, to}; }

double faceDistance(const Four& x, double t) {
  const Vec3 p = x[0].at(t), a = x[1].at(t), b = x[2].at(t), c = x[3].at(t);
  double smallest = (closestOnTriangle(p, a, b, c).at(a, b, c) - p).norm();
  for (const auto& [q, r] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})  // a flat face is its sides
    smallest = std::min(smallest, (pointOnLine(q, r, closestOnSegment(p, q, r)) - p).norm());
  return smallest;
}

double edgeDistance(const Four& x, double t) {
  const Vec3 a = x[0].at(t), b = x[1].at(t), c = x[2].at(t), d = x[3].at(t);
  const auto toEdge = [](const Vec3& p, const Vec3& q, const Vec3& r) {
    return (pointOnLine(q, r, closestOnSegment(p, q, r)) - p).norm();
  };
  double smallest = std::min({toEdge(a, c, d), toEdge(b, c, d), toEdge(c, a, b), toEdge(d, a, b)});
  const auto at = closestOnLines(a, b, c, d, 1e-14);
  if (at && std::abs((*at)[0] - 0.5) <= 0.5 && std::abs((*at)[1] - 0.5) <= 0.5)
    smallest = std::min(smallest, (pointOnLine(a, b, (*at)[0]) - pointOnLine(c, d, (*at)[1])).norm());
  return smallest;
}

struct Kind {
  std::optional<Impact> (*impact)(const MovingPoint&, const MovingPoint&, const MovingPoint&, const MovingPoint&,
                                  const ImpactSearch&);
  double (*distance)(const Four&, double);
  std::optional<Impact> of(const Four& x, const ImpactSearch& search) const {
    return impact(x[0], x[1], x[2], x[3], search);
  }
};
constexpr std::array kinds{Kind{pointFaceImpact, faceDistance}, Kind{edgeEdgeImpact, edgeDistance}};

class RandomMotions {
 public:
  double number(double most = 1) { return std::uniform_real_distribution(-most, most)(m_engine); }
  double part() { return std::uniform_real_distribution(0.0, 1.0)(m_engine); }
  int whole(int most) { return std::uniform_int_distribution(-most, most)(m_engine); }
  Vec3 vector(double most = 1) { return {number(most), number(most), number(most)}; }
  /// On a coarse lattice, so that points lie on each other, edges are parallel and faces flat, again and again.
  Vec3 latticePoint() { return Vec3(whole(1), whole(1), whole(1)); }
  Four lattice() {
    Four x;
    for (auto& p : x) p = {latticePoint(), whole(2) == 0 ? p.begin : latticePoint()};
    return x;
  }
  Four anywhere() {
    Four x;
    for (auto& p : x) p = {vector(), vector()};
    return x;
  }

 private:
  std::mt19937 m_engine{29};
};

/// Runs `f` on so many cases as there is time for; at least a thousand.
template <class F>
int forAWhile(int most, const F& f) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(2);
  int n = 0;
  for (; n < most && (n < 1000 || Clock::now() < end) && !testing::Test::HasFatalFailure(); ++n) f(n);
  testing::Test::RecordProperty("cases", n);
  return n;
}

/// What is said of x must agree with distances at many times.
void compareWithDistances(const Kind& kind, const Four& x, const ImpactSearch& search) {
  const auto found = kind.of(x, search);
  constexpr int times = 60;
  constexpr double rounding = 1e-13;
  for (int k = 0; k <= times; ++k) {
    const double t = static_cast<double>(k) / times;
    if (found && t >= found->time) break;
    ASSERT_GT(kind.distance(x, t), search.separation - rounding) << "an impact is missed at " << t;
  }
  if (!found || !found->isPrecise) return;
  ASSERT_GE(found->time, 0);
  ASSERT_LE(found->time, 1);
  ASSERT_LE(kind.distance(x, found->time), std::sqrt(3.0) * (search.separation + search.tolerance) + rounding);
}

TEST(ContinuousCollision, aPointFallsOnAFace) {
  const auto a = still({0, 0, 0}), b = still({1, 0, 0}), c = still({0, 1, 0});
  const ImpactSearch search{.tolerance = 1e-9};
  const auto hit = pointFaceImpact(moving({.2, .3, 1}, {.2, .3, -3}), a, b, c, search);
  ASSERT_TRUE(hit);
  EXPECT_TRUE(hit->isPrecise);
  EXPECT_LE(hit->time, 0.25);
  EXPECT_NEAR(hit->time, 0.25, 1e-9);
  EXPECT_FALSE(pointFaceImpact(moving({.6, .6, 1}, {.6, .6, -3}), a, b, c, search));
  EXPECT_FALSE(pointFaceImpact(moving({.2, .3, 3}, {.2, .3, 1e-6}), a, b, c, search));
  // At a distance of 0.4 it touches earlier, most of the face at once: then boxes run out first.
  const auto near = pointFaceImpact(moving({.2, .3, 1}, {.2, .3, -3}), a, b, c, {.separation = .4, .tolerance = 1e-3});
  ASSERT_TRUE(near);
  EXPECT_NEAR(near->time, 0.15, 1e-3);
  EXPECT_LE(near->time, 0.15);
}

TEST(ContinuousCollision, edgesCross) {
  const auto hit = edgeEdgeImpact(still({-1, 0, 0}), still({1, 0, 0}), moving({0, -1, 2}, {0, -1, -2}),
                                  moving({0, 1, 2}, {0, 1, -2}), {.tolerance = 1e-9});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, 0.5, 1e-9);
  EXPECT_LE(hit->time, 0.5);
}

TEST(ContinuousCollision, pointsAndEdgesAreFacesWithoutExtent) {
  const ImpactSearch search{.tolerance = 1e-9};
  const auto p = moving({0, 0, 1}, {0, 0, -1}), a = still({-1, 0, 0}), b = still({1, 0, 0});
  ASSERT_TRUE(pointEdgeImpact(p, a, b, search));
  EXPECT_NEAR(pointEdgeImpact(p, a, b, search)->time, 0.5, 1e-9);
  EXPECT_FALSE(pointEdgeImpact(p, still({.1, 0, 0}), b, search));
  ASSERT_TRUE(pointPointImpact(p, still({0, 0, -.5}), search));
  EXPECT_NEAR(pointPointImpact(p, still({0, 0, -.5}), search)->time, 0.75, 1e-9);
  EXPECT_FALSE(pointPointImpact(p, still({1e-3, 0, 0}), search));
}

TEST(ContinuousCollision, bothTurnInTheSameStep) {
  // The face turns by a quarter, the point meets it where it is at that time, not at the end: z = 1 - 2 t, and the
  // corners far out go from z = 0 to z = x: at the point z = t / 2, so that t = 2 / 5.
  const auto hit = pointFaceImpact(moving({.5, .1, 1}, {.5, .1, -1}), still({0, 0, 0}), moving({1, 0, 0}, {1, 0, 1}),
                                   moving({0, 1, 0}, {0, 1, 0}), {.tolerance = 1e-10});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, 0.4, 1e-9);
}

TEST(ContinuousCollision, plantedImpactsAreFound) {
  // Impacts at chosen times and places, corners and sides of the element among them, and coordinates of all sizes.
  RandomMotions random;
  const auto place = [&] { return random.whole(2) == 0 ? 0.5 + 0.5 * random.whole(1) : random.part(); };
  const int n = forAWhile(100000, [&](int i) {
    const double t = place(), size = std::pow(10.0, random.whole(4));
    Four x = i % 4 == 0 ? random.lattice() : random.anywhere();
    for (auto& p : x) p = {size * p.begin, size * p.end};
    const auto& kind = kinds[i % 2];
    double u = place(), w = place();
    if (i % 2 == 0 && u + w > 1) u = 1 - u, w = 1 - w;
    // Moves the first point, or edge, so that it meets the other element at t.
    const Vec3 other = i % 2 == 0 ? Vec3(x[1].at(t) + u * (x[2].at(t) - x[1].at(t)) + w * (x[3].at(t) - x[1].at(t)))
                                  : Vec3(x[2].at(t) + w * (x[3].at(t) - x[2].at(t)));
    const Vec3 own = i % 2 == 0 ? x[0].at(t) : Vec3(x[0].at(t) + u * (x[1].at(t) - x[0].at(t)));
    for (int k = 0; k < (i % 2 == 0 ? 1 : 2); ++k) {
      x[k].begin += other - own;
      x[k].end += other - own;
    }
    // Building the case has rounded: what is planted lies this close.
    const ImpactSearch search{.separation = 1e-14 * size, .tolerance = 1e-6 * size, .maxBoxes = 3000};
    const auto found = kind.of(x, search);
    ASSERT_TRUE(found) << "case " << i;
    ASSERT_LE(found->time, t + 1e-12) << "case " << i;
  });
  EXPECT_GE(n, 1000);
}

TEST(ContinuousCollision, agreesWithDistancesAtManyTimes) {
  RandomMotions random;
  forAWhile(40000, [&](int i) {
    const ImpactSearch search{.separation = i % 3 == 0 ? 0 : 0.05, .tolerance = 1e-5};
    compareWithDistances(kinds[i % 2], random.anywhere(), search);
  });
}

TEST(ContinuousCollision, agreesWithDistancesWhereEverythingIsDegenerate) {
  RandomMotions random;
  forAWhile(40000, [&](int i) {
    const ImpactSearch search{.separation = i % 3 == 0 ? 0.1 : 0, .tolerance = 1e-3, .maxBoxes = 10000};
    compareWithDistances(kinds[i % 2], random.lattice(), search);
  });
}

TEST(ContinuousCollision, endsWithAnEarlierTimeWhenBoxesRunOut) {
  // An edge that slides along another, in its line: every place of it is an impact from some time on.
  const auto a = still({0, 0, 0}), b = still({1, 0, 0});
  const auto c = moving({2, 0, 0}, {0, 0, 0}), d = moving({3, 0, 0}, {1, 0, 0});
  const auto few = edgeEdgeImpact(a, b, c, d, {.tolerance = 1e-10, .maxBoxes = 20});
  ASSERT_TRUE(few);
  EXPECT_FALSE(few->isPrecise);
  EXPECT_LE(few->time, 0.5);
  const auto many = edgeEdgeImpact(a, b, c, d, {.tolerance = 1e-6});
  ASSERT_TRUE(many);
  EXPECT_LE(many->time, 0.5);
  EXPECT_NEAR(many->time, 0.5, 0.01);
}

TEST(ContinuousCollision, farFromTheOriginRoundingHidesNothing) {
  // Coordinates of 1e6 m are known to 1e-10 m: the point ends on the face.
  const Vec3 far(1e6, -1e6, 1e6);
  const auto hit = pointFaceImpact(moving(far + Vec3(.25, .25, 1), far + Vec3(.25, .25, 0)), still(far),
                                   still(far + Vec3(1, 0, 0)), still(far + Vec3(0, 1, 0)), {.tolerance = 1e-9});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->time, 1, 1e-6);
}

}  // namespace
}  // namespace sofa::geometry::continuous

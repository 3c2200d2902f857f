// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/SquaredDistance.h"

#include <random>

#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Geometry/Contact/LogBarrier.h"

namespace sofa::tests {
namespace {

using geometry::CornerBits;
using geometry::PointFunction;
using geometry::Vec3;

class RandomPoints {
 public:
  Vec3 operator()() { return {m_real(m_random), m_real(m_random), m_real(m_random)}; }

 private:
  std::mt19937 m_random{7};
  std::uniform_real_distribution<double> m_real{-1, 1};
};

/// Compares gradient and Hessian with central differences of value and gradient: f(points) is a PointFunction.
template <int Points, class F>
void expectDerivatives(const F& f, std::array<Vec3, Points> x, double scale = 1) {
  constexpr double h = 1e-5;
  const auto there = f(x);
  for (int i = 0; i < 3 * Points; ++i) {
    auto after = x, before = x;
    after[i / 3][i % 3] += h;
    before[i / 3][i % 3] -= h;
    const auto a = f(after), b = f(before);
    const double size = scale + there.gradient.norm(), curve = scale + there.hessian.norm();
    EXPECT_NEAR((a.value - b.value) / (2 * h), there.gradient[i], 1e-7 * size) << i;
    for (int j = 0; j < 3 * Points; ++j)
      EXPECT_NEAR((a.gradient[j] - b.gradient[j]) / (2 * h), there.hessian(i, j), 1e-6 * curve) << i << ' ' << j;
  }
}

TEST(SquaredDistance, derivativesAreThoseOfFiniteDifferences) {
  RandomPoints random;
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3 a = random(), b = random(), c = random(), d = random();
    expectDerivatives<2>([](const auto& x) { return geometry::pointPointDistance(x[0], x[1]); }, {a, b});
    expectDerivatives<3>([](const auto& x) { return geometry::pointLineDistance(x[0], x[1], x[2]); }, {a, b, c});
    if ((c - b).cross(d - b).norm() > 0.2)
      expectDerivatives<4>([](const auto& x) { return geometry::pointPlaneDistance(x[0], x[1], x[2], x[3]); },
                           {a, b, c, d});
    if ((b - a).cross(d - c).norm() > 0.2)
      expectDerivatives<4>([](const auto& x) { return geometry::lineLineDistance(x[0], x[1], x[2], x[3]); },
                           {a, b, c, d});
    for (const CornerBits closest : {5u, 6u, 9u, 10u, 7u, 11u, 13u, 14u})
      expectDerivatives<4>([&](const auto& x) { return geometry::edgeEdgeDistance(closest, x[0], x[1], x[2], x[3]); },
                           {a, b, c, d});
  }
}

TEST(SquaredDistance, derivativesAreInPlaceWithTheirValues) {
  RandomPoints random;
  const Vec3 a = random(), b = random(), c = random(), d = random();
  EXPECT_DOUBLE_EQ(geometry::pointPointDistance(a, b).value, geometry::squaredDistance(a, b));
  EXPECT_DOUBLE_EQ(geometry::pointLineDistance(a, b, c).value, geometry::squaredDistanceToLine(a, b, c));
  EXPECT_DOUBLE_EQ(geometry::pointPlaneDistance(a, b, c, d).value, geometry::squaredDistanceToPlane(a, b, c, d));
  EXPECT_DOUBLE_EQ(geometry::lineLineDistance(a, b, c, d).value, geometry::squaredDistanceOfLines(a, b, c, d));
}

TEST(SquaredDistance, ofAFaceIsThatOfItsClosestPoint) {
  RandomPoints random;
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3 p = 2 * random(), a = random(), b = random(), c = random();
    const double expected = (geometry::closestOnTriangle(p, a, b, c).at(a, b, c) - p).squaredNorm();
    EXPECT_NEAR(geometry::squaredDistanceToFace(p, a, b, c), expected, 1e-12);
  }
}

/// Against the least of many pairs of points.
TEST(SquaredDistance, ofEdgesIsTheLeastOfTheirPoints) {
  RandomPoints random;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 a = random(), b = random(), c = trial % 4 ? random() : a + 0.3 * (b - a) + Vec3(0, 0, 0.1),
               d = trial % 4 ? random() : c + 0.5 * (b - a);
    constexpr int n = 100;
    double least = 1e9;
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n; ++j)
        least = std::min(least, (a + i / double(n) * (b - a) - c - j / double(n) * (d - c)).squaredNorm());
    const double found = geometry::squaredDistanceOfEdges(a, b, c, d);
    EXPECT_LE(found, least + 1e-12);
    EXPECT_NEAR(std::sqrt(found), std::sqrt(least), 0.03);
    EXPECT_NEAR(geometry::edgeEdgeDistance(geometry::closestOfEdges(a, b, c, d), a, b, c, d).value, found, 1e-12);
  }
}

TEST(SquaredDistance, elementsWithoutExtentAreTheirCorners) {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), p(0.5, 2, 0);
  EXPECT_DOUBLE_EQ(geometry::squaredDistanceToEdge(p, o, o), p.squaredNorm());
  EXPECT_DOUBLE_EQ(geometry::squaredDistanceToFace(p, o, x, x), 4);
  EXPECT_DOUBLE_EQ(geometry::squaredDistanceToFace(p, o, o, o), p.squaredNorm());
  EXPECT_DOUBLE_EQ(geometry::squaredDistanceOfEdges(o, x, p, p), 4);
  EXPECT_DOUBLE_EQ(geometry::squaredDistanceOfEdges(o, x, y, x + y), 1);
}

TEST(ParallelMollifier, derivativesAreThoseOfFiniteDifferences) {
  RandomPoints random;
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3 a = random(), b = random(), c = random(), d = random();
    const double x = geometry::squaredCross(a, b, c, d);
    for (const double threshold : {2 * x, 1.1 * x})
      expectDerivatives<4>(
          [&](const auto& at) { return geometry::parallelMollifierDerivatives(threshold, at[0], at[1], at[2], at[3]); },
          {a, b, c, d}, 100 / x);
    EXPECT_EQ(geometry::parallelMollifier(0.9 * x, a, b, c, d), 1);
    EXPECT_LT(geometry::parallelMollifier(x, a, b, a + c, b + c), 1e-25);
  }
}

TEST(LogBarrier, derivativesAreThoseOfFiniteDifferences) {
  using geometry::LogBarrier;
  for (const double s : {1e-3, 0.1, 0.5, 0.9, 0.999}) {
    const double h = 1e-6 * s;
    const LogBarrier after = LogBarrier::at(s + h), before = LogBarrier::at(s - h), at = LogBarrier::at(s);
    EXPECT_NEAR((after.value - before.value) / (2 * h), at.slope, 1e-6 * (1 + std::abs(at.slope)));
    EXPECT_NEAR((after.slope - before.slope) / (2 * h), at.curvature, 1e-6 * (1 + std::abs(at.curvature)));
    EXPECT_GT(at.value, 0);
    EXPECT_LT(at.slope, 0);
    EXPECT_GT(at.curvature, 0);
  }
  EXPECT_EQ(LogBarrier::at(1).value, 0);
  EXPECT_EQ(LogBarrier::at(0).value, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace sofa::tests

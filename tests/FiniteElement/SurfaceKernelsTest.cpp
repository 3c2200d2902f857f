// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Sofa/FiniteElement/EnclosedVolume.h"
#include "Sofa/FiniteElement/HingeKernel.h"

/// Kernels of triangles and of pairs of them, against the plain sums that they stand for.
namespace sofa::fem {
namespace {

/// A tube of `rings` rings of eight points, closed at its ends: enough triangles for several parts.
struct Tube {
  static constexpr Index around = 8;
  std::vector<Vec3> points;
  std::vector<type::Triangle> triangles;
  explicit Tube(Index rings) {
    for (Index r = 0; r < rings; ++r)
      for (Index k = 0; k < around; ++k) {
        const double angle = 2 * M_PI * k / around, radius = 1 + 0.2 * std::sin(1.7 * r);
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.3 * r);
      }
    for (Index r = 0; r + 1 < rings; ++r)
      for (Index k = 0; k < around; ++k) {
        const Index a = around * r + k, b = around * r + (k + 1) % around, c = a + around, d = b + around;
        triangles.push_back({a, b, d});
        triangles.push_back({a, d, c});
      }
    for (Index k = 1; k + 1 < around; ++k) {
      const Index top = around * (rings - 1);
      triangles.push_back({0, k + 1, k});
      triangles.push_back({top, top + k, top + k + 1});
    }
  }
  EnclosedVolume volume() const {
    EnclosedVolume v;
    v.set(triangles, points.size());
    return v;
  }
};

double plainVolume(const Tube& tube, const std::vector<Vec3>& x) {
  double sum = 0;
  for (const auto& t : tube.triangles) sum += x[t[0]].cross(x[t[1]]).dot(x[t[2]]) / 6;
  return sum;
}

TEST(EnclosedVolume, ofATetrahedron) {
  const std::vector<Vec3> x = {{5, 0, 0}, {7, 0, 0}, {5, 3, 0}, {5, 0, 4}};
  EnclosedVolume volume;
  volume.set(std::vector<type::Triangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, x.size());
  EXPECT_NEAR(volume.volume(x), 4, 1e-14);
  // Three sides at right angles, and half of |(-2, 3, 0) x (-2, 0, 4)| = |(12, 8, 6)|.
  EXPECT_NEAR(volume.area(x), 3 + 4 + 6 + std::sqrt(244.) / 2, 1e-13);
  std::vector<Vec3> g(4, Vec3::Zero());
  volume.addGradient(x, 1, g);
  EXPECT_LT((g[1] - Vec3(2, 0, 0)).norm(), 1e-14) << "a third of the side opposite, 6";
}

TEST(EnclosedVolume, derivativesAreThoseOfTheVolume) {
  for (const Index rings : {2, 3, 90}) {
    const Tube tube(rings);
    EnclosedVolume volume = tube.volume();
    std::vector<Vec3> x = tube.points;
    EXPECT_NEAR(volume.volume(x), plainVolume(tube, x), 1e-11);
    std::vector<Vec3> g(x.size(), Vec3::Ones()), later = g, product(x.size(), Vec3::Zero()), dx(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) dx[i] = Vec3(std::sin(3. * i), std::cos(5. * i), std::sin(7. * i));
    volume.addGradient(x, 2, g);
    volume.linearise(x, 2);
    volume.addSecondProduct(dx, 0.5, product);
    constexpr double h = 1e-6;
    double growth = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      growth += (g[i] - Vec3::Ones()).dot(dx[i]) / 2;
      x[i] += h * dx[i];
    }
    std::vector<Vec3> back = tube.points;
    for (std::size_t i = 0; i < x.size(); ++i) back[i] -= h * dx[i];
    EXPECT_NEAR((plainVolume(tube, x) - plainVolume(tube, back)) / (2 * h), growth, 1e-6 * std::abs(growth) + 1e-7);
    std::vector<Vec3> before(x.size(), Vec3::Zero()), after = before;
    volume.addGradient(back, 1, before);
    volume.addGradient(x, 1, after);
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_LT(((after[i] - before[i]) / (2 * h) - product[i]).norm(), 1e-7) << i;
  }
}

TEST(EnclosedVolume, sameBitsForAnyNumberOfThreads) {
  const Tube tube(200);
  EnclosedVolume volume = tube.volume();
  std::vector<std::vector<Vec3>> results;
  std::vector<double> sums;
  for (const int threads : {1, 3}) {
    helper::setThreadCount(threads);
    std::vector<Vec3> g(tube.points.size(), Vec3::Zero());
    volume.linearise(tube.points, 3);
    volume.addGradient(tube.points, 1, g);
    volume.addSecondProduct(tube.points, 1, g);
    results.push_back(g);
    sums.push_back(volume.volume(tube.points) + volume.area(tube.points));
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(sums[0], sums[1]);
}

TEST(EnclosedVolume, edgesOfATriangle) {
  const Tube tube(3);
  EnclosedVolume volume = tube.volume();
  volume.linearise(tube.points, 12);
  for (std::size_t e = 0; e < tube.triangles.size(); ++e) {
    const auto& t = tube.triangles[e];
    const type::Mat<3> edges = volume.edges(e);
    for (std::size_t n = 0; n < 3; ++n)
      EXPECT_LT((edges.col(n) - 2 * (tube.points[t[(n + 2) % 3]] - tube.points[t[(n + 1) % 3]])).norm(), 1e-14);
  }
}

TEST(HingeKernel, forcesAndEnergyAreThePlainSums) {
  for (const Index count : {1u, 7u, 8u, 1300u}) {
    std::vector<Hinge> hinges;
    std::vector<Vec3> x;
    for (Index i = 0; i < count + 4; ++i) x.emplace_back(std::sin(2. * i), std::cos(3. * i), std::sin(5. * i));
    for (Index e = 0; e < count; ++e)
      hinges.push_back({{e + 4, e, e + 1, e + 3}, {0.25 + 0.1 * (e % 3), 0.4, -0.5, -0.3}, 2. + e % 5});
    std::vector<Vec3> expected(x.size(), Vec3::Ones()), f = expected;
    double energy = 0;
    for (const Hinge& h : hinges) {
      Vec3 sum = Vec3::Zero();
      for (std::size_t n = 0; n < 4; ++n) sum += h.alpha[n] * x[h.points[n]];
      for (std::size_t n = 0; n < 4; ++n) expected[h.points[n]] -= 3 * h.lambda * h.alpha[n] * sum;
      energy += h.lambda * sum.squaredNorm() / 2;
    }
    HingeKernel kernel;
    kernel.set(hinges, x.size());
    kernel.addForce(x, 3, f);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((f[i] - expected[i]).norm(), 1e-12);
    EXPECT_NEAR(kernel.energy(x), energy, 1e-10 * energy);
  }
}

}  // namespace
}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PairStiffness.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "Sofa/FiniteElement/HyperelasticSolid.h"
#include "Sofa/FiniteElement/TetraKernel.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

/// A block of n x n x n irregular cubes whose points are numbered at random.
struct Cubes {
  std::vector<Vec3> rest, x, dx;
  std::vector<type::Hexahedron> hexahedra;
  std::vector<type::Tetrahedron> tetrahedra;

  explicit Cubes(unsigned n) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    const auto any = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
    const unsigned side = n + 1, count = side * side * side;
    std::vector<Index> number(count);
    std::iota(number.begin(), number.end(), Index{0});
    std::ranges::shuffle(number, random);
    rest.resize(count);
    for (unsigned i = 0; i < count; ++i) rest[number[i]] = Vec3(i % side, i / side % side, i / (side * side)) + any();
    for (const Vec3& p : rest) {
      x.push_back(p + any());
      dx.push_back(any());
    }
    constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
    constexpr unsigned corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (unsigned c = 0; c < n * n * n; ++c) {
      type::Hexahedron h;
      for (int i = 0; i < 8; ++i)
        h[i] = number[c % n + corner[i][0] + side * (c / n % n + corner[i][1] + side * (c / (n * n) + corner[i][2]))];
      hexahedra.push_back(h);
      for (const auto& t : split) tetrahedra.push_back({h[t[0]], h[t[1]], h[t[2]], h[t[3]]});
    }
  }
};

/// The largest difference of the products of a kernel and of its pairs, over the largest entry.
template <class Kernel>
double difference(const Kernel& kernel, PairStiffness& pairs, const Cubes& mesh) {
  std::vector<Vec3> expected(mesh.rest.size(), Vec3::Ones()), found = expected;
  kernel.addDForce(mesh.dx, expected, -0.7);
  kernel.addStiffness(pairs);
  pairs.addProduct(mesh.dx, found, -0.7);
  double largest = 0, size = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, (found[i] - expected[i]).norm());
    size = std::max(size, expected[i].norm());
  }
  EXPECT_GT(size, 10);
  return largest / size;
}

constexpr double rounding = 1e-13;

TEST(PairStiffness, IsTheTangentOfTetrahedra) {
  const Cubes mesh(9);  // several parts; lanes without element in the last
  const Lame material = lame(100, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.tetrahedra, mesh.rest, {&material, 1}, TetraFrame::edges);
  kernel.linearise(mesh.x);
  PairStiffness pairs;
  EXPECT_LT(difference(kernel, pairs, mesh), rounding);
}

TEST(PairStiffness, FollowsTheTangent) {
  const Cubes mesh(4);
  HyperelasticSolid<type::Tetrahedron> kernel;
  const double parameters[] = {100, 300};
  kernel.init("StableNeoHookean", parameters, mesh.tetrahedra, mesh.rest);
  PairStiffness pairs;
  kernel.linearise(mesh.rest);
  EXPECT_LT(difference(kernel, pairs, mesh), rounding);
  kernel.linearise(mesh.x);
  EXPECT_LT(difference(kernel, pairs, mesh), rounding);
  kernel.linearise(mesh.x, true);
  EXPECT_LT(difference(kernel, pairs, mesh), rounding);
}

TEST(PairStiffness, IsTheTangentOfEveryHyperelasticMaterial) {
  const Cubes mesh(3);
  const std::vector<double> parameters = {100, 2, 30, 3, 2, 1, 1.5, 2.5};
  for (const std::string_view name : HyperelasticSolid<type::Tetrahedron>::names) {
    HyperelasticSolid<type::Tetrahedron> kernel;
    const auto count = HyperelasticSolid<type::Tetrahedron>::parameterCount(name);
    kernel.init(name, std::span(parameters).first(count), mesh.tetrahedra, mesh.rest);
    kernel.linearise(mesh.x);
    PairStiffness pairs;
    EXPECT_LT(difference(kernel, pairs, mesh), rounding) << name;
  }
}

TEST(PairStiffness, FollowsTheMesh) {
  PairStiffness pairs;
  for (unsigned n : {4, 2, 1, 5}) {
    const Cubes mesh(n);
    HyperelasticSolid<type::Hexahedron> kernel;
    const double parameters[] = {100, 300};
    kernel.init("StVenantKirchhoff", parameters, mesh.hexahedra, mesh.rest);
    kernel.linearise(mesh.x);
    EXPECT_LT(difference(kernel, pairs, mesh), rounding) << n;
  }
}

TEST(PairStiffness, GivesTheSameBitsForAnyNumberOfThreads) {
  const Cubes mesh(12);
  const Lame material = lame(100, 0.3);
  TetraKernel kernel;
  kernel.init(mesh.tetrahedra, mesh.rest, {&material, 1}, TetraFrame::edges);
  kernel.linearise(mesh.x);
  std::vector<std::vector<Vec3>> results;
  for (int threads : {1, 3}) {
    helper::setThreadCount(threads);
    PairStiffness pairs;
    kernel.addStiffness(pairs);
    pairs.addProduct(mesh.dx, results.emplace_back(mesh.rest.size(), Vec3::Zero()), 2);
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace

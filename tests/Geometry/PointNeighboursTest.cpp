// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/PointNeighbours.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "Sofa/Geometry/IsoSurface.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {

using type::Index;
using type::Vec3;

std::vector<Vec3> cloud(std::size_t count) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<Vec3> points(count);
  for (auto& p : points) p = {uniform(generator), uniform(generator), uniform(generator)};
  return points;
}

TEST(PointNeighbours, AreThoseThatAllPairsGive) {
  const auto points = cloud(700);
  for (const int threads : {1, 4}) {
    helper::setThreadCount(threads);
    PointNeighbours neighbours;
    for (const double distance : {0.3, 1.1, 9.0}) {
      neighbours.search(points, distance);
      for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<Index> expected;
        for (std::size_t j = 0; j < points.size(); ++j)
          if (i != j && (points[i] - points[j]).norm() < distance) expected.push_back(static_cast<Index>(j));
        const auto found = neighbours.of(i);
        ASSERT_EQ(std::vector<Index>(found.begin(), found.end()), expected);
      }
    }
  }
  helper::setThreadCount(1);
}

TEST(PointNeighbours, TakesAnyNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Vec3> points{{1e300, 0, 0}, {nan, 0, 0}, {0, 0, 0}, {0, 0, 0}, {-1e300, 1, 2}};
  PointNeighbours neighbours;
  neighbours.search(points, 1e-3);
  for (const std::size_t alone : {0u, 1u, 4u}) EXPECT_TRUE(neighbours.of(alone).empty()) << alone;
  EXPECT_EQ(neighbours.of(2)[0], 3u);
  neighbours.search({}, 1);
}

/// Of a field 1 - |x| around the middle of a lattice.
TriangleMesh ball(double level, std::size_t nodes = 25) {
  ScalarField field;
  field.spacing = 2.4 / static_cast<double>(nodes - 1);
  field.origin = Vec3::Constant(-1.2);
  field.size = {nodes, nodes, nodes};
  for (std::size_t k = 0; k < nodes; ++k)
    for (std::size_t j = 0; j < nodes; ++j)
      for (std::size_t i = 0; i < nodes; ++i)
        field.values.push_back(1 - (field.origin + field.spacing * Vec3(double(i), double(j), double(k))).norm());
  return isoSurface(field, level);
}

double volume(const TriangleMesh& mesh) {
  double six = 0;
  for (const auto& t : mesh.triangles) six += mesh.points[t[0]].dot(mesh.points[t[1]].cross(mesh.points[t[2]]));
  return six / 6;
}

/// Each edge is passed once in either direction: no holes, and one side outside.
void expectClosed(const TriangleMesh& mesh) {
  std::map<std::pair<Index, Index>, int> passed;
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++passed[{t[k], t[(k + 1) % 3]}];
  for (const auto& [edge, count] : passed) {
    ASSERT_EQ(count, 1);
    ASSERT_TRUE(passed.contains({edge.second, edge.first}));
  }
}

TEST(IsoSurface, OfABallHasItsVolumeAndLooksOutwards) {
  const TriangleMesh mesh = ball(0.2);
  for (const Vec3& p : mesh.points) EXPECT_NEAR(p.norm(), 0.8, 0.01);
  EXPECT_NEAR(volume(mesh), 4 * std::numbers::pi / 3 * 0.8 * 0.8 * 0.8, 0.03);
  expectClosed(mesh);
  EXPECT_TRUE(ball(2).triangles.empty());
}

TEST(IsoSurface, IsClosedForAnyCorners) {
  std::mt19937 generator(3);
  ScalarField field;
  field.size = {9, 8, 7};
  field.values.assign(9 * 8 * 7, 0.0);
  for (std::size_t k = 1; k < 6; ++k)
    for (std::size_t j = 1; j < 7; ++j)
      for (std::size_t i = 1; i < 8; ++i)
        field.values[field.index(i, j, k)] = std::uniform_real_distribution<double>(0, 1)(generator);
  const TriangleMesh mesh = isoSurface(field, 0.5);
  EXPECT_GT(mesh.triangles.size(), 100u);
  EXPECT_GT(volume(mesh), 0);
  expectClosed(mesh);
}

}  // namespace
}  // namespace sofa::geometry

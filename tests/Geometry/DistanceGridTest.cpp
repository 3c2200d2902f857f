// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/DistanceGrid.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "Sofa/Geometry/ClosestPoints.h"
#include "Sofa/Geometry/DistanceGridFile.h"
#include "Sofa/Helper/Mesh/FormatError.h"

namespace sofa::geometry {
namespace {

using type::Vec3;

struct Mesh {
  std::vector<Vec3> points;
  std::vector<type::Triangle> triangles;
};

/// Of radius 1, by longitude and latitude.
Mesh ball(type::Index rings = 12, type::Index sectors = 16) {
  Mesh mesh;
  for (type::Index r = 0; r <= rings; ++r)
    for (type::Index s = 0; s < sectors; ++s) {
      const double u = std::numbers::pi * r / rings, v = 2 * std::numbers::pi * s / sectors;
      mesh.points.push_back({std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), std::cos(u)});
    }
  for (type::Index r = 0; r < rings; ++r)
    for (type::Index s = 0; s < sectors; ++s) {
      const type::Index a = r * sectors + s, b = r * sectors + (s + 1) % sectors;
      if (r + 1 < rings) mesh.triangles.push_back({a, a + sectors, b + sectors});
      if (r > 0) mesh.triangles.push_back({a, b + sectors, b});
    }
  return mesh;
}

/// From -1 to 1, as a file.
constexpr const char* cubeFile = R"(
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

const type::BoundingBox around{Vec3::Constant(-1.5), Vec3::Constant(1.5)};

double nearest(const Mesh& mesh, const Vec3& p) {
  double least = 1e300;
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.points[t[0]], &b = mesh.points[t[1]], &c = mesh.points[t[2]];
    least = std::min(least, (closestOnTriangle(p, a, b, c).at(a, b, c) - p).norm());
  }
  return least;
}

TEST(DistanceGrid, ofACubeIsExact) {
  const auto grid = DistanceGrid::ofCube({13, 13, 13}, around, 1);
  EXPECT_NEAR(grid.interpolate({0.75, 0.25, -0.25}), -0.25, 1e-15);
  EXPECT_NEAR(grid.interpolate({1.25, 0.25, -0.25}), 0.25, 1e-15);
  EXPECT_NEAR(grid.interpolate({1.25, 1.25, 1.25}), 0.25 * std::sqrt(3), 1e-15);
  EXPECT_NEAR(grid.interpolate({0, 0, 0}), -1, 1e-15);
}

TEST(DistanceGrid, ofASurfaceAgreesWithBruteForce) {
  const Mesh mesh = ball();
  const auto grid = DistanceGrid::ofSurface({21, 22, 23}, around, mesh.points, mesh.triangles);
  for (int k = 0; k < 23; ++k)
    for (int j = 0; j < 22; ++j)
      for (int i = 0; i < 21; ++i) {
        const Vec3 p = grid.point(i, j, k);
        const double d = grid.distances()[grid.index(i, j, k)], straight = nearest(mesh, p);
        if (straight > 0.06) {  // more than the faces of the ball lie inside of a sphere
          EXPECT_EQ(d < 0, p.norm() < 1) << p.transpose();
        }
        // Along the lines of the lattice it is farther than straight, by at most the square root of 3.
        EXPECT_GE(std::abs(d), straight - 1e-12);
        EXPECT_LE(std::abs(d), std::sqrt(3) * straight + 2 * grid.cellWidth().maxCoeff());
      }
}

/// The rule itself, point by point: the nearest of all points that are reached becomes known next, of equal ones that
/// with the smallest number; it is inside if more of its known neighbours are.
std::vector<double> marched(const DistanceGrid& grid, const std::vector<std::pair<std::size_t, double>>& starts) {
  const auto& n = grid.size();
  std::vector<double> distances(grid.distances().size(), 1e300);
  std::vector<int> regions(distances.size(), 0);
  for (const auto& [point, distance] : starts) {
    distances[point] = std::abs(distance);
    regions[point] = distance < 0 ? 1 : -1;
  }
  const auto visit = [&](std::size_t point, const auto& f) {
    const std::array<std::size_t, 3> steps{1, std::size_t(n[0]), std::size_t(n[0] * n[1])};
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t at = point / steps[a] % std::size_t(n[a]);
      if (at > 0) f(point - steps[a], grid.cellWidth()[int(a)]);
      if (at + 1 < std::size_t(n[a])) f(point + steps[a], grid.cellWidth()[int(a)]);
    }
  };
  std::set<std::pair<double, std::size_t>> reached;
  const auto spread = [&](std::size_t from) {
    visit(from, [&](std::size_t to, double step) {
      if (regions[to] != 0 || distances[from] + step >= distances[to]) return;
      distances[to] = distances[from] + step;
      reached.insert({distances[to], to});
    });
  };
  for (const auto& start : starts) spread(start.first);
  while (!reached.empty()) {
    const std::size_t point = reached.begin()->second;
    reached.erase(reached.begin());
    if (regions[point] != 0) continue;
    int more = 0;
    visit(point, [&](std::size_t other, double) { more += regions[other]; });
    regions[point] = more > 0 ? 1 : -1;
    spread(point);
  }
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (regions[i] > 0) distances[i] = -distances[i];
  return distances;
}

TEST(DistanceGrid, beyondTheRimOfAnOpenSurfaceThePointsReachedBeforeDecide) {
  // A slanted plate in the middle, so flat that the crossings along z are the nearest ones.
  const auto height = [](double x, double y) { return 0.03 + 0.1 * x + 0.07 * y; };
  std::vector<Vec3> corners;
  for (const auto& [x, y] : {std::pair{-0.6, -0.5}, {0.7, -0.5}, {0.7, 0.4}, {-0.6, 0.4}})
    corners.push_back({x, y, height(x, y)});
  const std::vector<type::Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
  const type::BoundingBox box{Vec3(-1.5, -1.4, -1.1), Vec3(1.5, 1.3, 1.2)};
  const auto grid = DistanceGrid::ofSurface({14, 11, 9}, box, corners, triangles);
  std::vector<std::pair<std::size_t, double>> starts;
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 11; ++j) {
      const Vec3 foot = grid.point(i, j, 0);
      if (foot[0] < -0.6 || foot[0] > 0.7 || foot[1] < -0.5 || foot[1] > 0.4) continue;
      const double up = height(foot[0], foot[1]) - foot[2], width = grid.cellWidth()[2];
      const int k = static_cast<int>(up / width);
      starts.emplace_back(grid.index(i, j, k), -(up - k * width));
      starts.emplace_back(grid.index(i, j, k + 1), (k + 1) * width - up);
    }
  ASSERT_GT(starts.size(), 20u);
  const auto expected = marched(grid, starts);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(grid.distances()[i], expected[i], 1e-12) << i;
}

TEST(DistanceGrid, ofAMeshOfACubeIsExactBesideItsFaces) {
  const auto grid = readDistanceGrid(cubeFile, "cube.obj", {.size = {13, 13, 13}, .box = around});
  const auto exact = DistanceGrid::ofCube({13, 13, 13}, around, 1);
  for (int k = 0; k < 13; ++k)
    for (int j = 0; j < 13; ++j)
      for (int i = 0; i < 13; ++i) {
        const Vec3 beyond = grid.point(i, j, k).cwiseAbs() - Vec3::Ones();
        if ((beyond.array() > 0).count() > 1) continue;  // beside edges steps go round the corner
        EXPECT_NEAR(grid.distances()[grid.index(i, j, k)], exact.distances()[exact.index(i, j, k)], 1e-12);
      }
  EXPECT_EQ(grid.samples().size(), 8u);
  EXPECT_EQ(grid.sampleBox().max, Vec3::Ones());
}

TEST(DistanceGrid, gradientsAreDerivatives) {
  const Mesh mesh = ball();
  const auto grid = DistanceGrid::ofSurface({9, 10, 11}, around, mesh.points, mesh.triangles);
  constexpr double h = 1e-6;
  for (const Vec3& p : {Vec3(0.31, 0.22, 0.83), Vec3(-0.7, 0.13, -0.52), Vec3(1.7, 0.21, 0.33)}) {  // one outside
    Vec3 slope;
    for (int a = 0; a < 3; ++a)
      slope[a] = (grid.interpolate(p + h * Vec3::Unit(a)) - grid.interpolate(p - h * Vec3::Unit(a))) / (2 * h);
    EXPECT_LT((grid.gradient(p) - slope).norm(), 1e-8);
    EXPECT_LT((grid.cellGradient(p) - slope.cwiseProduct(grid.cellWidth())).norm(), 1e-8);
  }
}

TEST(DistanceGrid, beyondItsBoxDistancesAddUpAtRightAngles) {
  const auto grid = DistanceGrid::ofCube({13, 13, 13}, around, 1);  // cells of 0.25
  EXPECT_TRUE(grid.covers({1.47, 0, 0}));
  EXPECT_FALSE(grid.covers({1.48, 0, 0}));
  EXPECT_FALSE(grid.covers({0, std::nan(""), 0}));
  EXPECT_NEAR(grid.distance({4.5, 0, 0}), std::sqrt(3 * 3 + 0.5 * 0.5), 1e-14);
  EXPECT_NEAR(grid.distance({1.25, 0, 0}), 0.25, 1e-15);
}

TEST(DistanceGrid, samplesLieOnTheSurfaceApart) {
  auto grid = DistanceGrid::ofCube({13, 13, 13}, around, 0.9);
  grid.sampleSurface(0.3);
  ASSERT_GT(grid.samples().size(), 50u);
  for (std::size_t i = 0; i < grid.samples().size(); ++i) {
    EXPECT_NEAR(grid.interpolate(grid.samples()[i]), 0, 1e-6);
    for (std::size_t j = 0; j < i; ++j) EXPECT_GE((grid.samples()[i] - grid.samples()[j]).norm(), 0.3);
  }
}

TEST(DistanceGrid, needsPointsAndExtent) {
  EXPECT_THROW(DistanceGrid({1, 9, 9}, around), std::invalid_argument);
  EXPECT_THROW(DistanceGrid({9, 9, 9}, {Vec3::Zero(), Vec3(1, 0, 1)}), std::invalid_argument);
}

TEST(DistanceGridFile, whatIsWrittenIsReadAgain) {
  const auto grid = DistanceGrid::ofCube({4, 5, 6}, around, 0.8);
  const DistanceGridOptions options{.size = {4, 5, 6}, .box = around};
  for (const char* name : {"a.raw", "a.vtk"}) {
    SCOPED_TRACE(name);
    const auto again = readDistanceGrid(writeDistanceGrid(grid, name), name, options);
    EXPECT_TRUE(std::ranges::equal(again.distances(), grid.distances()));
    EXPECT_EQ(again.size(), grid.size());
    EXPECT_LT((again.box().max - grid.box().max).norm(), 1e-15);
  }
}

TEST(DistanceGridFile, structuredPointsAsText) {
  const auto grid = readDistanceGrid(
      "# vtk DataFile Version 2.0\nsome\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\nORIGIN 1 0 0\nSPACING 1 1 "
      "2\nPOINT_DATA 8\nSCALARS d float\nLOOKUP_TABLE default\n-1 1 -1 1 -1 1 -1 1\n",
      "a.vtk", {.scale = 2});
  EXPECT_EQ(grid.box().min, Vec3(2, 0, 0));
  EXPECT_EQ(grid.box().max, Vec3(4, 2, 4));
  EXPECT_NEAR(grid.interpolate({3.5, 1, 1}), 1, 1e-15);
}

TEST(DistanceGridFile, cubesHavePointsOnTheirSides) {
  const auto grid = makeDistanceCube({.size = {9, 9, 9}, .scale = 2});
  EXPECT_EQ(grid.samples().size(), 98u);  // 5^3 - 3^3
  EXPECT_EQ(grid.sampleBox().min, Vec3::Constant(-2));
  EXPECT_LT((grid.box().max - Vec3::Constant(2.4)).norm(), 1e-15);
}

TEST(DistanceGridFile, saysWhatIsWrong) {
  const auto problem = [](std::string_view bytes, const char* file, const DistanceGridOptions& options = {}) {
    try {
      readDistanceGrid(bytes, file, options);
    } catch (const helper::mesh::FormatError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(problem("", "a.fmesh").find(".obj"), std::string::npos);
  EXPECT_NE(problem("12345678", "a.raw").find("box"), std::string::npos);
  EXPECT_NE(problem("12345678", "a.raw", {.box = around}).find("nx, ny, nz"), std::string::npos);
  EXPECT_NE(problem(cubeFile, "a.obj", {.size = {1, 9, 9}}).find("along each axis"), std::string::npos);
  EXPECT_NE(problem("v 0 0 0\nv 1 0 0\nv 0 1 1\n", "a.obj").find("no faces"), std::string::npos);
  EXPECT_NE(problem("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj").find("extent"), std::string::npos);
  EXPECT_NE(
      problem("# vtk\nx\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\nSCALARS d float\nLOOKUP_TABLE a\n1 2",
              "a.vtk")
          .find("ends"),
      std::string::npos);
  EXPECT_THROW(writeDistanceGrid(DistanceGrid({2, 2, 2}, around), "a.obj"), helper::mesh::FormatError);
}

}  // namespace
}  // namespace sofa::geometry

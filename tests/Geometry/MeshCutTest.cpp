// SPDX-License-Identifier: Apache-2.0
// Cuts keep all of a mesh, and open it where the blade went, whatever the blade.
#include "Sofa/Geometry/MeshCut.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "Sofa/Geometry/Measure.h"

namespace sofa::geometry {
namespace {

/// A block of n x n x n cubes of six tetrahedra each, or a sheet of n x n squares of two triangles.
template <class Cell>
struct CellMesh {
  std::vector<Vec3> points;
  std::vector<Cell> cells;
  CutMesh<Cell> cutMesh() const { return {points, points, cells}; }

  void apply(const MeshCut<Cell>& cut) {
    const std::size_t before = points.size();
    for (const auto& p : cut.points) {
      ASSERT_LT(std::max(p.a, p.b), before);
      points.push_back(points[p.a] + p.weight * (points[p.b] - points[p.a]));
    }
    for (auto it = cut.removed.rbegin(); it != cut.removed.rend(); ++it) {
      cells[*it] = cells.back();
      cells.pop_back();
    }
    cells.insert(cells.end(), cut.cells.begin(), cut.cells.end());
  }
  double measure() const {
    double sum = 0;
    for (const auto& c : cells) {
      if constexpr (std::is_same_v<Cell, Tetrahedron>) {
        const double volume = signedTetrahedronVolume(points[c[0]], points[c[1]], points[c[2]], points[c[3]]);
        EXPECT_GT(volume, 0);
        sum += volume;
      } else {
        sum += triangleArea(points[c[0]], points[c[1]], points[c[2]]);
      }
    }
    return sum;
  }
  using Facet = std::vector<Index>;
  std::map<Facet, int> facets() const {
    std::map<Facet, int> found;
    for (const auto& c : cells)
      for (std::size_t k = 0; k < c.size(); ++k) {
        Facet facet;
        for (std::size_t i = 0; i < c.size(); ++i)
          if (i != k) facet.push_back(c[i]);
        std::ranges::sort(facet);
        ++found[facet];
      }
    return found;
  }
  /// Pieces that facets hold together.
  std::size_t pieces() const {
    std::vector<std::size_t> leader(cells.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](std::size_t i) {
      while (leader[i] != i) i = leader[i];
      return i;
    };
    std::map<Facet, std::size_t> first;
    for (std::size_t c = 0; c < cells.size(); ++c)
      for (std::size_t k = 0; k < cells[c].size(); ++k) {
        Facet facet;
        for (std::size_t i = 0; i < cells[c].size(); ++i)
          if (i != k) facet.push_back(cells[c][i]);
        std::ranges::sort(facet);
        const auto [at, isNew] = first.emplace(facet, c);
        if (!isNew) leader[find(c)] = find(at->second);
      }
    std::size_t count = 0;
    for (std::size_t c = 0; c < cells.size(); ++c) count += find(c) == c;
    return count;
  }
  /// Every point lies in one fan of cells, every facet has one or two cells, no cell names a point twice.
  void expectSound() const {
    for (const auto& [facet, count] : facets()) {
      ASSERT_LE(count, 2);
      ASSERT_EQ(std::set(facet.begin(), facet.end()).size(), facet.size());
      ASSERT_LT(facet.back(), points.size());
    }
  }
};

CellMesh<Tetrahedron> block(Index n) {
  CellMesh<Tetrahedron> mesh;
  const Index m = n + 1;
  for (Index k = 0; k < m; ++k)
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < m; ++i) mesh.points.emplace_back(i, j, k);
  const auto at = [m](Index i, Index j, Index k) { return i + m * (j + m * k); };
  constexpr int six[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  for (Index k = 0; k < n; ++k)
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) {
        const Index c[8] = {at(i, j, k),     at(i + 1, j, k),     at(i + 1, j + 1, k),     at(i, j + 1, k),
                            at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)};
        for (const auto& t : six) {
          Tetrahedron cell(c[t[0]], c[t[1]], c[t[2]], c[t[3]]);
          const auto& p = mesh.points;
          if (signedTetrahedronVolume(p[cell[0]], p[cell[1]], p[cell[2]], p[cell[3]]) < 0) std::swap(cell[2], cell[3]);
          mesh.cells.push_back(cell);
        }
      }
  return mesh;
}

CellMesh<Triangle> sheet(Index n) {
  CellMesh<Triangle> mesh;
  const Index m = n + 1;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) mesh.points.emplace_back(i, j, 0);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = i + m * j;
      mesh.cells.emplace_back(a, a + 1, a + m + 1);
      mesh.cells.emplace_back(a, a + m + 1, a + m);
    }
  return mesh;
}

/// A sheet across the block at x, tilted by `slope` along y, that is moved along y from one place to another.
SweptBlade across(double x, double slope, double fromY, double toY, double fromZ = -1, double toZ = 10) {
  SweptBlade blade;
  const auto pose = [&](double y) { return std::vector<Vec3>{{x + slope * y, y, fromZ}, {x + slope * y, y, toZ}}; };
  blade.sweep(pose(fromY), pose(toY));
  return blade;
}

CutSettings settings(CutMode mode, double snapping = 0.2) { return {mode, snapping, 0.05}; }

TEST(MeshCut, aBladeThroughABlockMakesTwoPieces) {
  for (const CutMode mode : {CutMode::faces, CutMode::subdivide})
    for (const double x : {1.37, 1.5, 2.0, 2.02, 1.9999999}) {
      SCOPED_TRACE(x);
      auto mesh = block(4);
      const auto cut = cutMesh(mesh.cutMesh(), across(x, 0, -1, 10), settings(mode));
      mesh.apply(cut);
      EXPECT_EQ(mesh.pieces(), 2u);
      EXPECT_NEAR(mesh.measure(), 64, 1e-10);
      mesh.expectSound();
      EXPECT_GT(cut.report.smallestQuality, 0.05);
      if (mode == CutMode::faces) {
        EXPECT_EQ(mesh.cells.size(), 6 * 64u);
      }
    }
}

TEST(MeshCut, exactlyAlongFacesNothingIsDivided) {
  auto mesh = block(4);
  const auto cut = cutMesh(mesh.cutMesh(), across(2, 0, -1, 10), settings(CutMode::subdivide, 0));
  mesh.apply(cut);
  EXPECT_EQ(cut.report.splitEdges, 0u);
  EXPECT_EQ(cut.report.openedFacets, 32u) << "two triangles for each of 16 squares";
  EXPECT_EQ(cut.report.copiedPoints, 25u);
  EXPECT_EQ(mesh.pieces(), 2u);
}

TEST(MeshCut, aHalfCutStaysTogether) {
  for (const CutMode mode : {CutMode::faces, CutMode::subdivide}) {
    auto mesh = block(4);
    const auto cut = cutMesh(mesh.cutMesh(), across(1.6, 0.1, -1, 2.3), settings(mode));
    mesh.apply(cut);
    EXPECT_EQ(mesh.pieces(), 1u);
    EXPECT_GT(cut.report.openedFacets, 10u);
    EXPECT_NEAR(mesh.measure(), 64, 1e-10);
    mesh.expectSound();
  }
}

TEST(MeshCut, aStrokeInManyStepsCutsAsOneDoes) {
  for (const CutMode mode : {CutMode::faces, CutMode::subdivide})
    for (const int steps : {3, 17, 60}) {
      SCOPED_TRACE(steps);
      auto mesh = block(4);
      CutStroke<Tetrahedron> stroke;
      for (int k = 0; k < steps; ++k) {
        const auto y = [&](int i) { return -0.5 + 5.1 * i / steps; };
        const auto cut = cutMesh(mesh.cutMesh(), across(1.63, 0.07, y(k), y(k + 1)), settings(mode), stroke);
        stroke = cut.stroke;
        mesh.apply(cut);
      }
      EXPECT_EQ(mesh.pieces(), 2u);
      EXPECT_NEAR(mesh.measure(), 64, 1e-10);
      mesh.expectSound();
    }
}

TEST(MeshCut, aSheetIsCutToo) {
  for (const CutMode mode : {CutMode::faces, CutMode::subdivide})
    for (const double x : {2.0, 2.31, 2.5}) {
      auto mesh = sheet(5);
      mesh.apply(cutMesh(mesh.cutMesh(), across(x, 0.13, -1, 10, -1, 1), settings(mode)));
      EXPECT_EQ(mesh.pieces(), 2u);
      EXPECT_NEAR(mesh.measure(), 25, 1e-11);
      mesh.expectSound();
    }
}

TEST(MeshCut, theCutIsWhereTheBladeWas) {
  auto mesh = block(4);
  mesh.apply(cutMesh(mesh.cutMesh(), across(1.4, 0.2, -1, 10), settings(CutMode::subdivide, 0.05)));
  ASSERT_EQ(mesh.pieces(), 2u);
  for (const auto& c : mesh.cells) {
    double low = 0, high = 0;
    for (const Index i : c) {
      const double d = mesh.points[i].x() - 1.4 - 0.2 * mesh.points[i].y();
      low = std::min(low, d), high = std::max(high, d);
    }
    EXPECT_LE(std::min(-low, high), 0.05 * std::sqrt(3.0) + 1e-12) << "no further than what is snapped";
  }
}

TEST(MeshCut, hostileBladesDoNoHarm) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), big = 1e300;
  SweptBlade broken;
  broken.sweep(std::vector<Vec3>{{nan, 0, 0}, {1, 0, 0}}, std::vector<Vec3>{{0, 1, 0}, {1, 1, 0}});
  EXPECT_EQ(broken.rejected(), 2u);
  EXPECT_EQ(broken.size(), 0u);
  broken.sweep(std::vector<Vec3>{{0, 0, 0}}, std::vector<Vec3>{{0, 1, 0}, {1, 1, 0}});
  broken.add({0, 0, 0}, {1, 1, 1}, {2, 2, 2});
  broken.add({1, 2, 1}, {1, 2, 1}, {1, 2, 1});
  EXPECT_EQ(broken.rejected(), 2u) << "what has no area is no mistake: a blade may stand still";
  EXPECT_TRUE(broken.empty());
  broken.add({0, 0, 0}, {big, 0, 0}, {0, big, 0});
  EXPECT_EQ(broken.rejected(), 3u);
  EXPECT_TRUE(cutMesh(block(2).cutMesh(), broken, {}).isNothing());
  EXPECT_TRUE(cutMesh(block(2).cutMesh(), across(7, 0, -1, 10), {}).isNothing()) << "outside";
  EXPECT_TRUE(cutMesh(CellMesh<Tetrahedron>().cutMesh(), across(1, 0, -1, 10), {}).isNothing());

  auto moved = block(2);
  moved.points[4] = {nan, nan, nan};
  const auto cut = cutMesh(moved.cutMesh(), across(0.7, 0, -1, 10), {});
  for (const Index c : cut.removed) EXPECT_EQ(std::ranges::find(moved.cells[c], 4u), moved.cells[c].end());
}

TEST(MeshCut, opensGivenFacetsOnly) {
  auto mesh = sheet(2);
  EXPECT_TRUE(openFacets(mesh.cutMesh(), {{0, 1}, {5, 77}, {0, 8}}).isNothing()) << "a border, and none";
  const auto cut = openFacets(mesh.cutMesh(), {{0, 4}});
  EXPECT_EQ(cut.points.size(), 1u) << "only the corner is apart: around the middle all hang together";
  EXPECT_EQ(cut.points[0].a, 0u);
  EXPECT_EQ(openFacets(mesh.cutMesh(), {{0, 4}, {4, 8}}).points.size(), 3u);
}

/// Cuts at random, with all that can come together.
template <class Cell>
void cutAtRandom(CellMesh<Cell> mesh, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 1001) / 1000;
  };
  const double whole = mesh.measure();
  CutStroke<Cell> stroke;
  for (int k = 0; k < 6; ++k) {
    SweptBlade blade;
    const auto point = [&] { return Vec3(number(-1, 4), number(-1, 4), number(-1, 4)); };
    auto exact = [&] {  // through points, edges and faces
      Vec3 p = point();
      return random() % 2 ? Vec3(p.array().round()) : p;
    };
    std::vector<Vec3> from, to;
    for (unsigned i = 0; i < 2 + random() % 3; ++i) from.push_back(exact()), to.push_back(exact());
    blade.sweep(from, to);
    const auto mode = random() % 2 ? CutMode::faces : CutMode::subdivide;
    const auto cut = cutMesh(mesh.cutMesh(), blade, settings(mode, number(0, 0.5)), stroke);
    stroke = random() % 2 ? cut.stroke : CutStroke<Cell>();
    const auto again = cutMesh(mesh.cutMesh(), blade, settings(CutMode::faces), {});
    EXPECT_TRUE(std::ranges::is_sorted(again.removed));
    mesh.apply(cut);
    ASSERT_NEAR(mesh.measure(), whole, 1e-9);
    mesh.expectSound();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MeshCut, nothingIsLostByRandomCuts) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    cutAtRandom(block(3), seed);
    cutAtRandom(sheet(3), seed);
    if (testing::Test::HasFailure()) break;
  }
}

TEST(MeshCut, qualityOfRegularCellsIsOne) {
  const double h = std::sqrt(3.0) / 2;
  const std::vector<Vec3> p{{0, 0, 0}, {1, 0, 0}, {0.5, h, 0}, {0.5, h / 3, std::sqrt(2.0 / 3)}};
  EXPECT_NEAR(shapeQuality(Tetrahedron(0, 1, 2, 3), p), 1, 1e-14);
  EXPECT_NEAR(shapeQuality(Triangle(0, 1, 2), p), 1, 1e-14);
  EXPECT_EQ(shapeQuality(Triangle(0, 1, 1), p), 0);
}

}  // namespace
}  // namespace sofa::geometry

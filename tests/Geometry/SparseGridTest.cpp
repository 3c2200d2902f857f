// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/SparseGrid.h"

#include <gmock/gmock.h>

#include <random>

#include "Sofa/Geometry/TriangleCube.h"

namespace sofa::geometry {
namespace {

using type::Vec3;

RegularGrid latticeOf(int n, double low = 0, double high = 1) {
  RegularGrid grid;
  grid.n = {n, n, n};
  grid.origin = Vec3::Constant(low);
  for (int a = 0; a < 3; ++a) grid.step[std::size_t(a)] = (high - low) / (n - 1) * Vec3::Unit(a);
  return grid;
}

/// The surface of a box, as quads.
struct BoxSurface {
  BoxSurface(const Vec3& low, const Vec3& high) {
    for (int i = 0; i < 8; ++i)
      vertices.emplace_back(i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
  }
  std::vector<Vec3> vertices;
  std::vector<std::vector<type::Index>> polygons{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
};

CellKinds kindsOf(const RegularGrid& lattice, const BoxSurface& box) {
  return cellKinds(lattice, box.vertices, box.polygons);
}

std::size_t count(const CellKinds& cells, CellKind kind) {
  return static_cast<std::size_t>(std::ranges::count(cells.kinds, kind));
}

/// A triangle and a cube have a common point if no axis parts them: the faces' normals, the triangle's, and their
/// edges' cross products (Gottschalk, Lin, Manocha, OBBTree, 1996).
bool touchesByAxes(const std::array<Vec3f, 3>& t) {
  std::vector<Vec3f> axes{Vec3f::UnitX(), Vec3f::UnitY(), Vec3f::UnitZ(), (t[1] - t[0]).cross(t[2] - t[0])};
  for (int a = 0; a < 3; ++a)
    for (std::size_t k = 0; k < 3; ++k) axes.emplace_back(Vec3f(Vec3f::Unit(a)).cross(t[(k + 1) % 3] - t[k]));
  return std::ranges::none_of(axes, [&](const Vec3f& axis) {
    const float reach = axis.cwiseAbs().sum() / 2;
    const auto [low, high] = std::minmax({axis.dot(t[0]), axis.dot(t[1]), axis.dot(t[2])});
    return low > reach || high < -reach;
  });
}

TEST(TriangleCube, agreesWithSeparatingAxes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1.6f, 1.6f);
  int touching = 0;
  for (int i = 0; i < 20000; ++i) {
    std::array<Vec3f, 3> t;
    for (auto& p : t) p = Vec3f(uniform(random), uniform(random), uniform(random));
    touching += touchesUnitCube(t);
    ASSERT_EQ(touchesUnitCube(t), touchesByAxes(t)) << i;
  }
  EXPECT_GT(touching, 2000);
  EXPECT_LT(touching, 18000);
}

TEST(TriangleCube, contactCounts) {
  EXPECT_TRUE(touchesUnitCube({Vec3f(.5f, 0, 0), Vec3f(2, 0, 0), Vec3f(2, 1, 0)}));
  EXPECT_FALSE(touchesUnitCube({Vec3f(.6f, 0, 0), Vec3f(2, 0, 0), Vec3f(2, 1, 0)}));
  EXPECT_TRUE(touchesUnitCube({Vec3f(-9, -9, .5f), Vec3f(9, -9, .5f), Vec3f(0, 9, .5f)}))
      << "cuts with its inside only";
}

TEST(SparseGrid, aBoxHasBoundaryAndInside) {
  const auto kinds = kindsOf(latticeOf(6, 0, 5), BoxSurface({.5, .5, .5}, {4.5, 4.5, 4.5}));
  EXPECT_EQ(count(kinds, CellKind::inside), 27u);
  EXPECT_EQ(count(kinds, CellKind::boundary), 125u - 27u);
  const auto shifted = kindsOf(latticeOf(6, 0, 5), BoxSurface({1.5, 1.5, 1.5}, {3.5, 3.5, 3.5}));
  EXPECT_EQ(count(shifted, CellKind::inside), 1u);
  EXPECT_EQ(count(shifted, CellKind::outside), 125u - 27u);
}

TEST(SparseGrid, aSurfaceWithAHoleEnclosesNothing) {
  BoxSurface box({1.5, 1.5, 1.5}, {6.5, 6.5, 6.5});
  box.polygons.pop_back();
  EXPECT_EQ(count(kindsOf(latticeOf(9, 0, 8), box), CellKind::inside), 0u);
}

TEST(SparseGrid, boundaryCellsComeFirst) {
  const SparseGrid grid(kindsOf(latticeOf(6, 0, 5), BoxSurface({.5, .5, .5}, {4.5, 4.5, 4.5})), false, .5f);
  ASSERT_EQ(grid.cells.size(), 125u);
  EXPECT_EQ(grid.filling[97].stiffness, .5f);
  EXPECT_EQ(grid.filling[98].stiffness, 1);
  EXPECT_EQ(grid.places[98], (GridCell{1, 1, 1}));
  EXPECT_EQ(grid.places[1], (GridCell{1, 0, 0})) << "x runs fastest";
  const SparseGrid inside(grid.kinds, true, .5f);
  EXPECT_EQ(inside.cells.size(), 27u);
  EXPECT_EQ(inside.points.size(), 64u);
}

TEST(SparseGrid, pointsAreNumberedWithZFastest) {
  const SparseGrid one(CellKinds(latticeOf(2)), false, 1);
  EXPECT_EQ(one.cells.at(0), type::Hexahedron(0, 4, 6, 2, 1, 5, 7, 3));
  EXPECT_EQ(one.points.at(1), Vec3(0, 0, 1));
}

TEST(SparseGrid, pointsOutsideBelongToTheNearestBoundaryCell) {
  const SparseGrid grid(kindsOf(latticeOf(6, 0, 5), BoxSurface({1.5, 1.5, 1.5}, {3.5, 3.5, 3.5})), false, .5f);
  const auto within = grid.locate({2.25, 2.5, 2.75});
  EXPECT_EQ(grid.places[within.cell], (GridCell{2, 2, 2}));
  EXPECT_LT((within.fractions - Vec3(.25, .5, .75)).norm(), 1e-15);
  const auto outside = grid.locate({.5, 2.5, 2.5});
  EXPECT_EQ(grid.places[outside.cell], (GridCell{1, 2, 2}));
  EXPECT_LT((outside.fractions - Vec3(-.5, .5, .5)).norm(), 1e-15);
}

TEST(SparseGrid, coarserCellsKnowWhatIsFilledOfThem) {
  // Fine cells of size 1, full from 1 to 4: of the coarse cells of size 2, that from 2 to 4 is full.
  CellKinds kinds(latticeOf(7, 0, 6), CellKind::outside);
  for (int x = 1; x < 4; ++x)
    for (int y = 1; y < 4; ++y)
      for (int z = 1; z < 4; ++z) kinds[{x, y, z}] = CellKind::inside;
  const SparseGrid coarse = SparseGrid(kinds, false, .5f).coarser();
  ASSERT_EQ(coarse.cells.size(), 8u);
  EXPECT_EQ(coarse.places[1], (GridCell{0, 0, 1})) << "x runs slowest";
  EXPECT_EQ(coarse.filling[0].stiffness, 1.f / 8);
  EXPECT_EQ(coarse.filling[1].stiffness, 2.f / 8);
  EXPECT_EQ(coarse.filling[7].stiffness, 1);
  EXPECT_EQ((coarse.kinds[{1, 1, 1}]), CellKind::inside);
  EXPECT_EQ((coarse.kinds[{0, 1, 1}]), CellKind::boundary);
  EXPECT_EQ(coarse.points.back(), Vec3(4, 4, 4));
}

}  // namespace
}  // namespace sofa::geometry

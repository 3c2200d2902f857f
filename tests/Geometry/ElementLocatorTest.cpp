// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/ElementLocator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

using namespace sofa;
using geometry::ElementLocator;
using geometry::ElementShape;
using type::Index;
using type::Vec3;

namespace {

const std::vector<Vec3> unitTetra{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

struct Mesh {
  std::vector<Vec3> x;
  std::vector<type::Tetrahedron> tetrahedra;
  std::vector<type::Triangle> triangles;
  double edgeLength = 0.3;

  Vec3 centre(Index e, bool volume) const {
    Vec3 c = Vec3::Zero();
    if (volume)
      for (const Index n : tetrahedra[e]) c += x[n] / 4;
    else
      for (const Index n : triangles[e]) c += x[n] / 3;
    return c;
  }
};

/// Tetrahedra and triangles strewn about a box, overlapping as they like.
Mesh randomMesh(int count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> place(0, 1), shape(-0.15, 0.15);
  Mesh mesh;
  for (int e = 0; e < count; ++e) {
    const Vec3 origin(place(generator), place(generator), place(generator));
    const auto first = static_cast<Index>(mesh.x.size());
    for (int n = 0; n < 4; ++n) mesh.x.push_back(origin + Vec3(shape(generator), shape(generator), shape(generator)));
    mesh.tetrahedra.emplace_back(first, first + 1, first + 2, first + 3);
    mesh.triangles.emplace_back(first, first + 1, first + 2);
  }
  return mesh;
}

/// The rule for one element: depth inside, squared distance to the centre outside.
double value(const Mesh& mesh, Index e, bool volume, const Vec3& p) {
  const auto shape = volume ? ElementShape::tetrahedron : ElementShape::triangle;
  std::vector<Index> nodes;
  if (volume)
    nodes.assign(mesh.tetrahedra[e].begin(), mesh.tetrahedra[e].end());
  else
    nodes.assign(mesh.triangles[e].begin(), mesh.triangles[e].end());
  const Vec3 v = geometry::elementFrame(shape, nodes, mesh.x).inverse() * (p - mesh.x[nodes[0]]);
  const double depth = geometry::elementDepth(shape, v);
  return depth > 0 ? (p - mesh.centre(e, volume)).squaredNorm() : depth;
}

Index bestOfAll(const Mesh& mesh, bool volume, const Vec3& p) {
  double best = std::numeric_limits<double>::max();
  Index found = 0;
  for (Index e = 0; e < mesh.tetrahedra.size(); ++e)
    if (const double d = value(mesh, e, volume, p); d < best) best = d, found = e;
  return found;
}

/// The search by a table of cells, written as the manual words it.
class CellTable {
 public:
  CellTable(const Mesh& mesh, bool volume) : m_mesh(mesh), m_volume(volume) {
    for (Index e = 0; e < mesh.tetrahedra.size(); ++e) {
      Vec3 low = mesh.x[mesh.tetrahedra[e][0]], high = low;
      for (int n = 0; n < (volume ? 4 : 3); ++n) {
        low = low.cwiseMin(mesh.x[mesh.tetrahedra[e][n]]);
        high = high.cwiseMax(mesh.x[mesh.tetrahedra[e][n]]);
      }
      const auto first = key(low), last = key(high);
      for (int i = first[0]; i <= last[0]; ++i)
        for (int j = first[1]; j <= last[1]; ++j)
          for (int k = first[2]; k <= last[2]; ++k) m_cells[{i, j, k}].push_back(e);
    }
  }

  Index find(const Vec3& p) const {
    const auto cell = key(p);
    const auto own = m_cells.find(cell);
    if (own == m_cells.end()) return bestOfAll(m_mesh, m_volume, p);
    double best = std::numeric_limits<double>::max();
    Index found = 0;
    const auto test = [&](const std::vector<Index>& elements) {
      for (const Index e : elements)
        if (const double d = value(m_mesh, e, m_volume, p); d < best) best = d, found = e;
    };
    test(own->second);
    if (std::abs(best) > m_mesh.edgeLength / 2)
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j)
          for (int k = -1; k <= 1; ++k)
            if (const auto near = m_cells.find({cell[0] + i, cell[1] + j, cell[2] + k}); near != m_cells.end())
              test(near->second);
    return found;
  }

 private:
  using Key = std::array<int, 3>;
  Key key(const Vec3& p) const {
    const auto axis = [&](int a) { return static_cast<int>(std::floor(p[a] / m_mesh.edgeLength)); };
    return {axis(0), axis(1), axis(2)};
  }
  const Mesh& m_mesh;
  bool m_volume;
  std::map<Key, std::vector<Index>> m_cells;
};

std::vector<Vec3> randomPoints(int count) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> place(-0.4, 1.4);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.emplace_back(place(generator), place(generator), place(generator));
  return points;
}

}  // namespace

TEST(ElementLocator, APointOutsideOfATetrahedronIsExtrapolated) {
  ElementLocator locator(unitTetra);
  locator.add(std::vector<type::Tetrahedron>{{0, 1, 2, 3}});
  const auto w = locator.weights(locator.locate(Vec3(2, 0, 0)));
  ASSERT_EQ(w.count, 4);
  const double expected[] = {-1, 2, 0, 0};
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(w.weights[i], expected[i]);
}

TEST(ElementLocator, HexahedronWeightsAreTrilinear) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  ElementLocator locator(x);
  locator.add(std::vector<type::Hexahedron>{{0, 1, 2, 3, 4, 5, 6, 7}});
  const auto w = locator.weights(locator.locate(Vec3(.5, .25, .75)));
  const double expected[] = {.09375, .09375, .03125, .03125, .28125, .28125, .09375, .09375};
  ASSERT_EQ(w.count, 8);
  for (int i = 0; i < 8; ++i) EXPECT_DOUBLE_EQ(w.weights[i], expected[i]);
}

TEST(ElementLocator, ATriangleForgetsTheHeightAboveIt) {
  ElementLocator locator(unitTetra);
  locator.add(std::vector<type::Triangle>{{0, 1, 2}});
  const auto location = locator.locate(Vec3(.2, .3, .5));
  EXPECT_TRUE(location.coordinates.isApprox(Vec3(.2, .3, .5)));
  const auto w = locator.weights(location);
  ASSERT_EQ(w.count, 3);
  EXPECT_DOUBLE_EQ(w.weights[0], .5);
  EXPECT_DOUBLE_EQ(w.weights[1], .2);
  EXPECT_DOUBLE_EQ(w.weights[2], .3);
}

TEST(ElementLocator, QuadWeightsAreBilinear) {
  const std::vector<Vec3> x{{0, 0, 0}, {2, 0, 0}, {2, 4, 0}, {0, 4, 0}};
  ElementLocator locator(x);
  locator.add(std::vector<type::Quad>{{0, 1, 2, 3}});
  const auto w = locator.weights(locator.locate(Vec3(.5, 3, 0)));
  const double expected[] = {.75 * .25, .25 * .25, .25 * .75, .75 * .75};
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(w.weights[i], expected[i]);
}

TEST(ElementLocator, TheDeepestElementWinsAndTheFirstOfEqualOnes) {
  // Elements 0 and 2 are the same; element 1 holds the point deeper.
  std::vector<Vec3> x = unitTetra;
  for (const Vec3& p : unitTetra) x.push_back(p * 4 - Vec3::Constant(.8));
  ElementLocator locator(x);
  locator.add(std::vector<type::Tetrahedron>{{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 2, 3}});
  EXPECT_EQ(locator.locate(Vec3(.05, .3, .3)).element, 1u);
  ElementLocator twice(x);
  twice.add(std::vector<type::Tetrahedron>{{0, 1, 2, 3}, {0, 1, 2, 3}});
  EXPECT_EQ(twice.locate(Vec3(.2, .2, .2)).element, 0u);
  EXPECT_EQ(twice.locate(Vec3(5, 2, .2)).element, 0u);
}

TEST(ElementLocator, FindsWhatTestingEveryElementFinds) {
  const Mesh mesh = randomMesh(400, 11);
  ElementLocator volumes(mesh.x), surfaces(mesh.x);
  volumes.add(mesh.tetrahedra);
  surfaces.add(mesh.triangles);
  int inside = 0;
  for (const Vec3& p : randomPoints(1500)) {
    const Index expected = bestOfAll(mesh, true, p);
    EXPECT_EQ(volumes.locate(p).element, expected);
    EXPECT_EQ(surfaces.locate(p).element, bestOfAll(mesh, false, p));
    inside += value(mesh, expected, true, p) <= 0;
  }
  EXPECT_GT(inside, 5);  // both kinds of answers occur
}

TEST(ElementLocator, FindsNearbyWhatATableOfCellsFinds) {
  for (const bool volume : {true, false}) {
    const Mesh mesh = randomMesh(120, 5);
    const CellTable table(mesh, volume);
    ElementLocator locator(mesh.x);
    if (volume)
      locator.add(mesh.tetrahedra);
    else
      locator.add(mesh.triangles);
    locator.setCellSize(mesh.edgeLength);
    int differ = 0;
    for (const Vec3& p : randomPoints(600)) {
      const Index expected = table.find(p);
      EXPECT_EQ(locator.locateNearby(p).element, expected);
      differ += expected != bestOfAll(mesh, volume, p);
    }
    EXPECT_GT(differ, 0) << "the points do not tell the two searches apart";
  }
}

TEST(ElementLocator, OfElementsAsNearInOtherCellsThatOfTheFirstCellIsFound) {
  // Around a point with a far element in its cell (size 1) stand two with centres as near, 0 in the cell after it, 2 in
  // the cell before it, and 3 that is the same as 2.
  const Vec3 p = Vec3::Constant(0.5);
  std::vector<Vec3> x{{1.25, .25, .25}, {1.75, .25, .25}, {1.25, .75, .25}, {1.25, .25, .75}};
  for (int n = 0; n < 4; ++n) x.emplace_back(0.9 + 4 * (n == 1), 0.9 + 4 * (n == 2), 0.9 + 4 * (n == 3));
  for (int n = 0; n < 4; ++n)
    x.emplace_back(1 - x[static_cast<std::size_t>(n)].x(), x[static_cast<std::size_t>(n)].y(),
                   x[static_cast<std::size_t>(n)].z());
  ElementLocator locator(x);
  locator.add(std::vector<type::Tetrahedron>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {8, 9, 10, 11}});
  locator.setCellSize(1);
  EXPECT_EQ(locator.locateNearby(p).element, 2u);
  EXPECT_EQ(locator.locateNearby(p + Vec3(1e-9, 0, 0)).element, 0u);
  EXPECT_EQ(locator.locate(p).element, 0u);
}

TEST(ElementLocator, StartsAnewWithOtherElementsAndPositions) {
  Mesh mesh = randomMesh(120, 9);
  ElementLocator locator;
  for (int change = 0; change < 12; ++change) {
    for (Vec3& x : mesh.x) x += 0.01 * Vec3(std::sin(9 * x.y()), std::cos(7 * x.z()), x.x());
    mesh.tetrahedra[static_cast<std::size_t>(5 * change)] = mesh.tetrahedra.back();
    mesh.tetrahedra.pop_back();
    locator.start(mesh.x);
    locator.add(mesh.tetrahedra);
    locator.setCellSize(mesh.edgeLength);
    const CellTable table(mesh, true);
    for (const Vec3& p : randomPoints(100)) {
      ASSERT_EQ(locator.locateNearby(p).element, table.find(p));
      ASSERT_EQ(locator.locate(p).element, bestOfAll(mesh, true, p));
    }
  }
}

TEST(ElementLocator, AFlatElementGivesItsFirstNode) {
  const std::vector<Vec3> x(4, Vec3(1, 2, 3));
  ElementLocator locator(x);
  locator.add(std::vector<type::Tetrahedron>{{0, 1, 2, 3}});
  const auto w = locator.weights(locator.locate(Vec3(5, 5, 5)));
  EXPECT_EQ(w.weights[0], 1);
  EXPECT_EQ(w.weights[1], 0);
}

TEST(ElementLocator, EdgesTakeTheFirstProjectionBetweenTheirEnds) {
  const std::vector<Vec3> x{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}};
  const std::vector<type::Edge> edges{{0, 1}, {1, 2}};
  auto found = geometry::locateOnEdges(edges, x, Vec3(.5, 7, 0));
  EXPECT_EQ(found.edge, 0u);
  EXPECT_DOUBLE_EQ(found.coordinate, .25);
  found = geometry::locateOnEdges(edges, x, Vec3(-3, 0, 0));
  EXPECT_EQ(found.edge, 1u);
  EXPECT_DOUBLE_EQ(found.coordinate, -2.5);
}

// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ElementBlocks.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace {

using namespace sofa;
using fem::Pack;
using type::Index;
using type::Vec3;

template <class Element>
using Blocks = fem::ElementBlocks<Element>;

/// Cells of a grid, line by line along x.
std::vector<type::Hexahedron> grid(Index nx, Index ny, Index nz) {
  std::vector<type::Hexahedron> cells;
  const auto point = [&](Index x, Index y, Index z) { return x + (nx + 1) * (y + (ny + 1) * z); };
  for (Index z = 0; z < nz; ++z)
    for (Index y = 0; y < ny; ++y)
      for (Index x = 0; x < nx; ++x)
        cells.push_back({point(x, y, z), point(x + 1, y, z), point(x + 1, y + 1, z), point(x, y + 1, z),
                         point(x, y, z + 1), point(x + 1, y, z + 1), point(x + 1, y + 1, z + 1),
                         point(x, y + 1, z + 1)});
  return cells;
}

/// Six tetrahedra around the diagonal of each cell.
std::vector<type::Tetrahedron> tetrahedra(const std::vector<type::Hexahedron>& cells) {
  constexpr int ring[] = {1, 2, 3, 7, 4, 5, 1};
  std::vector<type::Tetrahedron> cut;
  for (const auto& cell : cells)
    for (int i = 0; i < 6; ++i) cut.push_back({cell[0], cell[ring[i]], cell[ring[i + 1]], cell[6]});
  return cut;
}

template <class Element>
std::size_t pointCount(const std::vector<Element>& elements) {
  Index most = 0;
  for (const Element& element : elements) most = std::max(most, *std::ranges::max_element(element));
  return std::size_t{most} + 1;
}

/// What element e makes of the value of its node n: small whole numbers, whose sums are exact in any order.
double factor(std::size_t e, int n) { return static_cast<double>(1 + (7 * e + 3 * static_cast<std::size_t>(n)) % 11); }

template <class Element>
std::vector<Vec3> sumByBlocks(const Blocks<Element>& blocks, const std::vector<Vec3>& x) {
  std::vector<Vec3> f(x.size(), Vec3::Zero());
  using Nodes = typename Blocks<Element>::Nodes;
  blocks.accumulate(std::span<const Vec3>(x), std::span<Vec3>(f), [&](unsigned b, const Nodes& in, Nodes& out) {
    constexpr int count = Blocks<Element>::nodesPerElement;
    for (int n = 0; n < count; ++n)
      for (int lane = 0; lane < fem::simdWidth; ++lane) {
        const unsigned e = blocks.element(b, lane);
        for (int c = 0; c < 3; ++c)
          out[n][c][lane] = e == blocks.noElement ? 0 : factor(e, n) * (in[n][c][lane] + in[(n + 1) % count][c][lane]);
      }
  });
  return f;
}

template <class Element>
void expectSums(const Blocks<Element>& blocks, const std::vector<Element>& elements, std::size_t points) {
  std::vector<Vec3> x(points), expected(points, Vec3::Zero());
  for (std::size_t i = 0; i < points; ++i) x[i] = Vec3(i % 13, i % 17, i % 19);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (std::size_t n = 0; n < elements[e].size(); ++n)
      expected[elements[e][n]] +=
          factor(e, static_cast<int>(n)) * (x[elements[e][n]] + x[elements[e][(n + 1) % elements[e].size()]]);
  EXPECT_EQ(sumByBlocks(blocks, x), expected);
}

template <class Element>
void expectSums(const std::vector<Element>& elements) {
  Blocks<Element> blocks;
  blocks.build(elements, pointCount(elements));
  expectSums(blocks, elements, pointCount(elements));
}

std::size_t roundedUp(std::size_t count, std::size_t period) { return (count + period - 1) / period * period; }

}  // namespace

TEST(ElementBlocks, sumsOfGrids) {
  expectSums(grid(7, 7, 30));
  expectSums(grid(32, 5, 9));
  expectSums(grid(1, 1, 1));
  expectSums(tetrahedra(grid(7, 7, 20)));
  expectSums(tetrahedra(grid(6, 5, 30)));
  expectSums(tetrahedra(grid(2, 1, 2)));
}

TEST(ElementBlocks, sumsOfMeshesWithoutOrder) {
  auto elements = tetrahedra(grid(8, 8, 8));
  std::ranges::shuffle(elements, std::mt19937(3));
  expectSums(elements);
}

/// Nodes at hand must count once each, whoever names them.
TEST(ElementBlocks, elementsThatNameANodeTwice) {
  auto elements = tetrahedra(grid(5, 5, 20));
  for (std::size_t e = 0; e < elements.size(); e += 5) elements[e][2] = elements[e][1];
  for (std::size_t e = 2; e < elements.size(); e += 7) elements[e] = elements[e - 1];
  expectSums(elements);
  for (auto& element : elements) element[3] = element[0];
  expectSums(elements);
}

/// Lanes are in step with the lines of a grid where that leaves few of them empty.
TEST(ElementBlocks, lanesTakeWholePeriods) {
  const auto lines = grid(7, 7, 21);  // 1029 cells: a part of 1024, and 5
  Blocks<type::Hexahedron> blocks;
  blocks.build(lines, pointCount(lines));
  EXPECT_EQ(blocks.blockCount(), roundedUp(1024 / fem::simdWidth, 7) + (5 + fem::simdWidth - 1) / fem::simdWidth);
  // Along a line a cell shares four nodes with the one before: six of seven times.
  EXPECT_GT(blocks.sharedCount(), 3 * blocks.blockCount());

  const auto cut = tetrahedra(grid(16, 16, 4));
  Blocks<type::Tetrahedron> tetra;
  tetra.build(cut, pointCount(cut));
  EXPECT_EQ(tetra.partCount(), 3u);
  EXPECT_EQ((tetra.lastBlock(0) - tetra.firstBlock(0)) % 6, 0u);
  EXPECT_GT(tetra.sharedCount(), 2 * tetra.blockCount());
}

/// Whatever a mesh was before, its blocks are those of a new one: a run that is resumed has the same sums.
TEST(ElementBlocks, changedMeshesAreArrangedAsNewOnes) {
  using TetraBlocks = Blocks<type::Tetrahedron>;
  auto elements = tetrahedra(grid(8, 8, 12));
  const std::size_t points = pointCount(elements);
  TetraBlocks changed;
  changed.build(elements, points);
  const auto rebuild = [&](std::span<const Index> numbers) {
    const std::size_t moved = changed.rebuild(elements, points, numbers);
    TetraBlocks anew;
    anew.build(elements, points);
    EXPECT_EQ(changed.blockCount(), anew.blockCount());
    EXPECT_EQ(changed.sharedCount(), anew.sharedCount());
    for (std::size_t e = 0; e < elements.size(); ++e) EXPECT_EQ(changed.slot(e), anew.slot(e));
    expectSums(changed, elements, points);
    return moved;
  };
  std::swap(elements[5][1], elements[77][1]);
  EXPECT_EQ(rebuild(std::vector<Index>{5, 77}), elements.size());
  std::swap(elements[2500][1], elements[2600][1]);
  EXPECT_EQ(rebuild(std::vector<Index>{2500, 2600}), elements.size());

  std::vector<Index> first(TetraBlocks::partSize);
  std::iota(first.begin(), first.end(), Index{0});
  std::shuffle(elements.begin(), elements.begin() + TetraBlocks::partSize, std::mt19937(5));
  EXPECT_EQ(rebuild(first), 0u) << "lanes are in step with another numbering, or none";
  elements.resize(TetraBlocks::partSize - 50);
  EXPECT_EQ(rebuild({}), 0u) << "a mesh of one part shares nothing";
  EXPECT_EQ(changed.sharedCount(), 0u);
}

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <limits>
#include <numeric>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/EliminationTree.h"
#include "Sofa/LinearAlgebra/Ordering.h"
#include "Sofa/LinearAlgebra/SlenderOrdering.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::test {
namespace {

using namespace linearalgebra;

constexpr Ordering everyOrdering[] = {Ordering::natural, Ordering::amd, Ordering::colamd, Ordering::metis,
                                      Ordering::best};

TEST(Ordering, graphIsThatOfTheSumWithTheTranspose) {
  // Row 0 reaches 2, row 2 reaches 1; the diagonal is left out.
  const BlockGraph graph = symmetricGraph(withPattern(1, {{0, 2}, {}, {1, 2}}, 3));
  EXPECT_EQ(graph.start, (std::vector{0, 1, 2, 4}));
  EXPECT_EQ(graph.neighbours, (std::vector{2, 2, 0, 1}));
}

TEST(Ordering, graphNeedsASquareMatrix) {
  EXPECT_THROW(symmetricGraph(withPattern(1, {{0}}, 2)), std::invalid_argument);
}

void expectPermutation(std::vector<int> order, int n) {
  std::sort(order.begin(), order.end());
  ASSERT_EQ(static_cast<int>(order.size()), n);
  for (int i = 0; i < n; ++i) ASSERT_EQ(order[i], i);
}

TEST(Ordering, allArePermutations) {
  for (int n : {0, 1, 2, 7, 300})
    for (Ordering ordering : everyOrdering)
      expectPermutation(eliminationOrder(symmetricGraph(randomMatrix(1, n, n > 100 ? 3 : 1, 5)), ordering), n);
}

TEST(Ordering, rowsWithoutNeighboursToo) {
  std::vector<std::set<int>> rows(50);
  for (int i = 0; i < 50; ++i) rows[i].insert(i);
  const BlockGraph graph = symmetricGraph(withPattern(3, rows, 50));
  for (Ordering ordering : everyOrdering) expectPermutation(eliminationOrder(graph, ordering), 50);
}

TEST(Ordering, reducesFill) {
  const BlockMatrix beam = implicitBeam(7, 9);
  const auto factorSize = [&](Ordering ordering) {
    SparseLDL ldl(ordering);
    ldl.analyse(beam);
    return ldl.factorSize();
  };
  EXPECT_LT(factorSize(Ordering::amd), 0.9 * factorSize(Ordering::natural));
  EXPECT_LT(factorSize(Ordering::metis), 0.9 * factorSize(Ordering::natural));
}

/// A chain of n nodes, numbered by steps of `stride` along it.
BlockGraph pathGraph(int n, int stride) {
  std::vector<std::set<int>> rows(n);
  for (int i = 0; i + 1 < n; ++i) rows[i * stride % n].insert((i + 1) * stride % n);
  return symmetricGraph(withPattern(1, rows, n));
}

TEST(Ordering, fromBothEndsEndsInTheMiddle) {
  std::vector<int> order = orderFromBothEnds(pathGraph(11, 1));
  if (order[0] == 10) std::rotate(order.begin(), order.begin() + 5, order.end() - 1);
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4, 10, 9, 8, 7, 6, 5}));
}

TEST(Ordering, fromBothEndsOfEachPart) {
  expectPermutation(orderFromBothEnds(symmetricGraph(withPattern(3, std::vector<std::set<int>>(20), 20))), 20);
  expectPermutation(orderFromBothEnds(symmetricGraph(randomMatrix(1, 500, 1, 7))), 500);
}

/// A chain whose nodes are numbered anyhow is eliminated without fill: each column but the last has one entry below.
TEST(Ordering, workIsThatOfTheColumns) {
  const auto graph = pathGraph(101, 7);
  EXPECT_EQ(factorisationWork(graph, orderFromBothEnds(graph)), 100 * 4 + 1);
  std::vector<int> order(4);
  std::iota(order.begin(), order.end(), 0);
  const auto star = symmetricGraph(withPattern(1, {{1, 2, 3}, {}, {}, {}}, 4));
  EXPECT_EQ(factorisationWork(star, order), 16 + 9 + 4 + 1);  // the center first fills all
  EXPECT_EQ(factorisationWork(star, order, 29), std::numeric_limits<double>::infinity());
  std::ranges::reverse(order);
  EXPECT_EQ(factorisationWork(star, order), 3 * 4 + 1);
}

TEST(Ordering, bestSuitsLongBodies) {
  const BlockGraph beam = symmetricGraph(implicitBeam(4, 30)), cube = symmetricGraph(implicitBeam(12, 12));
  const auto work = [](const BlockGraph& graph, Ordering ordering) {
    return factorisationWork(graph, eliminationOrder(graph, ordering, 3));
  };
  EXPECT_LT(work(beam, Ordering::best), 0.8 * work(beam, Ordering::amd));
  EXPECT_LT(work(beam, Ordering::best), 0.8 * work(beam, Ordering::metis));
  EXPECT_EQ(work(cube, Ordering::best), work(cube, Ordering::metis));
}

TEST(Ordering, isTheSameWhateverOtherThreadsDo) {
  const BlockGraph graph = symmetricGraph(implicitBeam(7, 9));
  const auto alone = eliminationOrder(graph, Ordering::metis);
  std::vector<std::future<std::vector<int>>> others;
  for (int i = 0; i < 8; ++i)
    others.push_back(std::async(std::launch::async, [&] { return eliminationOrder(graph, Ordering::metis); }));
  for (auto& other : others) EXPECT_TRUE(other.get() == alone);
}

}  // namespace
}  // namespace sofa::test

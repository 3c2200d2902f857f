#include <gtest/gtest.h>

#include <future>

#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/LinearAlgebra/Ordering.h"
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

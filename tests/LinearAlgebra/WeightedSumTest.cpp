// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/WeightedSum.h"

#include <gtest/gtest.h>

#include "Sofa/Type/DataTypes.h"

namespace sofa::test {
namespace {

using linearalgebra::weightedSum;

/// Sums of 0, 1, 2... of the points with their own numbers as weights, in the order 4, 0, 3, 1, 2.
template <int D, class Point>
void expectSums(const std::vector<Point>& points) {
  const std::vector<type::Index> order{4, 0, 3, 1, 2};
  const std::vector<double> weights{5, 1, 4, 2, 3};
  type::Vec<D> expected = type::Vec<D>::Constant(0.5);
  for (std::size_t count = 0; count <= order.size(); ++count) {
    const std::span indices(order.data(), count);
    EXPECT_EQ((weightedSum<D>(type::Vec<D>::Constant(0.5), indices, weights.data(), points.data())), expected);
    if (count == order.size()) break;
    const auto* reals = reinterpret_cast<const double*>(&points[order[count]]);
    for (int i = 0; i < D; ++i) expected[i] += weights[count] * reals[i];
  }
}

/// Points of consecutive whole numbers, whose sums are exact.
template <class Point>
std::vector<Point> counted() {
  std::vector<Point> points(5);
  auto* reals = reinterpret_cast<double*>(points.data());
  for (std::size_t i = 0; i < 5 * sizeof(Point) / sizeof(double); ++i) reals[i] = static_cast<double>(i);
  return points;
}

TEST(WeightedSum, AddsWhatIsListed) {
  expectSums<1>(counted<type::Vec<1>>());
  expectSums<2>(counted<type::Vec<2>>());
  expectSums<3>(counted<type::Vec<3>>());
  expectSums<6>(counted<type::Vec<6>>());
}

TEST(WeightedSum, TakesTheFirstReals) {
  expectSums<3>(counted<type::Vec<6>>());
  expectSums<3>(counted<type::RigidCoord<3>>());
}

TEST(WeightedSum, OfPositionsIsTakenInOrder) {
  std::vector<type::Vec3> points(3, type::Vec3::Zero());
  points[0] = {1e16, 1, 0};
  points[1] = {1, 2, 0};
  points[2] = {-1e16, 4, 8};
  const std::vector<type::Index> order{0, 1, 2};
  const std::vector<double> weights{1, 1, 1};
  // 1e16 + 1 is 1e16; in another order, or in parts, the sum of the first reals would be 1.
  EXPECT_EQ(linearalgebra::weightedSumInOrder(std::span<const type::Index>(order), weights.data(), points.data()),
            type::Vec3(0, 7, 8));
  const auto rigid = counted<type::RigidCoord<3>>();
  const std::vector<type::Index> two{4, 1};
  EXPECT_EQ(linearalgebra::weightedSumInOrder(std::span<const type::Index>(two), weights.data(), rigid.data()),
            type::Vec3(35, 37, 39));
}

}  // namespace
}  // namespace sofa::test

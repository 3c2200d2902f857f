// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace sofa::component::constraintlagrangian {
namespace {

using core::DetectionOutput;
using type::Vec3;
using Outputs = std::vector<DetectionOutput>;

DetectionOutput contact(const Vec3& p1, const Vec3& p2) {
  DetectionOutput output;
  output.point1 = p1;
  output.point2 = p2;
  return output;
}

std::vector<std::ptrdiff_t> placesOf(std::span<const DetectionOutput* const> kept, const Outputs& outputs) {
  std::vector<std::ptrdiff_t> places;
  for (const auto* output : kept) places.push_back(output - outputs.data());
  return places;
}

constexpr double place = 1e-4;

/// Compares each contact with all that are kept.
std::vector<std::ptrdiff_t> placesByDefinition(const Outputs& outputs) {
  std::vector<const DetectionOutput*> kept;
  for (const auto& a : outputs)
    if (std::ranges::none_of(kept, [&](const auto* b) {
          return (a.point1 - b->point1).squaredNorm() + (a.point2 - b->point2).squaredNorm() < place * place;
        }))
      kept.push_back(&a);
  return placesOf(kept, outputs);
}

std::vector<std::ptrdiff_t> placesFound(const Outputs& outputs) {
  DistinctContacts distinct;
  return placesOf(distinct.select(outputs, place), outputs);
}

TEST(DistinctContacts, theFirstOfAPlaceIsKept) {
  const Vec3 far(1, 0, 0);
  const Outputs outputs{contact(Vec3(0, 0, 0), far), contact(Vec3(2, 0, 0), far), contact(Vec3(0.9e-4, 0, 0), far),
                        contact(Vec3(1.1e-4, 0, 0), far), contact(Vec3(0, 0, 0), Vec3(1, 2e-4, 0))};
  EXPECT_EQ(placesFound(outputs), (std::vector<std::ptrdiff_t>{0, 1, 3, 4}));
}

TEST(DistinctContacts, bothPointsCountTogether) {
  const Outputs outputs{contact(Vec3(0, 0, 0), Vec3(1, 0, 0)), contact(Vec3(0.8e-4, 0, 0), Vec3(1, 0.8e-4, 0)),
                        contact(Vec3(0.5e-4, 0, 0), Vec3(1, 0.5e-4, 0))};
  EXPECT_EQ(placesFound(outputs), (std::vector<std::ptrdiff_t>{0, 1}));
}

TEST(DistinctContacts, orOfAllEarlierOnes) {
  const Vec3 far(1, 0, 0);
  const Outputs outputs{contact(Vec3(0, 0, 0), far), contact(Vec3(0.8e-4, 0, 0), far),
                        contact(Vec3(1.6e-4, 0, 0), far)};
  EXPECT_EQ(placesFound(outputs), (std::vector<std::ptrdiff_t>{0, 2}));
  DistinctContacts distinct;
  EXPECT_EQ(distinct.select(outputs, place, DistinctContacts::From::all).size(), 1u);
}

/// Places in a crowd of the size of a cell of any grid, so that many lie on both sides of its borders.
TEST(DistinctContacts, bordersOfCellsDoNotMatter) {
  std::mt19937 random(7);
  for (const double size : {1e-4, 5e-4, 2e-3, 1e-2}) {
    std::uniform_real_distribution<double> at(-size, size);
    Outputs outputs;
    for (int i = 0; i < 1500; ++i)
      outputs.push_back(contact(Vec3(at(random), at(random), at(random)), Vec3(1, 2, 3 + 0.1 * at(random))));
    const auto expected = placesByDefinition(outputs);
    EXPECT_EQ(placesFound(outputs), expected) << size;
    for (auto& output : outputs) std::swap(output.point1, output.point2);
    EXPECT_EQ(placesFound(outputs), expected) << size;
  }
}

TEST(DistinctContacts, farPlacesAndNoNumbers) {
  const double infinite = std::numeric_limits<double>::infinity(), none = std::nan("");
  Outputs outputs;
  for (const double x : {1e12, 1e17, 1e300, infinite, none})
    for (int twice = 0; twice < 2; ++twice) outputs.push_back(contact(Vec3(x, -x, 0), Vec3(0, x, 1)));
  EXPECT_EQ(placesFound(outputs), placesByDefinition(outputs));
  EXPECT_EQ(placesFound(outputs), (std::vector<std::ptrdiff_t>{0, 2, 4, 6, 7, 8, 9}));
}

TEST(DistinctContacts, contactsOfOneDetectionAreForgottenAtTheNext) {
  DistinctContacts distinct;
  const Outputs outputs{contact(Vec3(0, 0, 0), Vec3(1, 0, 0))};
  EXPECT_EQ(distinct.select(outputs, place).size(), 1u);
  EXPECT_EQ(distinct.select(outputs, place).size(), 1u);
  EXPECT_TRUE(distinct.select({}, place).empty());
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian

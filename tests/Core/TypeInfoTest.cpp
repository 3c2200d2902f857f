// SPDX-License-Identifier: Apache-2.0
// Scalars of a value as an array: type, shape, strides and address.
#include "Sofa/Core/ObjectModel/TypeInfo.h"

#include <gtest/gtest.h>

#include "SampleComponents.h"

namespace sofa::test {
namespace {

using core::ScalarType;
using Sizes = std::vector<std::size_t>;

template <class T>
core::ScalarArray arrayOf(const T& value) {
  return core::typeInfo<T>().scalars(&value);
}

TEST(TypeInfo, numbersAreArraysWithoutDimensions) {
  const double real = 2;
  const auto array = arrayOf(real);
  EXPECT_EQ(array.type, ScalarType::float64);
  EXPECT_EQ(array.address, &real);
  EXPECT_EQ(array.shape, Sizes{});
  EXPECT_EQ(arrayOf(1.f).type, ScalarType::float32);
  EXPECT_EQ(arrayOf(true).type, ScalarType::boolean);
  EXPECT_EQ(arrayOf(1).type, ScalarType::int32);
  EXPECT_EQ(arrayOf(1u).type, ScalarType::uint32);
  EXPECT_EQ(arrayOf(std::uint8_t(1)).type, ScalarType::uint8);
  EXPECT_EQ(core::typeInfo<double>().scalarType(), ScalarType::float64);
  EXPECT_EQ(core::sizeOf(ScalarType::float32), 4u);
  EXPECT_EQ(core::sizeOf(ScalarType::none), 0u);
}

TEST(TypeInfo, listsHaveTheirElementsFirst) {
  const std::vector<type::Vec3> points{{1, 2, 3}, {4, 5, 6}};
  const auto array = arrayOf(points);
  EXPECT_EQ(array.type, ScalarType::float64);
  EXPECT_EQ(array.address, points.data());
  EXPECT_EQ(array.shape, (Sizes{2, 3}));
  EXPECT_EQ(array.strides, (Sizes{24, 8}));
  const std::vector<type::RigidCoord<3>> frames(5);
  EXPECT_EQ(arrayOf(frames).shape, (Sizes{5, 7}));
  const std::vector<type::Triangle> triangles(4);
  EXPECT_EQ(arrayOf(triangles).shape, (Sizes{4, 3}));
  EXPECT_EQ(arrayOf(triangles).type, ScalarType::uint32);
  EXPECT_EQ(arrayOf(std::vector<double>(6)).shape, Sizes{6});
  EXPECT_EQ(arrayOf(std::vector<double>()).shape, Sizes{0});
}

TEST(TypeInfo, matricesTellHowTheyLie) {
  std::vector<type::Mat3> matrices(2);
  matrices[1](2, 0) = 7;
  const auto array = arrayOf(matrices);
  ASSERT_EQ(array.shape, (Sizes{2, 3, 3}));
  const auto* bytes = static_cast<const char*>(array.address);
  const auto* entry = bytes + array.strides[0] + 2 * array.strides[1];
  EXPECT_EQ(*reinterpret_cast<const double*>(entry), 7);
}

TEST(TypeInfo, whatIsNoArraySaysSo) {
  EXPECT_EQ(arrayOf(std::string("text")).type, ScalarType::none);
  EXPECT_EQ(arrayOf(std::vector<bool>(3)).type, ScalarType::none) << "bits";
  EXPECT_EQ(arrayOf(std::string("text")).address, nullptr);
}

TEST(TypeInfo, dataAreUpToDateWhenTheirScalarsAreAskedFor) {
  Sample source, follower;
  source.d_points.set({{1, 2, 3}});
  ASSERT_TRUE(follower.d_points.setParent(&source.d_points));
  const auto array = follower.d_points.scalars();
  EXPECT_EQ(array.shape, (Sizes{1, 3}));
  EXPECT_EQ(array.address, follower.d_points.value().data());
}

TEST(TypeInfo, comparesValues) {
  const auto equal = []<class T>(const T& a, const T& b) { return core::typeInfo<T>().equal(&a, &b); };
  EXPECT_TRUE(equal(type::Vec3(1, 2, 3), type::Vec3(1, 2, 3)));
  EXPECT_FALSE(equal(type::Vec3(1, 2, 3), type::Vec3(1, 2, 4)));
  EXPECT_TRUE(equal(std::nan(""), std::nan("")));
  EXPECT_FALSE(equal(type::OptionGroup({"a", "b"}), type::OptionGroup({"a", "c"}))) << "the same word is selected";
  EXPECT_FALSE(equal(std::vector<int>{1}, std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace sofa::test

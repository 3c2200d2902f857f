// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/SpringKernel.h"

#include <gtest/gtest.h>

#include <random>

#include "Sofa/Helper/Parallel.h"

namespace sofa::fem {
namespace {

using type::Mat3;
using type::Vec3;
using Kernel = SpringKernel<type::Vec3Types>;
using Vectors = std::vector<Vec3>;

/// One spring between a point at rest in the origin and another point.
struct OneSpring {
  Kernel kernel;
  Vectors f{Vec3(), Vec3()};

  OneSpring(const LinearSpring& spring, const Vec3& x2, const Vec3& v2 = Vec3::Zero(), bool elongationOnly = false,
            bool enabled = true) {
    kernel.add(spring, elongationOnly, enabled);
    const Vectors x{Vec3(), x2}, v{Vec3(), v2};
    kernel.addForceAndLinearise(f, f, x, x, v, v, false);
    energy = kernel.energy(x, x);
  }
  double energy = 0;
};

void expectNear(const auto& a, const auto& b, double tolerance = 1e-12) {
  EXPECT_LE((a - b).norm(), tolerance) << a << "\nnot\n" << b;
}

TEST(SpringKernel, stretched) {
  const OneSpring s({0, 1, 50, 0, 1}, Vec3(2, 0, 0));
  expectNear(s.f[0], Vec3(50, 0, 0));
  expectNear(s.f[1], Vec3(-50, 0, 0));
  expectNear(s.kernel.tangent(0), Mat3(Vec3(50, 25, 25).asDiagonal()));
  EXPECT_DOUBLE_EQ(s.energy, 25);
}

TEST(SpringKernel, springsAsLongAsTheirPointsAreApartPullWithExactlyNothing) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> coordinate(-3, 3);
  Vectors x(101);
  for (Vec3& p : x)
    for (double& c : p) c = coordinate(random);
  Kernel kernel;
  for (type::Index i = 0; i + 1 < x.size(); ++i) kernel.add({i, i + 1, 300, 1, Kernel::length(x[i], x[i + 1])});
  Vectors f(x.size(), Vec3::Zero());
  const Vectors v(x.size(), Vec3::Zero());
  kernel.addForceAndLinearise(f, f, x, x, v, v, false);
  EXPECT_EQ(f, v);
  kernel.addForce(f, f, x, x, v, v);
  EXPECT_EQ(f, v);
}

TEST(SpringKernel, compressionIsNotClamped) {
  const OneSpring s({0, 1, 50, 0, 1}, Vec3(0.5, 0, 0));
  expectNear(s.f[0], Vec3(-25, 0, 0));
  expectNear(s.kernel.tangent(0), Mat3(Vec3(50, -50, -50).asDiagonal()));
}

TEST(SpringKernel, dampingActsAlongTheSpringAndEntersTheTangentAsForce) {
  const OneSpring s({0, 1, 50, 2, 1}, Vec3(2, 0, 0), Vec3(1, 3, 0));
  expectNear(s.f[0], Vec3(52, 0, 0));
  expectNear(s.kernel.tangent(0), Mat3(Vec3(50, 26, 26).asDiagonal()));
  EXPECT_DOUBLE_EQ(s.energy, 25);  // damping stores none
}

TEST(SpringKernel, inactiveSpringsDoNothing) {
  const OneSpring slack({0, 1, 50, 2, 1}, Vec3(0.5, 0, 0), Vec3(1, 0, 0), true),
      off({0, 1, 50, 2, 1}, Vec3(2, 0, 0), Vec3(1, 0, 0), false, false),
      pointlike({0, 1, 50, 2, 1}, Vec3(1e-10, 0, 0), Vec3(1, 0, 0));
  for (const OneSpring* s : {&slack, &off, &pointlike}) {
    expectNear(s->f[0], Vec3(0, 0, 0), 0);
    expectNear(s->kernel.tangent(0), Mat3(Mat3::Zero()), 0);
    EXPECT_EQ(s->energy, 0);
  }
  const OneSpring taut({0, 1, 50, 0, 1}, Vec3(2, 0, 0), Vec3(), true);
  expectNear(taut.f[0], Vec3(50, 0, 0));
}

/// Random springs in a cloud of points; enough of them for several runs, and a last block that is not full.
template <class DataTypes>
struct Cloud {
  static constexpr int dimension = SpringKernel<DataTypes>::dimension;
  std::mt19937 random{7};
  SpringKernel<DataTypes> kernel;
  typename DataTypes::VecCoord x{std::size_t{60}};
  typename DataTypes::VecDeriv v{std::size_t{60}}, dx{std::size_t{60}};

  explicit Cloud(int springs) {
    const auto real = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
    for (std::size_t i = 0; i < x.size(); ++i) {
      typename DataTypes::Deriv d;
      for (int c = 0; c < DataTypes::derivSize; ++c) d[c] = real(), v[i][c] = real(), dx[i][c] = real();
      DataTypes::add(x[i], d);
    }
    std::uniform_int_distribution<Index> point(0, static_cast<Index>(x.size()) - 1);
    for (int i = 0; i < springs; ++i)
      kernel.add({point(random), point(random), 10 + real(), 1 + real(), 1 + real()}, i % 5 == 0, i % 7 != 0);
  }
};

template <class DataTypes>
class SpringKernelOf : public testing::Test {};
using AllTypes = testing::Types<type::Vec1Types, type::Vec2Types, type::Vec3Types, type::Vec6Types, type::Rigid3Types>;
TYPED_TEST_SUITE(SpringKernelOf, AllTypes);

TYPED_TEST(SpringKernelOf, productIsTheDerivativeOfTheForce) {
  Cloud<TypeParam> cloud(403);
  for (auto& v : cloud.v) v.setZero();  // the tangent leaves out how damping turns with the spring
  using VecDeriv = typename TypeParam::VecDeriv;
  const std::size_t n = cloud.x.size();
  const double step = 1e-6;
  VecDeriv plus(n), minus(n), df(n), scratch(n);
  const auto forceAt = [&](double s, VecDeriv& f) {
    auto x = cloud.x;
    for (std::size_t i = 0; i < n; ++i) TypeParam::add(x[i], typename TypeParam::Deriv(s * cloud.dx[i]));
    cloud.kernel.addForceAndLinearise(f, f, x, x, cloud.v, cloud.v, false);
  };
  forceAt(step, plus);
  forceAt(-step, minus);
  forceAt(0, scratch);
  cloud.kernel.addDForce(df, df, cloud.dx, cloud.dx, 1);
  for (std::size_t i = 0; i < n; ++i) expectNear(df[i], (plus[i] - minus[i]) / (2 * step), 2e-6);
}

TYPED_TEST(SpringKernelOf, productIsThatOfTheTangents) {
  Cloud<TypeParam> cloud(403);
  constexpr int dimension = Cloud<TypeParam>::dimension;
  using VecDeriv = typename TypeParam::VecDeriv;
  const std::size_t n = cloud.x.size();
  VecDeriv f(n), df(n), expected(n);
  cloud.kernel.addForceAndLinearise(f, f, cloud.x, cloud.x, cloud.v, cloud.v, false);
  cloud.kernel.addDForce(df, df, cloud.dx, cloud.dx, -2.5);
  for (std::size_t i = 0; i < cloud.kernel.size(); ++i) {
    const auto s = cloud.kernel.spring(i);
    const type::Vec<dimension> d =
        -2.5 * cloud.kernel.tangent(i) * (cloud.dx[s.second] - cloud.dx[s.first]).template head<dimension>();
    expected[s.first].template head<dimension>() += d;
    expected[s.second].template head<dimension>() -= d;
  }
  for (std::size_t i = 0; i < n; ++i) expectNear(df[i], expected[i], 1e-10);
}

TYPED_TEST(SpringKernelOf, sameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads, bool twoStates) {
    helper::setThreadCount(threads);
    Cloud<TypeParam> cloud(4003);
    const std::size_t n = cloud.x.size();
    typename TypeParam::VecDeriv f1(n), f2(n), df1(n), df2(n);
    cloud.kernel.addForceAndLinearise(f1, twoStates ? f2 : f1, cloud.x, cloud.x, cloud.v, cloud.v, false);
    cloud.kernel.addDForce(df1, twoStates ? df2 : df1, cloud.dx, cloud.dx, 0.3);
    helper::setThreadCount(1);
    std::vector<typename TypeParam::Deriv> all;
    for (const auto* values : {&f1, &f2, &df1, &df2}) all.insert(all.end(), values->begin(), values->end());
    return all;
  };
  for (const bool twoStates : {false, true}) {
    const auto serial = run(1, twoStates);
    for (const int threads : {2, 4}) {
      const auto parallel = run(threads, twoStates);
      for (std::size_t i = 0; i < serial.size(); ++i)
        ASSERT_EQ(serial[i], parallel[i]) << threads << " threads, entry " << i;
    }
  }
}

TYPED_TEST(SpringKernelOf, productsFollowTheTangent) {
  using VecDeriv = typename TypeParam::VecDeriv;
  Cloud<TypeParam> cloud(403);
  const std::size_t n = cloud.x.size();
  auto moved = cloud.x;
  for (std::size_t i = 0; i < n; ++i) TypeParam::add(moved[i], cloud.dx[i]);
  std::vector<VecDeriv> products;
  for (const auto* x : {&cloud.x, &moved, &moved, &cloud.x}) {
    cloud.kernel.linearise(*x, *x, cloud.v, cloud.v, false);
    auto& df = products.emplace_back(n);
    cloud.kernel.addDForce(df, df, cloud.dx, cloud.dx, 1);
  }
  EXPECT_EQ(products[0], products[3]);
  EXPECT_EQ(products[1], products[2]);
  EXPECT_NE(products[0], products[1]);
}

TEST(SpringKernel, kernelCanBeRefilled) {
  Cloud<type::Vec3Types> cloud(20);
  cloud.kernel.clear();
  EXPECT_EQ(cloud.kernel.size(), 0u);
  cloud.kernel.add({3, 4, 50, 0, 1});
  Vectors f(60);
  cloud.x[3] = Vec3(), cloud.x[4] = Vec3(2, 0, 0);
  cloud.kernel.addForceAndLinearise(f, f, cloud.x, cloud.x, cloud.v, cloud.v, false);
  expectNear(f[3], Vec3(50, 0, 0));
  for (std::size_t i = 0; i < f.size(); ++i)
    if (i != 3 && i != 4) expectNear(f[i], Vec3(0, 0, 0), 0);
}

/// Lanes without a spring do nothing to their points, also where many springs were before.
TEST(SpringKernel, fewerSpringsLeaveNothingOfThoseBefore) {
  const Vectors x{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 2, 0)}, dx{Vec3(3, 1, 4), Vec3(1, 5, 9), Vec3(2, 6, 5)};
  const Vectors zero(3, Vec3::Zero());
  const auto product = [&](Kernel& kernel, std::size_t springs) {
    kernel.clear();
    for (std::size_t i = 0; i < springs; ++i) kernel.add({0, i % 2 == 0 ? 1u : 2u, 10, 0, 0.5});
    kernel.linearise(x, x, zero, zero, false);
    Vectors df = zero;
    kernel.addDForce(df, df, dx, dx, 1);
    return df;
  };
  Kernel used, fresh;
  product(used, 40);
  EXPECT_EQ(product(used, 3), product(fresh, 3));
}

/// Points of another state may be fewer than those that are pulled: lanes without a line read a point that is there.
TEST(PointEnds, lanesWithoutLineNameAPointAtAnotherEnd) {
  PointEnds ends;
  ends.build(std::vector<PointEnds::End>{{40, 0, 0}, {40, 1, 2}, {50, 1, 4}, {60, 0, 6}});
  ASSERT_EQ(ends.slices().size(), 1u);
  ASSERT_EQ(ends.packCount(), 2u);
  for (std::size_t pack = 0; pack < 2; ++pack)
    for (const auto other : ends.others(pack)) EXPECT_LE(other, 1u);
}

}  // namespace
}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
// Kernels of isotropic materials of large strains: derivatives, and tangents without negative curvatures.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "FiniteElement/AssembledStiffness.h"
#include "FiniteElement/ChainMesh.h"
#include "Sofa/FiniteElement/HyperelasticSolid.h"
#include "Sofa/Type/EigenView.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

using namespace test;

template <class ElementType, template <class> class Material>
struct Case {
  using Element = ElementType;
  using Kernel = ElementKernel<Element, 3, DeformationGradient, Material>;
  static Material<double> material() {
    Material<double> m;
    m.mu = 310;
    m.lambda = 470;
    return m;
  }
};
template <class Kind>
class PositiveKernel : public testing::Test {
 public:
  ChainMesh<typename Kind::Element, 3> mesh{7};
  typename Kind::Kernel kernel;
  PositiveKernel() { init(); }
  void init() {
    const auto material = Kind::material();
    kernel.init(mesh.elements, mesh.rest, {&material, 1});
  }
  /// Compressed so far that the exact tangent has negative curvatures.
  void compress() {
    for (auto& p : mesh.x) p = Vec3(0.35 * p[0], 0.8 * p[1], 0.6 * p[2]);
  }
  /// The stiffness of each element, -df/dx.
  std::vector<Eigen::MatrixXd> stiffnesses(bool positive) {
    kernel.linearise(mesh.x, positive);
    std::vector<Eigen::MatrixXd> all;
    for (std::size_t e = 0; e < kernel.elementCount(); ++e) {
      const auto k = kernel.stiffness(e);
      all.emplace_back(eigen(k));
    }
    return all;
  }
};
using Kinds =
    testing::Types<Case<type::Tetrahedron, StableNeoHookeanWithBarrier>, Case<type::Triangle, NeoHookeanMembrane>,
                   Case<type::Tetrahedron, NeoHookean>, Case<type::Hexahedron, NeoHookean>>;
TYPED_TEST_SUITE(PositiveKernel, Kinds);

TYPED_TEST(PositiveKernel, forceIsMinusTheGradientOfTheEnergy) {
  const auto& x = this->mesh.x;
  auto f = zeros(x);
  this->kernel.addForce(x, f);
  const double h = 1e-6;
  for (std::size_t i = 0; i < f.size(); ++i)
    for (int c = 0; c < 3; ++c) {
      auto high = x, low = x;
      high[i][c] += h;
      low[i][c] -= h;
      EXPECT_NEAR(f[i][c], -(this->kernel.energy(high) - this->kernel.energy(low)) / (2 * h), 1e-5);
    }
}

TYPED_TEST(PositiveKernel, restIsWithoutForceAndEnergy) {
  auto turned = this->mesh.rest;
  for (auto& p : turned) p = Vec3(-p[1] + 3, p[0], p[2] - 2);
  auto f = zeros(turned);
  this->kernel.addForce(turned, f);
  EXPECT_LT(largest(f), 1e-11);
  EXPECT_NEAR(this->kernel.energy(turned), 0, 1e-11);
}

TYPED_TEST(PositiveKernel, productsAndMatricesAreTheDerivativeOfTheForce) {
  const auto& mesh = this->mesh;
  auto high = zeros(mesh.x), low = high, xHigh = mesh.x, xLow = mesh.x;
  const double h = 1e-6;
  for (std::size_t i = 0; i < xHigh.size(); ++i) {
    xHigh[i] += h * mesh.rest[i];
    xLow[i] -= h * mesh.rest[i];
  }
  this->kernel.addForce(xHigh, high);
  this->kernel.addForce(xLow, low);
  this->kernel.linearise(mesh.x, false);
  auto df = zeros(mesh.x);
  this->kernel.addDForce(mesh.rest, df, 1);
  for (std::size_t i = 0; i < df.size(); ++i)
    EXPECT_LT((df[i] - (high[i] - low[i]) / (2 * h)).norm(), 1e-6 * (1 + largest(df)));
  const auto matrix = test::assembledStiffness(this->kernel, df.size(), 3);
  EXPECT_LT(largest(difference(df, test::product(matrix, mesh.rest))), 1e-11 * largest(df));
}

TYPED_TEST(PositiveKernel, positiveTangentsHaveNoNegativeCurvature) {
  this->compress();
  const auto exact = this->stiffnesses(false), positive = this->stiffnesses(true);
  double least = 0;
  for (std::size_t e = 0; e < exact.size(); ++e) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> before(exact[e]), after(positive[e]),
        change(positive[e] - exact[e]);
    const double size = before.eigenvalues().cwiseAbs().maxCoeff();
    least = std::min(least, before.eigenvalues()[0] / size);
    EXPECT_GT(after.eigenvalues()[0], -1e-12 * size) << e;
    EXPECT_GT(change.eigenvalues()[0], -1e-12 * size)
        << "curvatures are taken away that are not negative, element " << e;
  }
  EXPECT_LT(least, -1e-2);
  // Products and matrix are the same tangent.
  auto df = zeros(this->mesh.x);
  this->kernel.addDForce(this->mesh.rest, df, 1);
  const auto matrix = test::assembledStiffness(this->kernel, df.size(), 3);
  EXPECT_LT(largest(difference(df, test::product(matrix, this->mesh.rest))), 1e-11 * largest(df));
}

TYPED_TEST(PositiveKernel, positiveTangentsAreExactWhereNothingIsNegative) {
  this->mesh.x = this->mesh.rest;
  for (auto& p : this->mesh.x) p *= 1.05;
  const auto exact = this->stiffnesses(false), positive = this->stiffnesses(true);
  for (std::size_t e = 0; e < exact.size(); ++e) EXPECT_LT((positive[e] - exact[e]).norm(), 1e-13 * exact[e].norm());
}

TYPED_TEST(PositiveKernel, positiveTangentsHaveTheSameBitsForAnyNumberOfThreads) {
  this->mesh = ChainMesh<typename TypeParam::Element, 3>(2000);
  this->compress();
  this->init();
  std::vector<std::vector<Vec3>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    auto f = zeros(this->mesh.x);
    this->kernel.addForceAndLinearise(this->mesh.x, f, true);
    this->kernel.addDForce(this->mesh.rest, f, 0.7);
    results.push_back(f);
  }
  helper::setThreadCount(1);
  for (const auto& f : results)
    EXPECT_EQ(std::memcmp(f.data(), results.front().data(), f.size() * sizeof(Vec3)), 0) << "threads";
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "FiniteElement/AssembledStiffness.h"
#include "FiniteElement/ChainMesh.h"
#include "Sofa/FiniteElement/ElementKernelBodies.h"
#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/SpectralTangent.h"
#include "Sofa/Type/EigenView.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

using namespace test;

TEST(ElementKernel, smallStrainIsTheTangentAtRest) {
  const ChainMesh<type::Prism, 3> mesh(9);
  const HookeLaw<double> law{30, 50};
  ElementKernel<type::Prism, 3, SmallStrain, HookeLaw> kernel;
  ElementKernel<type::Prism, 3, CorotationalStrain, HookeLaw> turning;
  kernel.init(mesh.elements, mesh.rest, {&law, 1});
  turning.init(mesh.elements, mesh.rest, {&law, 1}, ElementRotation::polar);
  auto f = zeros(mesh.x), expected = f;
  kernel.addForce(mesh.x, f);
  turning.addDForce(difference(mesh.x, mesh.rest), expected, 1);
  EXPECT_LT(largest(difference(f, expected)), 1e-12);
  kernel.addDForce(difference(mesh.x, mesh.rest), f, -1);
  EXPECT_LT(largest(f), 1e-12);
}

/// Large strains: tetrahedra and hexahedra of a material with an energy of F.
template <class Type>
class LargeStrains : public testing::Test {
 public:
  ChainMesh<Type, 3> mesh{6};
  ElementKernel<Type, 3, DeformationGradient, NeoHookean> kernel;
  const NeoHookean<double> material{{}, 310, 470};
  LargeStrains() { kernel.init(mesh.elements, mesh.rest, {&material, 1}); }
};
using Solids = testing::Types<type::Tetrahedron, type::Hexahedron>;
TYPED_TEST_SUITE(LargeStrains, Solids);

TYPED_TEST(LargeStrains, forceIsMinusTheGradientOfTheEnergy) {
  auto f = zeros(this->mesh.x);
  this->kernel.addForce(this->mesh.x, f);
  const double h = 1e-6;
  for (std::size_t i = 0; i < f.size(); ++i)
    for (int c = 0; c < 3; ++c) {
      auto high = this->mesh.x, low = high;
      high[i][c] += h;
      low[i][c] -= h;
      EXPECT_NEAR(f[i][c], -(this->kernel.energy(high) - this->kernel.energy(low)) / (2 * h), 1e-5);
    }
}

TYPED_TEST(LargeStrains, productIsTheDerivativeOfTheForce) {
  const auto& mesh = this->mesh;
  this->kernel.linearise(mesh.x);
  auto df = zeros(mesh.x), high = df, low = df, xHigh = mesh.x, xLow = mesh.x;
  this->kernel.addDForce(mesh.rest, df, 1);
  const double h = 1e-6;
  for (std::size_t i = 0; i < df.size(); ++i) {
    xHigh[i] += h * mesh.rest[i];
    xLow[i] -= h * mesh.rest[i];
  }
  this->kernel.addForce(xHigh, high);
  this->kernel.addForce(xLow, low);
  for (std::size_t i = 0; i < df.size(); ++i)
    EXPECT_LT((df[i] - (high[i] - low[i]) / (2 * h)).norm(), 1e-6 * (1 + largest(df)));
  const auto matrix = test::assembledStiffness(this->kernel, df.size(), 3);
  EXPECT_LT(largest(difference(df, test::product(matrix, mesh.rest))), 1e-11 * largest(df));
}

TYPED_TEST(LargeStrains, uniformDeformationStoresItsEnergyTimesTheVolume) {
  Mat3 deformation;
  deformation << 1.2, 0.1, 0, -0.2, 0.9, 0.3, 0, 0.1, 1.1;
  Matrix3<double> f;
  for (int i = 0; i < 9; ++i) f.m[i / 3][i % 3] = deformation(i / 3, i % 3);
  auto x = this->mesh.rest;
  for (auto& p : x) p = deformation * p;
  double volume = 0;
  for (const auto& element : this->mesh.elements) {
    ElementPoints<TypeParam, 3> p;
    for (std::size_t n = 0; n < p.size(); ++n) p[n] = this->mesh.rest[element[n]];
    for (const auto& q : ReferenceElement<TypeParam>::quadrature()) {
      double size = 0;
      spatialGradient<TypeParam, 3>(p, q.at, size);
      volume += q.weight * size;
    }
  }
  EXPECT_NEAR(this->kernel.energy(x), volume * materialEnergy(this->material, f), 1e-9 * volume);
}

TYPED_TEST(LargeStrains, positiveDefiniteTangentHasNoNegativeCurvature) {
  // Compressed to half: the exact tangent is indefinite.
  auto x = this->mesh.rest;
  for (auto& p : x) p = Vec3(0.3 * p[0], 0.8 * p[1], 0.9 * p[2]);
  const auto smallest = [&](bool positiveDefinite) {
    this->kernel.linearise(x, positiveDefinite);
    double least = 1;
    for (std::size_t e = 0; e < this->kernel.elementCount(); ++e) {
      const auto k = this->kernel.stiffness(e);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(eigen(k));
      least = std::min(least, modes.eigenvalues()[0] / modes.eigenvalues().cwiseAbs().maxCoeff());
    }
    return least;
  };
  EXPECT_LT(smallest(false), -1e-3);
  EXPECT_GT(smallest(true), -1e-12);
}

TYPED_TEST(LargeStrains, sameBitsForAnyNumberOfThreads) {
  this->mesh = ChainMesh<TypeParam, 3>(3000);
  this->kernel.init(this->mesh.elements, this->mesh.rest, {&this->material, 1});
  expectSameBits(this->kernel, this->mesh);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/FiniteElement/SpectralTangent.h"

using namespace sofa::fem;

namespace {

using Matrix = Matrix3<double>;

/// The same energy known as a function of F alone: everything by automatic differentiation.
template <class Material>
struct OfDeformation {
  Material material;
  template <class S>
  S energy(const Matrix3<S>& f) const {
    return materialEnergy(material, f);
  }
};

/// A deformation gradient away from the identity, with the given determinant's sign kept positive.
Matrix deformation(unsigned seed, double size = 0.25) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-size, size);
  Matrix f{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) f.m[i][j] = uniform(random) + (i == j ? 1 : 0);
  return f;
}

template <class Material>
class HyperelasticMaterial : public testing::Test {
 public:
  static Material make();
};
template <>
NeoHookean<double> HyperelasticMaterial<NeoHookean<double>>::make() {
  return {{}, 310, 470};
}
template <>
StableNeoHookean<double> HyperelasticMaterial<StableNeoHookean<double>>::make() {
  return {{}, 310, 470};
}
template <>
SaintVenantKirchhoff<double> HyperelasticMaterial<SaintVenantKirchhoff<double>>::make() {
  return {310, 470};
}
template <>
MooneyRivlin<double> HyperelasticMaterial<MooneyRivlin<double>>::make() {
  return {{}, 120, 45, 600};
}
template <>
VerondaWestman<double> HyperelasticMaterial<VerondaWestman<double>>::make() {
  return {{}, 160, 1.7, 600};
}
template <>
ArrudaBoyce<double> HyperelasticMaterial<ArrudaBoyce<double>>::make() {
  return {{}, 290, 700};
}
template <>
Ogden<double> HyperelasticMaterial<Ogden<double>>::make() {
  return {330, 2.6, 650};
}
template <>
Costa<double> HyperelasticMaterial<Costa<double>>::make() {
  return {210, 640, 1.2, 0.7, 1.6, 0.5, 0.9, 1.1};
}

using Materials =
    testing::Types<NeoHookean<double>, StableNeoHookean<double>, SaintVenantKirchhoff<double>, MooneyRivlin<double>,
                   VerondaWestman<double>, ArrudaBoyce<double>, Ogden<double>, Costa<double>>;
TYPED_TEST_SUITE(HyperelasticMaterial, Materials);

TYPED_TEST(HyperelasticMaterial, stressIsTheDerivativeOfTheEnergy) {
  const auto material = TestFixture::make();
  const double h = 1e-6;
  for (unsigned seed = 1; seed < 4; ++seed) {
    const Matrix f = deformation(seed);
    Matrix p;
    materialStress(material, f, p);
    for (int i = 0; i < 9; ++i) {
      Matrix high = f, low = f;
      high.m[i / 3][i % 3] += h;
      low.m[i / 3][i % 3] -= h;
      EXPECT_NEAR(p(i / 3, i % 3), (materialEnergy(material, high) - materialEnergy(material, low)) / (2 * h), 1e-5);
    }
  }
}

TYPED_TEST(HyperelasticMaterial, tangentIsTheDerivativeOfTheStress) {
  const auto material = TestFixture::make();
  const double h = 1e-6;
  for (unsigned seed = 1; seed < 4; ++seed) {
    const Matrix f = deformation(seed);
    TangentOfF<double> a;
    materialTangent(material, f, 1.0, a);
    for (int column = 0; column < 9; ++column) {
      Matrix high = f, low = f, stressHigh, stressLow;
      high.m[column / 3][column % 3] += h;
      low.m[column / 3][column % 3] -= h;
      materialStress(material, high, stressHigh);
      materialStress(material, low, stressLow);
      for (int row = 0; row < 9; ++row)
        EXPECT_NEAR(a[triangleIndex(9, row, column)],
                    (stressHigh(row / 3, row % 3) - stressLow(row / 3, row % 3)) / (2 * h), 2e-4)
            << row << " " << column;
    }
  }
}

/// The part of dP = F dS that lacks the factor is -J ln J F d(C^-1), by differences here.
TEST(CostaWithoutFactor, lacksItInOneTermOfTheTangent) {
  const CostaWithoutFactor<double> material{HyperelasticMaterial<Costa<double>>::make()};
  const Matrix f = deformation(5);
  sofa::type::Mat3 e, inverseChange;
  for (int i = 0; i < 9; ++i) e(i / 3, i % 3) = f(i / 3, i % 3);
  TangentOfF<double> exact, found;
  materialTangent(static_cast<const Costa<double>&>(material), f, 1.0, exact);
  materialTangent(material, f, 1.0, found);
  const double h = 1e-6, j = e.determinant();
  for (int column = 0; column < 9; ++column) {
    sofa::type::Mat3 high = e, low = e;
    high(column / 3, column % 3) += h;
    low(column / 3, column % 3) -= h;
    inverseChange = ((high.transpose() * high).inverse() - (low.transpose() * low).inverse()) / (2 * h);
    const sofa::type::Mat3 missing = -(material.k0 - 1) * j * std::log(j) * e * inverseChange;
    for (int row = 0; row < 9; ++row)
      EXPECT_NEAR(found[triangleIndex(9, row, column)] - exact[triangleIndex(9, row, column)],
                  missing(row / 3, row % 3), 1e-6)
          << row << " " << column;
  }
}

/// All but Ogden's, whose principal stretches come from an iteration.
template <class Material>
class MaterialOfMatrixEntries : public HyperelasticMaterial<Material> {};
using MaterialsOfMatrixEntries =
    testing::Types<NeoHookean<double>, StableNeoHookean<double>, SaintVenantKirchhoff<double>, MooneyRivlin<double>,
                   VerondaWestman<double>, ArrudaBoyce<double>, Costa<double>>;
TYPED_TEST_SUITE(MaterialOfMatrixEntries, MaterialsOfMatrixEntries);

TYPED_TEST(MaterialOfMatrixEntries, equalsAutomaticDifferentiationOfTheWholeEnergy) {
  const auto material = TestFixture::make();
  const OfDeformation<TypeParam> differentiated{material};
  const Matrix f = deformation(7);
  Matrix p, expected;
  materialStress(material, f, p);
  materialStress(differentiated, f, expected);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(p(i / 3, i % 3), expected(i / 3, i % 3), 1e-10) << i;
  TangentOfF<double> a, expectedTangent;
  materialTangent(material, f, 1.0, a);
  materialTangent(differentiated, f, 1.0, expectedTangent);
  for (int i = 0; i < triangleSize(9); ++i) EXPECT_NEAR(a[i], expectedTangent[i], 1e-8) << i;
}

TYPED_TEST(MaterialOfMatrixEntries, tangentIsAppliedWithoutBeingFormed) {
  const auto material = TestFixture::make();
  static_assert(PolynomialInvariants<TypeParam>);
  const Matrix f = deformation(7), df = deformation(8);
  TangentOfF<double> a;
  materialTangent(material, f, 0.3, a);
  InvariantTangent<TypeParam, double> t;
  lineariseMaterial(material, f, 0.3, t);
  Matrix dp;
  materialProduct(material, t, df, dp);
  for (int row = 0; row < 9; ++row) {
    double expected = 0;
    for (int column = 0; column < 9; ++column)
      expected += a[triangleIndex(9, row, column)] * df(column / 3, column % 3);
    EXPECT_NEAR(dp(row / 3, row % 3), expected, 1e-9 * (1 + std::fabs(expected))) << row;
  }
}

TYPED_TEST(HyperelasticMaterial, rotatesWithTheBody) {
  // W(Q F) = W(F) and P(Q F) = Q P(F) for a rotation Q.
  const auto material = TestFixture::make();
  const double c = std::cos(2.1), s = std::sin(2.1);
  const Matrix q{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, f = deformation(3);
  Matrix turned, p, turnedStress, expected;
  multiply(q, f, turned);
  EXPECT_NEAR(materialEnergy(material, turned), materialEnergy(material, f), 1e-10);
  materialStress(material, f, p);
  materialStress(material, turned, turnedStress);
  multiply(q, p, expected);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(turnedStress(i / 3, i % 3), expected(i / 3, i % 3), 1e-10);
}

TYPED_TEST(HyperelasticMaterial, everyLaneOfAPackIsTheSameMaterial) {
  const auto material = TestFixture::make();
  Matrix3<Pack> f, p;
  for (int lane = 0; lane < simdWidth; ++lane) {
    const Matrix one = deformation(10u + static_cast<unsigned>(lane));
    for (int i = 0; i < 9; ++i) f.m[i / 3][i % 3][lane] = one(i / 3, i % 3);
  }
  TangentOfF<Pack> a;
  materialStress(material, f, p);
  materialTangent(material, f, broadcast(1), a);
  for (int lane = 0; lane < simdWidth; ++lane) {
    const Matrix one = deformation(10u + static_cast<unsigned>(lane));
    Matrix expected;
    TangentOfF<double> tangent;
    materialStress(material, one, expected);
    materialTangent(material, one, 1.0, tangent);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(p(i / 3, i % 3)[lane], expected(i / 3, i % 3), 1e-10);
    for (int i = 0; i < triangleSize(9); ++i) EXPECT_NEAR(a[i][lane], tangent[i], 1e-8);
  }
}

TEST(Ogden, tangentAtRestWhereAllStretchesAgree) {
  // All principal stretches are 1. Small strains: shear modulus mu / 2, and k0 for the volume.
  const Ogden<double> material{330, 2.6, 650};
  const Matrix one{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Matrix p;
  materialStress(material, one, p);
  for (const auto& row : p.m)
    for (double v : row) EXPECT_NEAR(v, 0, 1e-11);
  TangentOfF<double> a;
  materialTangent(material, one, 1.0, a);
  const double shear = 330. / 2;
  EXPECT_NEAR(a[triangleIndex(9, 1, 1)], shear, 1e-9);
  EXPECT_NEAR(a[triangleIndex(9, 1, 3)], shear, 1e-9);
  EXPECT_NEAR(a[triangleIndex(9, 0, 0)] - a[triangleIndex(9, 0, 4)], 2 * shear, 1e-9);
  EXPECT_NEAR(a[triangleIndex(9, 0, 0)] + 2 * a[triangleIndex(9, 0, 4)], 3 * 650., 1e-9);
}

TEST(StableNeoHookean, isFiniteTurnedInsideOut) {
  const StableNeoHookean<double> material{{}, 310, 470};
  const Matrix f{{{1, 0, 0}, {0, -0.8, 0}, {0, 0, 0}}};
  Matrix p;
  materialStress(material, f, p);
  for (const auto& row : p.m)
    for (double v : row) EXPECT_TRUE(std::isfinite(v));
}

TEST(OfGreenStrain, ofHookesLawIsSaintVenantKirchhoff) {
  const OfGreenStrain<HookeLaw>::Material<double> green{{470, 310}};
  const SaintVenantKirchhoff<double> direct{310, 470};
  const Matrix f = deformation(5);
  Matrix p, expected;
  materialStress(green, f, p);
  materialStress(direct, f, expected);
  EXPECT_NEAR(materialEnergy(green, f), materialEnergy(direct, f), 1e-11);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(p(i / 3, i % 3), expected(i / 3, i % 3), 1e-10);
}

TEST(HookeLaw, stressIsTheDerivativeOfTheEnergy) {
  const HookeLaw<double> law{3, 5};
  const SquareMatrix<double, 2> e{{{0.1, 0.02}, {0.02, -0.3}}};
  SquareMatrix<double, 2> s;
  law.stress(e, s);
  const double h = 1e-6;
  for (int i = 0; i < 4; ++i) {
    auto high = e, low = e;
    high.m[i / 2][i % 2] += h;
    low.m[i / 2][i % 2] -= h;
    EXPECT_NEAR(s(i / 2, i % 2), (law.energy(high) - law.energy(low)) / (2 * h), 1e-9);
  }
}

TEST(Dual, derivativesOfElementaryFunctions) {
  Dual<Dual<double, 1>, 1> v[1];
  const double x[1] = {1.7};
  makeVariables(x, v);
  const auto expect = [&](const Dual<Dual<double, 1>, 1>& y, double value, double first, double second) {
    EXPECT_NEAR(y.value.value, value, 1e-14);
    EXPECT_NEAR(y.derivative[0].value, first, 1e-13);
    EXPECT_NEAR(y.value.derivative[0], first, 1e-13);
    EXPECT_NEAR(y.derivative[0].derivative[0], second, 1e-13);
  };
  expect(logarithm(v[0]), std::log(1.7), 1 / 1.7, -1 / (1.7 * 1.7));
  expect(exponential(v[0]), std::exp(1.7), std::exp(1.7), std::exp(1.7));
  expect(power(v[0], 2.5), std::pow(1.7, 2.5), 2.5 * std::pow(1.7, 1.5), 2.5 * 1.5 * std::pow(1.7, 0.5));
  expect(2.0 / v[0] - v[0] * v[0] + 3.0, 2 / 1.7 - 1.7 * 1.7 + 3, -2 / (1.7 * 1.7) - 2 * 1.7,
         4 / (1.7 * 1.7 * 1.7) - 2);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// Principal stretches, and tangents of isotropic materials in their axes, against numeric eigendecompositions.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <random>
#include <vector>

#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/Simd.h"
#include "Sofa/FiniteElement/SpectralTangent.h"

using namespace sofa::fem;

namespace {

using Matrix = Matrix3<double>;
using Matrix9 = Eigen::Matrix<double, 9, 9>;

Eigen::Matrix3d eigenOf(const Matrix& m) {
  Eigen::Matrix3d e;
  for (int i = 0; i < 9; ++i) e(i / 3, i % 3) = m(i / 3, i % 3);
  return e;
}
Matrix matrixOf(const Eigen::Matrix3d& e) {
  Matrix m;
  for (int i = 0; i < 9; ++i) m.m[i / 3][i % 3] = e(i / 3, i % 3);
  return m;
}
Eigen::Matrix3d rotation(double angle, double x, double y, double z) {
  return Eigen::AngleAxisd(angle, Eigen::Vector3d(x, y, z).normalized()).toRotationMatrix();
}
/// U diag(s) V^T with fixed rotations.
Eigen::Matrix3d deformation(double a, double b, double c) {
  return rotation(0.7, 1, 2, -1) * Eigen::Vector3d(a, b, c).asDiagonal() * rotation(1.9, -2, 1, 3).transpose();
}

/// Rest, equal stretches, compressed and stretched; those with a volume of zero or below if the material bears them.
std::vector<Eigen::Matrix3d> deformations(bool inverted) {
  std::vector<Eigen::Matrix3d> all{Eigen::Matrix3d::Identity(),  deformation(1, 1, 1),   deformation(2, 2, 2),
                                   deformation(0.4, 0.4, 0.4),   deformation(2, 1, 1),   deformation(2, 2, 1),
                                   deformation(1.0000001, 1, 1), deformation(3, 1, 0.2), deformation(0.3, 0.8, 0.9)};
  if (inverted)
    for (const auto& f : {deformation(1, 1, -1), deformation(1, 1, 0), deformation(2, 0, 0), deformation(1, 0.5, -0.5),
                          deformation(-1, -1, -1), deformation(1, 1e-9, 1e-9), deformation(0, 0, 0),
                          Eigen::Matrix3d(-Eigen::Matrix3d::Identity())})
      all.push_back(f);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int sample = 0; sample < 60; ++sample) {
    Eigen::Matrix3d f;
    for (int i = 0; i < 9; ++i) f(i / 3, i % 3) = uniform(random);
    if (!inverted && f.determinant() < 0.02) f = Eigen::Matrix3d::Identity() + 0.3 * f;
    all.push_back(f);
  }
  return all;
}

TEST(PrincipalStretches, areThoseOfTheDeformation) {
  for (const Eigen::Matrix3d& f : deformations(true)) {
    PrincipalStretches<double> s;
    principalStretches(matrixOf(f), s);
    const Eigen::Matrix3d u = eigenOf(s.u), v = eigenOf(s.v);
    const Eigen::Vector3d value(s.value[0], s.value[1], s.value[2]);
    EXPECT_LT((u * u.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-14) << f;
    EXPECT_LT((v * v.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-14) << f;
    EXPECT_GT(u.determinant(), 0) << f;
    EXPECT_GT(v.determinant(), 0) << f;
    EXPECT_LE((u * value.asDiagonal() * v.transpose() - f).norm(), 4e-15 * f.norm()) << f;
    EXPECT_GE(value[0], value[1] - 1e-15 * f.norm()) << f;
    EXPECT_GE(value[1], std::abs(value[2]) - 1e-15 * f.norm()) << f;
  }
}

TEST(PrincipalStretches, smallOnesAreAccurateWhereColumnsAreScaled) {
  // F = Q diag(1, 1e-6, 1e-12), with Q orthogonal: the stretches are those of the columns, to all digits.
  const Eigen::Matrix3d f = rotation(0.7, 1, 2, -1) * Eigen::Vector3d(1, 1e-6, 1e-12).asDiagonal();
  PrincipalStretches<double> s;
  principalStretches(matrixOf(f), s);
  EXPECT_NEAR(s.value[1], 1e-6, 1e-20);
  EXPECT_NEAR(s.value[2], 1e-12, 1e-26);
}

TEST(SymmetricModes, areThoseOfTheMatrix) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int sample = 0; sample < 50; ++sample) {
    Eigen::Matrix3d a;
    for (int i = 0; i < 9; ++i) a(i / 3, i % 3) = uniform(random);
    a = (a + a.transpose()).eval();
    if (sample % 5 == 0)
      a = rotation(sample, 1, 0, 2) * Eigen::Vector3d(2, 2, -1).asDiagonal() * rotation(sample, 1, 0, 2).transpose();
    Matrix c = matrixOf(a), axes;
    double value[3];
    symmetricModes(c, value, axes);
    const Eigen::Matrix3d q = eigenOf(axes);
    EXPECT_LT((q * Eigen::Vector3d(value[0], value[1], value[2]).asDiagonal() * q.transpose() - a).norm(), 1e-14);
    EXPECT_LT((q * q.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    double positive[6] = {a(0, 0), a(0, 1), a(0, 2), a(1, 1), a(1, 2), a(2, 2)};
    makePositive(positive);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> modes(a);
    const Eigen::Matrix3d expected =
        modes.eigenvectors() * modes.eigenvalues().cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) EXPECT_NEAR(positive[triangleIndex(3, i, j)], expected(i, j), 1e-14);
  }
}

// The minors of this matrix are small beside its negative trace.
TEST(SymmetricModes, ofANegativeTraceAreCutOffToo) {
  double a[6] = {-0.9e-6, 0, 0, -2, 0, 1};
  makePositive(a);
  const double expected[6] = {0, 0, 0, 0, 0, 1};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(a[i], expected[i], 1e-14) << i;
}

/// The same energy known as a function of F alone: everything by automatic differentiation.
template <class Material>
struct ByF {
  Material material;
  template <class S>
  S energy(const Matrix3<S>& f) const {
    return materialEnergy(material, f);
  }
};

template <class Material>
struct Example;
template <template <class> class Material>
struct Example<Material<double>> {
  static Material<double> make() {
    Material<double> material;
    const double parameters[] = {310, 470, 640};
    std::memcpy(static_cast<void*>(&material), parameters, sizeof material);
    return material;
  }
};
template <>
Ogden<double> Example<Ogden<double>>::make() {
  return {330, 2.6, 650};
}
template <>
VerondaWestman<double> Example<VerondaWestman<double>>::make() {
  return {{}, 160, 1.7, 600};
}

template <class Material>
class SpectralTangents : public testing::Test {
 public:
  const Material material = Example<Material>::make();
  static constexpr bool bearsInversion = std::is_same_v<Material, StableNeoHookean<double>> ||
                                         std::is_same_v<Material, StableNeoHookeanWithBarrier<double>> ||
                                         std::is_same_v<Material, SaintVenantKirchhoff<double>>;
  Matrix9 tangent(const Eigen::Matrix3d& f, bool positive) const {
    SpectralTangent<double> t;
    lineariseMaterial(material, matrixOf(f), 0.7, positive, t);
    TangentOfF<double> a;
    writeTangent(t, a);
    return full(a);
  }
  static Matrix9 full(const TangentOfF<double>& a) {
    Matrix9 m;
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column) m(row, column) = a[triangleIndex(9, row, column)];
    return m;
  }
};
using IsotropicMaterials =
    testing::Types<NeoHookean<double>, StableNeoHookean<double>, StableNeoHookeanWithBarrier<double>,
                   SaintVenantKirchhoff<double>, MooneyRivlin<double>, VerondaWestman<double>, ArrudaBoyce<double>,
                   Ogden<double>>;
TYPED_TEST_SUITE(SpectralTangents, IsotropicMaterials);

TYPED_TEST(SpectralTangents, areTheSecondDerivativesByF) {
  for (const Eigen::Matrix3d& f : deformations(this->bearsInversion)) {
    Matrix9 expected;
    if constexpr (PolynomialInvariants<TypeParam>) {
      TangentOfF<double> a;
      materialTangent(ByF<TypeParam>{this->material}, matrixOf(f), 0.7, a);
      expected = this->full(a);
    } else {
      const double h = 1e-5;
      for (int column = 0; column < 9; ++column) {
        Matrix high = matrixOf(f), low = high, stressHigh, stressLow;
        high.m[column / 3][column % 3] += h;
        low.m[column / 3][column % 3] -= h;
        materialStress(this->material, high, stressHigh);
        materialStress(this->material, low, stressLow);
        for (int row = 0; row < 9; ++row)
          expected(row, column) = 0.7 * (stressHigh(row / 3, row % 3) - stressLow(row / 3, row % 3)) / (2 * h);
      }
    }
    const double tolerance = PolynomialInvariants<TypeParam> ? 1e-12 : 1e-6;
    EXPECT_LT((this->tangent(f, false) - expected).norm(), tolerance * (100 + expected.norm())) << f;
  }
}

TYPED_TEST(SpectralTangents, positiveOnesAreTheClosestWithoutNegativeEigenvalues) {
  int projected = 0;
  for (const Eigen::Matrix3d& f : deformations(this->bearsInversion)) {
    const Matrix9 exact = this->tangent(f, false), positive = this->tangent(f, true);
    const Eigen::SelfAdjointEigenSolver<Matrix9> modes(exact), left(positive);
    const double size = modes.eigenvalues().cwiseAbs().maxCoeff();
    const Matrix9 expected =
        modes.eigenvectors() * modes.eigenvalues().cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
    EXPECT_LE((positive - expected).norm(), 1e-13 * size) << f;
    EXPECT_GE(left.eigenvalues()[0], -1e-14 * size) << f;
    if (modes.eigenvalues()[0] > 1e-9 * size)
      EXPECT_EQ(positive, exact) << "nothing to be taken away\n" << f;
    else
      ++projected;
  }
  EXPECT_GT(projected, this->bearsInversion ? 30 : 3);
}

TYPED_TEST(SpectralTangents, areAppliedToVectorsWithoutBeingWritten) {
  const Matrix f = matrixOf(deformation(0.3, 0.8, 0.9)), df = matrixOf(deformation(2, -3, 0.4));
  SpectralTangent<double> t;
  lineariseMaterial(this->material, f, 0.7, true, t);
  TangentOfF<double> a;
  writeTangent(t, a);
  Matrix dp;
  tangentProduct(t, df, dp);
  const double g[2][3] = {{0.3, -0.4, 1.2}, {-0.7, 0.2, 0.9}};
  double pairs[3][9] = {};
  subtractPairTangents<false>(t, g, pairs);
  for (int row = 0; row < 9; ++row) {
    double expected = 0;
    for (int column = 0; column < 9; ++column)
      expected += a[triangleIndex(9, row, column)] * df(column / 3, column % 3);
    EXPECT_NEAR(dp(row / 3, row % 3), expected, 1e-11 * (100 + std::abs(expected)));
  }
  for (int first = 0, pair = 0; first < 2; ++first)
    for (int second = first; second < 2; ++second, ++pair)
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          double expected = 0;
          for (int j = 0; j < 3; ++j)
            for (int l = 0; l < 3; ++l)
              expected -= g[first][j] * a[triangleIndex(9, 3 * i + j, 3 * k + l)] * g[second][l];
          EXPECT_NEAR(pairs[pair][3 * k + i], expected, 1e-11 * (100 + std::abs(expected)));
        }
}

template <template <class> class Material>
void expectLanesOnTheirOwn() {
  Material<double> one = Example<Material<double>>::make();
  Material<Pack> material;
  for (std::size_t i = 0; i < sizeof(one) / sizeof(double); ++i) {
    double value;
    std::memcpy(&value, reinterpret_cast<const char*>(&one) + i * sizeof value, sizeof value);
    const Pack pack = broadcast(value);
    std::memcpy(reinterpret_cast<char*>(&material) + i * sizeof pack, &pack, sizeof pack);
  }
  const auto all = deformations(false);
  const auto tangent = [&](std::size_t first, std::size_t step) {
    Matrix3<Pack> f;
    for (int lane = 0; lane < simdWidth; ++lane)
      for (int i = 0; i < 9; ++i)
        f.m[i / 3][i % 3][lane] = all[(first + step * static_cast<std::size_t>(lane)) % all.size()](i / 3, i % 3);
    SpectralTangent<Pack> t;
    lineariseMaterial(material, f, broadcast(0.7), true, t);
    return t;
  };
  for (std::size_t sample = 0; sample < all.size(); ++sample) {
    const auto alone = tangent(sample, 0), among = tangent(sample, 3);
    SpectralTangent<double> single;
    lineariseMaterial(one, matrixOf(all[sample]), 0.7, true, single);
    for (std::size_t i = 0; i < sizeof(alone) / sizeof(Pack); ++i) {
      const auto* packs = reinterpret_cast<const Pack*>(&alone);
      EXPECT_EQ(packs[i][0], reinterpret_cast<const Pack*>(&among)[i][0]) << "other lanes change nothing";
      EXPECT_EQ(packs[i][0], packs[i][simdWidth - 1]);
    }
    TangentOfF<Pack> a;
    TangentOfF<double> expected;
    writeTangent(alone, a);
    writeTangent(single, expected);
    for (int i = 0; i < triangleSize(9); ++i)
      EXPECT_NEAR(a[i][0], expected[i], 1e-10 * (100 + std::abs(expected[i]))) << sample;
  }
}
TEST(SpectralTangentsInPacks, lanesAreOnTheirOwn) {
  expectLanesOnTheirOwn<NeoHookean>();
  expectLanesOnTheirOwn<StableNeoHookeanWithBarrier>();
  expectLanesOnTheirOwn<Ogden>();
}

/// F of a surface in space has rank two: its tangent, by the two columns in the plane, is positive with that of all
/// nine entries.
TEST(NeoHookeanMembrane, tangentsAreThoseOfTheTwoDirectionsOfItsPlane) {
  const NeoHookeanMembrane<double> material = Example<NeoHookeanMembrane<double>>::make();
  Eigen::Matrix<double, 3, 2> plane;
  plane << 0.6, 0.1, 0.2, -0.7, 0.3, 0.9;
  plane = Eigen::Matrix<double, 3, 2>(Eigen::HouseholderQR<Eigen::Matrix<double, 3, 2>>(plane).householderQ() *
                                      Eigen::Matrix<double, 3, 2>::Identity());
  int projected = 0;
  for (const Eigen::Matrix3d& sample : deformations(true)) {
    const Eigen::Matrix<double, 3, 2> f = sample.leftCols<2>();
    const double area = std::sqrt((f.transpose() * f).determinant());
    if (!(area > 1e-3)) continue;
    const auto energy = [&](const Eigen::Matrix<double, 3, 2>& at) {
      const Eigen::Matrix2d c = at.transpose() * at;
      const double logarithm = 0.5 * std::log(c.determinant());
      return 0.5 * 310 * (c.trace() - 2) - 310 * logarithm + 0.5 * 470 * logarithm * logarithm;
    };
    const Matrix inSpace = matrixOf(f * plane.transpose());
    EXPECT_NEAR(materialEnergy(material, inSpace), energy(f), 1e-9 * (1 + energy(f)));
    // The six entries of the plane: dF = dG plane^T.
    Eigen::Matrix<double, 9, 6> entries = Eigen::Matrix<double, 9, 6>::Zero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int a = 0; a < 2; ++a) entries(3 * i + j, 2 * i + a) = plane(j, a);
    const auto inPlane = [&](bool positive) {
      SpectralTangent<double> t;
      lineariseMaterial(material, inSpace, 1.0, positive, t);
      TangentOfF<double> a;
      writeTangent(t, a);
      Matrix9 m;
      for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column) m(row, column) = a[triangleIndex(9, row, column)];
      return Eigen::Matrix<double, 6, 6>(entries.transpose() * m * entries);
    };
    const Eigen::Matrix<double, 6, 6> exact = inPlane(false), positive = inPlane(true);
    const double h = 1e-4 * std::min(1.0, area);
    for (int a = 0; a < 6; ++a)
      for (int b = 0; b < 6; ++b) {
        const auto at = [&](double first, double second) {
          Eigen::Matrix<double, 3, 2> moved = f;
          moved(a / 2, a % 2) += first * h;
          moved(b / 2, b % 2) += second * h;
          return energy(moved);
        };
        EXPECT_NEAR(exact(a, b), (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h * h),
                    1e-4 * (100 + exact.norm()));
      }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> modes(exact);
    projected += modes.eigenvalues()[0] < 0;
    const Eigen::Matrix<double, 6, 6> expected =
        modes.eigenvectors() * modes.eigenvalues().cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
    EXPECT_LT((positive - expected).norm(), 1e-12 * exact.norm()) << f;
  }
  EXPECT_GT(projected, 20);
}

}  // namespace

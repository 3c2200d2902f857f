// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellQuad.h"
#include "Sofa/Type/EigenView.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

namespace sofa::fem {
namespace {

using type::Vec2;
using type::Vec3;
using Vec12 = type::Vec<12>;

const PlaneQuad skewed{Vec2(0.1, 0.2), Vec2(1.3, -0.1), Vec2(1.1, 1.4), Vec2(-0.2, 0.9)};
const ShellMaterial steel{70, 0.3, 0.2};

/// Half of the cross product of the diagonals (1, 1.2) and (-1.5, 1).
constexpr double skewedArea = 1.4;

/// The displacements (u, v, turn) of the corners in the field u = H x.
Vec12 linearField(const PlaneQuad& x, const type::Mat2& h) {
  Vec12 d;
  for (int a = 0; a < 4; ++a) d.segment<3>(3 * a) << h * x[a], (h(1, 0) - h(0, 1)) / 2;
  return d;
}

/// Three rigid motions and nothing else come free, however little the drilling counts.
TEST(ShellQuad, onlyRigidMotionsAreFree) {
  for (const double drilling : {1.0, 0.01})
    for (const double poisson : {0.0, 0.3, 0.49})
      for (const auto& k : {membraneStiffness(skewed, {70, poisson, 0.2, drilling}),
                            plateStiffness(skewed, {70, poisson, 0.2, drilling})}) {
        EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-13);
        const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(eigen(k)).eigenvalues().eval();
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(values[i], 0, 1e-13);
        EXPECT_GT(values[3], 1e-4);
      }
}

TEST(ShellQuad, membraneHoldsConstantStrains) {
  type::Mat2 h;
  h << 0.3, -0.7, 0.2, 0.5;
  const Vec12 d = linearField(skewed, h);
  const Vec3 strain(0.3, 0.5, -0.5);
  const Vec3 stress = planeStress(70, 0.3) * strain;
  EXPECT_LT((meanStrain(skewed) * d - strain).norm(), 1e-14);
  const Vec12 f = membraneStiffness(skewed, steel) * d;
  EXPECT_NEAR(d.dot(f), skewedArea * 0.2 * strain.dot(stress), 1e-12);
  // Virtual work: any other linear field works with the same stress.
  type::Mat2 other;
  other << 0.1, 0.4, 0.9, -0.2;
  EXPECT_NEAR(linearField(skewed, other).dot(f), skewedArea * 0.2 * Vec3(0.1, -0.2, 1.3).dot(stress), 1e-12);
}

/// Forces of a constant stress are those of its tractions, which a side gives to its ends by halves; no moments.
TEST(ShellQuad, constantStressesPullAtTheSides) {
  type::Mat2 h;
  h << 0.3, -0.7, 0.2, 0.5;
  const Vec3 s = planeStress(70, 0.3) * Vec3(0.3, 0.5, -0.5) * 0.2;
  const Vec12 f = membraneStiffness(skewed, steel) * linearField(skewed, h);
  for (int a = 0; a < 4; ++a) {
    const Vec2 along = (skewed[(a + 1) % 4] - skewed[(a + 3) % 4]) / 2, normal(along[1], -along[0]);
    EXPECT_NEAR(f[3 * a], s[0] * normal[0] + s[2] * normal[1], 1e-13);
    EXPECT_NEAR(f[3 * a + 1], s[2] * normal[0] + s[1] * normal[1], 1e-13);
    EXPECT_NEAR(f[3 * a + 2], 0, 1e-13);
  }
}

/// A rectangle has the energy of its bending, E I k^2 l / 2, however long it is; turned too.
TEST(ShellQuad, membraneBendsInItsPlane) {
  const type::Mat2 turn = sofa::type::planeRotation(0.7);
  for (const double length : {1.0, 4.0, 16.0})
    for (const double poisson : {0.0, 0.3, 0.49}) {
      PlaneQuad x{Vec2(-length, -1) / 2, Vec2(length, -1) / 2, Vec2(length, 1) / 2, Vec2(-length, 1) / 2};
      Vec12 d;
      for (int a = 0; a < 4; ++a) {
        const Vec2 moved(-x[a][0] * x[a][1], (x[a][0] * x[a][0] + poisson * x[a][1] * x[a][1]) / 2);
        d.segment<3>(3 * a) << turn * moved, x[a][0];
        x[a] = turn * x[a];
      }
      const double energy = 0.5 * d.dot(membraneStiffness(x, {70, poisson, 0.2}) * d);
      EXPECT_NEAR(energy, 70 * 0.2 / 12 * length / 2, 1e-10 * length) << length << " " << poisson;
    }
}

/// The mean turn is held by the modulus of shear, G t (turn)^2 A / 2; turns that differ by `drilling` of it: on a
/// square the bilinear turn x y has the mean square 1/9.
TEST(ShellQuad, turnsAreHeld) {
  const PlaneQuad square{Vec2(-1, -1), Vec2(1, -1), Vec2(1, 1), Vec2(-1, 1)};
  const double shear = 70 / 2.6 * 0.2;
  for (const double drilling : {1.0, 0.05}) {
    const auto k = membraneStiffness(square, {70, 0.3, 0.2, drilling});
    Vec12 mean = Vec12::Zero(), twist = Vec12::Zero();
    for (int a = 0; a < 4; ++a) mean[3 * a + 2] = 1, twist[3 * a + 2] = square[a][0] * square[a][1];
    EXPECT_NEAR(mean.dot(k * mean), shear * 4, 1e-12);
    EXPECT_NEAR(twist.dot(k * twist), drilling * shear * 4 / 9, 1e-12);
  }
}

TEST(ShellQuad, plateHoldsConstantCurvatures) {
  // w = 1 + 2 x - y + (0.3 x^2 + 0.8 y^2) / 2 - 0.4 x y.
  Vec12 d;
  for (int a = 0; a < 4; ++a) {
    const double x = skewed[a][0], y = skewed[a][1];
    d.segment<3>(3 * a) << 1 + 2 * x - y + 0.15 * x * x + 0.4 * y * y - 0.4 * x * y, -1 + 0.8 * y - 0.4 * x,
        -(2 + 0.3 * x - 0.4 * y);
  }
  const Vec3 curvature(-0.3, -0.8, 0.8);
  for (const auto& [a, b] : {std::pair(0.2, 0.3), std::pair(0.0, 0.0), std::pair(-0.9, 0.7)})
    EXPECT_LT((plateCurvature(skewed, a, b) * d - curvature).norm(), 1e-14);
  EXPECT_LT((meanCurvature(skewed) * d - curvature).norm(), 1e-14);
  const double energy = 0.5 * d.dot(plateStiffness(skewed, steel) * d);
  EXPECT_NEAR(energy, 0.5 * skewedArea * 0.008 / 12 * curvature.dot(planeStress(70, 0.3) * curvature), 1e-14);
}

/// Going round by one corner only puts rows and columns elsewhere.
TEST(ShellQuad, whichCornerIsFirstDoesNotMatter) {
  const PlaneQuad next{skewed[1], skewed[2], skewed[3], skewed[0]};
  const auto same = [](const PlaneMatrix<4>& k, const PlaneMatrix<4>& other) {
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) EXPECT_NEAR(k((i + 3) % 12, (j + 3) % 12), other(i, j), 1e-13);
  };
  same(membraneStiffness(skewed, {70, 0.3, 0.2, 0.05}), membraneStiffness(next, {70, 0.3, 0.2, 0.05}));
  same(plateStiffness(skewed, steel), plateStiffness(next, steel));
}

/// Without a modulus nothing is held, and nothing is divided by it.
TEST(ShellQuad, noModulus) { EXPECT_EQ(membraneStiffness(skewed, {0, 0.3, 0.2}), PlaneMatrix<4>::Zero()); }

}  // namespace
}  // namespace sofa::fem

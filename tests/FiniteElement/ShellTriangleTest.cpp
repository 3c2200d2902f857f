// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellTriangle.h"
#include "Sofa/Type/EigenView.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

namespace sofa::fem {
namespace {

using type::Vec2;
using type::Vec3;
using Vec9 = type::Vec<9>;

const PlaneTriangle skewed{Vec2(0.1, 0.2), Vec2(1.3, -0.1), Vec2(0.4, 0.9)};
constexpr double skewedArea = 0.465;
const ShellMaterial steel{70, 0.3, 0.2};

/// The displacements (u, v, turn) of the corners in the field u = H x.
Vec9 linearField(const PlaneTriangle& x, const type::Mat2& h) {
  Vec9 d;
  for (int a = 0; a < 3; ++a) d.segment<3>(3 * a) << h * x[a], (h(1, 0) - h(0, 1)) / 2;
  return d;
}

TEST(ShellTriangle, planeStressOfAUniaxialStress) {
  // A stress of 7 along x: strains 0.1 and -0.3 0.1.
  EXPECT_LT((planeStress(70, 0.3) * Vec3(0.1, -0.03, 0) - Vec3(7, 0, 0)).norm(), 1e-14);
  EXPECT_NEAR((planeStress(70, 0.25) * Vec3(0, 0, 0.1))[2], 2.8, 1e-14);
}

/// Three rigid motions and nothing else come free; so it is with every Poisson ratio, where the factor of what exceeds
/// constant strains would vanish or be negative.
TEST(ShellTriangle, onlyRigidMotionsAreFree) {
  for (const double poisson : {0.0, 0.3, 0.49})
    for (const PlaneMatrix<3>& k :
         {membraneStiffness(skewed, {70, poisson, 0.2}), plateStiffness(skewed, {70, poisson, 0.2})}) {
      EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-13);
      const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(eigen(k)).eigenvalues().eval();
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(values[i], 0, 1e-13);
      EXPECT_GT(values[3], 1e-4);
    }
}

TEST(ShellTriangle, membraneHoldsConstantStrains) {
  type::Mat2 h;
  h << 0.3, -0.7, 0.2, 0.5;
  const Vec9 d = linearField(skewed, h);
  const Vec3 strain(0.3, 0.5, -0.5);
  const Vec3 stress = planeStress(70, 0.3) * strain;
  const Vec9 f = membraneStiffness(skewed, steel) * d;
  EXPECT_NEAR(d.dot(f), skewedArea * 0.2 * strain.dot(stress), 1e-12);
  // Virtual work: any other linear field works with the same stress.
  type::Mat2 other;
  other << 0.1, 0.4, 0.9, -0.2;
  EXPECT_NEAR(linearField(skewed, other).dot(f), skewedArea * 0.2 * Vec3(0.1, -0.2, 1.3).dot(stress), 1e-12);
}

/// Two triangles that make a rectangle have the energy of its bending, E I k^2 l / 2, however long it is. Of Poisson's
/// ratios this holds for those up to 0.49, beyond which the factor of that part is kept from vanishing.
TEST(ShellTriangle, membraneBendsInItsPlane) {
  for (const double length : {1.0, 4.0, 16.0})
    for (const double poisson : {0.0, 0.3, 0.45}) {
      const std::array<Vec2, 4> corners{Vec2(-length, -1) / 2, Vec2(length, -1) / 2, Vec2(length, 1) / 2,
                                        Vec2(-length, 1) / 2};
      double energy = 0;
      for (const auto& t : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
        PlaneTriangle x;
        Vec9 d;
        for (int a = 0; a < 3; ++a) {
          x[a] = corners[t[a]];
          d.segment<3>(3 * a) << -x[a][0] * x[a][1], (x[a][0] * x[a][0] + poisson * x[a][1] * x[a][1]) / 2, x[a][0];
        }
        energy += 0.5 * d.dot(membraneStiffness(x, {70, poisson, 0.2}) * d);
      }
      EXPECT_NEAR(energy, 70 * 0.2 / 12 * length / 2, 1e-10 * length) << length << " " << poisson;
    }
}

TEST(ShellTriangle, plateHoldsConstantCurvatures) {
  // w = 1 + 2 x - y + (0.3 x^2 + 0.8 y^2) / 2 - 0.4 x y.
  Vec9 d;
  for (int a = 0; a < 3; ++a) {
    const double x = skewed[a][0], y = skewed[a][1];
    d.segment<3>(3 * a) << 1 + 2 * x - y + 0.15 * x * x + 0.4 * y * y - 0.4 * x * y, -1 + 0.8 * y - 0.4 * x,
        -(2 + 0.3 * x - 0.4 * y);
  }
  const Vec3 curvature(-0.3, -0.8, 0.8);
  for (const auto& [a, b] : {std::pair(0.2, 0.3), std::pair(0.0, 0.0), std::pair(0.1, 0.7)})
    EXPECT_LT((plateCurvature(skewed, a, b) * d - curvature).norm(), 1e-14);
  const double energy = 0.5 * d.dot(plateStiffness(skewed, steel) * d);
  EXPECT_NEAR(energy, 0.5 * skewedArea * 0.008 / 12 * curvature.dot(planeStress(70, 0.3) * curvature), 1e-14);
}

}  // namespace
}  // namespace sofa::fem

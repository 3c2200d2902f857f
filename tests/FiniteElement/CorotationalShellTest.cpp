#include "Sofa/FiniteElement/CorotationalShell.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace sofa::fem {
namespace {

using type::Mat3;
using type::Quat;
using type::Vec3;
using Frames = CorotationalShell::Frames;

const ShellMaterial material{10, 0.3, 0.3};

class Random {
 public:
  explicit Random(unsigned seed) : m_generator(seed) {}
  Vec3 vector(double size) { return size * Vec3(one(), one(), one()); }

 private:
  double one() { return std::uniform_real_distribution<double>(-1, 1)(m_generator); }
  std::mt19937 m_generator;
};

Frames restFrames() {
  Random random(5);
  Frames x;
  const std::array<Vec3, 3> corners{Vec3(0, 0, 0), Vec3(1.2, 0.1, 0.3), Vec3(0.3, 1, -0.2)};
  for (int a = 0; a < 3; ++a) x[a] = {corners[a], type::exponential(random.vector(2))};
  return x;
}

/// Each frame moved and turned on its own.
Frames moved(const Frames& x, const Vec18& d, double factor) {
  Frames result = x;
  for (int a = 0; a < 3; ++a) {
    result[a].center += factor * d.segment<3>(6 * a);
    result[a].orientation = type::exponential(factor * d.segment<3>(6 * a + 3)) * x[a].orientation;
  }
  return result;
}

Frames asOneBody(const Frames& x, const Quat& turn, const Vec3& shift) {
  Frames result;
  for (int a = 0; a < 3; ++a) result[a] = {type::rotate(turn, x[a].center) + shift, turn * x[a].orientation};
  return result;
}

Vec18 randomChange(double size, unsigned seed) {
  Random random(seed);
  Vec18 d;
  for (int i = 0; i < 18; i += 3) d.segment<3>(i) = random.vector(size);
  return d;
}

/// Strained and far from rest.
Frames deformed(double size) {
  return asOneBody(moved(restFrames(), randomChange(size, 7), 1), type::exponential(Vec3(1, 2, -1)), Vec3(3, 4, 5));
}

TEST(CorotationalShell, rigidMotionsCauseNothing) {
  const CorotationalShell shell(restFrames(), material);
  const Frames x = asOneBody(restFrames(), type::exponential(Vec3(-2, 0.3, 1)), Vec3(5, 6, 7));
  EXPECT_LT(shell.force(x)->norm(), 1e-13);
  EXPECT_NEAR(shell.energy(x), 0, 1e-26);
}

TEST(CorotationalShell, theForceTurnsWithTheWhole) {
  const CorotationalShell shell(restFrames(), material);
  const Frames x = deformed(0.3);
  const Quat turn = type::exponential(Vec3(0.4, -2, 0.9));
  const Frames y = asOneBody(x, turn, Vec3(1, 2, 3));
  const Vec18 f = *shell.force(x), g = *shell.force(y);
  for (int i = 0; i < 18; i += 3) EXPECT_LT((type::rotate(turn, f.segment<3>(i)) - g.segment<3>(i)).norm(), 1e-12) << i;
  EXPECT_NEAR(shell.energy(x), shell.energy(y), 1e-13);
}

TEST(CorotationalShell, forcesAndMomentsAreInBalance) {
  const Frames x = deformed(0.3);
  const Vec18 f = *CorotationalShell(restFrames(), material).force(x);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  for (int a = 0; a < 3; ++a) {
    force += f.segment<3>(6 * a);
    moment += f.segment<3>(6 * a + 3) + x[a].center.cross(Vec3(f.segment<3>(6 * a)));
  }
  EXPECT_GT(f.norm(), 0.1);
  EXPECT_LT(force.norm(), 1e-13);
  EXPECT_LT(moment.norm(), 1e-12);
}

TEST(CorotationalShell, whichCornerIsFirstDoesNotMatter) {
  const Frames rest = restFrames(), x = deformed(0.3);
  const Vec18 f = *CorotationalShell(rest, material).force(x);
  const Vec18 g = *CorotationalShell({rest[1], rest[2], rest[0]}, material).force({x[1], x[2], x[0]});
  EXPECT_LT((f.segment<12>(6) - g.head<12>()).norm(), 1e-13);
}

/// Central differences of the energy; near rest too, where the numbers of a turn come from their series.
TEST(CorotationalShell, theForceIsTheGradientOfTheEnergy) {
  const CorotationalShell shell(restFrames(), material);
  for (const double size : {0.3, 0.01}) {
    const Frames x = deformed(size);
    const Vec18 f = *shell.force(x);
    for (int i = 0; i < 18; ++i) {
      const Vec18 d = Vec18::Unit(i);
      const double slope = (shell.energy(moved(x, d, 1e-5)) - shell.energy(moved(x, d, -1e-5))) / 2e-5;
      EXPECT_NEAR(f[i], -slope, 1e-9) << i;
    }
  }
}

/// Central differences of the force; the symmetric tangent leaves out half of the cross product of the moment at a
/// frame with its spin.
TEST(CorotationalShell, theTangentIsTheSecondDerivative) {
  const CorotationalShell shell(restFrames(), material);
  for (const double size : {0.3, 0.01}) {
    const Frames x = deformed(size);
    const Vec18 f = *shell.force(x);
    const Mat18 tangent = shell.tangent(x, ShellTangent::symmetric), exact = shell.tangent(x, ShellTangent::exact);
    EXPECT_EQ(tangent, tangent.transpose());
    EXPECT_GT((exact - exact.transpose()).norm(), 1e-6);
    for (int i = 0; i < 18; ++i) {
      const Vec18 d = Vec18::Unit(i);
      Vec18 change = (*shell.force(moved(x, d, 1e-5)) - *shell.force(moved(x, d, -1e-5))) / 2e-5;
      EXPECT_LT((exact.col(i) - change).norm(), 1e-8) << i;
      for (int a = 3; a < 18; a += 6) change.segment<3>(a) += 0.5 * Vec3(f.segment<3>(a)).cross(Vec3(d.segment<3>(a)));
      EXPECT_LT((tangent.col(i) - change).norm(), 1e-8) << i;
    }
  }
}

TEST(CorotationalShell, theTangentOfTheMaterialAloneIsSemiDefinite) {
  const CorotationalShell shell(restFrames(), material);
  const Mat18 tangent = shell.tangent(deformed(0.3), ShellTangent::material);
  EXPECT_LT(Eigen::SelfAdjointEigenSolver<Mat18>(tangent).eigenvalues().maxCoeff(), 1e-13);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Mat18>(shell.tangent(deformed(0.3), ShellTangent::symmetric))
                .eigenvalues()
                .maxCoeff(),
            1e-3);
  // At rest there are no forces, and both are the same.
  const Mat18 rest = shell.tangent(restFrames(), ShellTangent::material);
  EXPECT_LT((rest - shell.tangent(restFrames(), ShellTangent::symmetric)).norm(), 1e-12);
}

/// A stretch by 0.1 % along x and a curvature of 0.002 about y, seen from a frame that has turned: the faces are 0.15
/// away from the middle, where the strain is (0.001 +- 0.0003, 0, 0).
TEST(CorotationalShell, facesAreStretchedAndBent) {
  const std::array<Vec3, 3> corners{Vec3(0, 0, 0), Vec3(1, 0.2, 0), Vec3(0.3, 1, 0)};
  const Quat turn = type::exponential(Vec3(0.4, -1, 0.7));
  Frames rest, x;
  for (int a = 0; a < 3; ++a) {
    const double along = corners[a][0];
    rest[a] = {corners[a], Quat::Identity()};
    x[a] = {type::rotate(turn, Vec3(1.001 * along, corners[a][1], -0.001 * along * along)),
            turn * type::exponential(Vec3(0, 0.002 * along, 0))};
  }
  const auto [top, bottom] = CorotationalShell(rest, material).faceStress(x);
  const Mat3 axes = turn.toRotationMatrix();
  for (const auto& [stress, strain] : {std::pair(top, 0.0013), std::pair(bottom, 0.0007)}) {
    const double xx = 10 / (1 - 0.3 * 0.3) * strain;
    const Mat3 expected = Vec3(xx, 0.3 * xx, 0).asDiagonal();
    EXPECT_LT((axes.transpose() * stress * axes - expected).norm(), 5e-5) << stress;
  }
}

TEST(CorotationalShell, aTriangleWithoutAreaBearsNothing) {
  const CorotationalShell shell(restFrames(), material);
  Frames x = restFrames();
  x[2].center = (x[0].center + x[1].center) / 2;
  EXPECT_FALSE(shell.force(x));
  EXPECT_EQ(shell.tangent(x, ShellTangent::symmetric), Mat18::Zero());
  EXPECT_EQ(shell.energy(x), 0);
}

}  // namespace
}  // namespace sofa::fem

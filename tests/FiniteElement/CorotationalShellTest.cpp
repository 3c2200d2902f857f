// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CorotationalShell.h"
#include "Sofa/Type/EigenView.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace sofa::fem {
namespace {

using type::Mat3;
using type::Quat;
using type::Vec3;

const ShellMaterial material{10, 0.3, 0.3};

class Random {
 public:
  explicit Random(unsigned seed) : m_generator(seed) {}
  Vec3 vector(double size) { return size * Vec3(one(), one(), one()); }

 private:
  double one() { return std::uniform_real_distribution<double>(-1, 1)(m_generator); }
  std::mt19937 m_generator;
};

template <class Shell>
class CorotationalShellTest : public testing::Test {
 public:
  static constexpr int size = Shell::size, corners = size / 6;
  using Frames = typename Shell::Frames;
  using Vector = typename Shell::Vector;
  using Matrix = typename Shell::Matrix;

  /// The quad is warped.
  static Frames restFrames() {
    Random random(5);
    Frames x;
    const std::array<Vec3, 3> triangle{Vec3(0, 0, 0), Vec3(1.2, 0.1, 0.3), Vec3(0.3, 1, -0.2)};
    const std::array<Vec3, 4> quad{Vec3(0, 0, 0), Vec3(1.2, 0.1, 0.3), Vec3(1.4, 1.3, -0.1), Vec3(0.1, 0.8, 0.1)};
    for (int a = 0; a < corners; ++a)
      x[a] = {corners == 3 ? triangle[a] : quad[a], type::exponential(random.vector(2))};
    return x;
  }

  /// Each frame moved and turned on its own.
  static Frames moved(const Frames& x, const Vector& d, double factor) {
    Frames result = x;
    for (int a = 0; a < corners; ++a) {
      result[a].center += factor * d.template segment<3>(6 * a);
      result[a].orientation = type::exponential(factor * d.template segment<3>(6 * a + 3)) * x[a].orientation;
    }
    return result;
  }

  static Frames asOneBody(const Frames& x, const Quat& turn, const Vec3& shift) {
    Frames result;
    for (int a = 0; a < corners; ++a) result[a] = {type::rotate(turn, x[a].center) + shift, turn * x[a].orientation};
    return result;
  }

  static Vector randomChange(double much, unsigned seed) {
    Random random(seed);
    Vector d;
    for (int i = 0; i < size; i += 3) d.template segment<3>(i) = random.vector(much);
    return d;
  }

  /// Strained and far from rest.
  static Frames deformed(double much) {
    return asOneBody(moved(restFrames(), randomChange(much, 7), 1), type::exponential(Vec3(1, 2, -1)), Vec3(3, 4, 5));
  }

  const Shell shell{restFrames(), material};
};

using Shapes = testing::Types<CorotationalShell<3>, CorotationalShell<4>>;
TYPED_TEST_SUITE(CorotationalShellTest, Shapes);

TYPED_TEST(CorotationalShellTest, rigidMotionsCauseNothing) {
  const auto x = this->asOneBody(this->restFrames(), type::exponential(Vec3(-2, 0.3, 1)), Vec3(5, 6, 7));
  EXPECT_LT(this->shell.force(x)->norm(), 1e-13);
  EXPECT_NEAR(this->shell.energy(x), 0, 1e-26);
}

TYPED_TEST(CorotationalShellTest, theForceTurnsWithTheWhole) {
  const auto x = this->deformed(0.3);
  const Quat turn = type::exponential(Vec3(0.4, -2, 0.9));
  const auto y = this->asOneBody(x, turn, Vec3(1, 2, 3));
  const auto f = *this->shell.force(x), g = *this->shell.force(y);
  for (int i = 0; i < this->size; i += 3)
    EXPECT_LT((type::rotate(turn, f.template segment<3>(i)) - g.template segment<3>(i)).norm(), 1e-12) << i;
  EXPECT_NEAR(this->shell.energy(x), this->shell.energy(y), 1e-13);
}

TYPED_TEST(CorotationalShellTest, forcesAndMomentsAreInBalance) {
  const auto x = this->deformed(0.3);
  const auto f = *this->shell.force(x);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  for (int a = 0; a < this->corners; ++a) {
    const Vec3 pull = f.template segment<3>(6 * a);
    force += pull;
    moment += f.template segment<3>(6 * a + 3) + x[a].center.cross(pull);
  }
  EXPECT_GT(f.norm(), 0.1);
  EXPECT_LT(force.norm(), 1e-13);
  EXPECT_LT(moment.norm(), 1e-12);
}

TYPED_TEST(CorotationalShellTest, whichCornerIsFirstDoesNotMatter) {
  auto rest = this->restFrames(), x = this->deformed(0.3);
  const auto f = *this->shell.force(x);
  std::ranges::rotate(rest, rest.begin() + 1);
  std::ranges::rotate(x, x.begin() + 1);
  const auto g = *TypeParam(rest, material).force(x);
  constexpr int others = TestFixture::size - 6;
  EXPECT_LT((f.template tail<others>() - g.template head<others>()).norm(), 1e-12);
}

/// Central differences of the energy; near rest too, where the numbers of a turn come from their series.
TYPED_TEST(CorotationalShellTest, theForceIsTheGradientOfTheEnergy) {
  for (const double much : {0.3, 0.01}) {
    const auto x = this->deformed(much);
    const auto f = *this->shell.force(x);
    for (int i = 0; i < this->size; ++i) {
      const typename TypeParam::Vector d = TypeParam::Vector::Unit(i);
      const double slope =
          (this->shell.energy(this->moved(x, d, 1e-5)) - this->shell.energy(this->moved(x, d, -1e-5))) / 2e-5;
      EXPECT_NEAR(f[i], -slope, 1e-9) << i;
    }
  }
}

/// Central differences of the force; the symmetric tangent leaves out half of the cross product of the moment at a
/// frame with its spin.
TYPED_TEST(CorotationalShellTest, theTangentIsTheSecondDerivative) {
  using Vector = typename TypeParam::Vector;
  for (const double much : {0.3, 0.01}) {
    const auto x = this->deformed(much);
    const Vector f = *this->shell.force(x);
    const auto tangent = this->shell.tangent(x, ShellTangent::symmetric),
               exact = this->shell.tangent(x, ShellTangent::exact);
    EXPECT_EQ(tangent, tangent.transpose());
    EXPECT_GT((exact - exact.transpose()).norm(), 1e-6);
    for (int i = 0; i < this->size; ++i) {
      const Vector d = Vector::Unit(i);
      Vector change =
          (*this->shell.force(this->moved(x, d, 1e-5)) - *this->shell.force(this->moved(x, d, -1e-5))) / 2e-5;
      EXPECT_LT((exact.col(i) - change).norm(), 1e-8) << i;
      for (int a = 3; a < this->size; a += 6)
        change.template segment<3>(a) += 0.5 * Vec3(f.template segment<3>(a)).cross(Vec3(d.template segment<3>(a)));
      EXPECT_LT((tangent.col(i) - change).norm(), 1e-8) << i;
    }
  }
}

TYPED_TEST(CorotationalShellTest, theTangentOfTheMaterialAloneIsSemiDefinite) {
  using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
  const auto x = this->deformed(0.3);
  EXPECT_LT(Solver(eigen(this->shell.tangent(x, ShellTangent::material))).eigenvalues().maxCoeff(), 1e-13);
  EXPECT_GT(Solver(eigen(this->shell.tangent(x, ShellTangent::symmetric))).eigenvalues().maxCoeff(), 1e-3);
  // At rest there are no forces, and both are the same.
  const auto rest = this->shell.tangent(this->restFrames(), ShellTangent::material);
  EXPECT_LT((rest - this->shell.tangent(this->restFrames(), ShellTangent::symmetric)).norm(), 1e-12);
}

TYPED_TEST(CorotationalShellTest, onlySixMotionsAreFree) {
  using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
  const auto values = Solver(-eigen(this->shell.tangent(this->restFrames(), ShellTangent::exact))).eigenvalues().eval();
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(values[i], 0, 1e-13);
  EXPECT_GT(values[6], 1e-3);
}

/// A stretch by 0.1 % along x and a curvature of 0.002 about y, seen from a frame that has turned: the faces are 0.15
/// away from the middle, where the strain is (0.001 +- 0.0003, 0, 0).
TYPED_TEST(CorotationalShellTest, facesAreStretchedAndBent) {
  const std::array<Vec3, 4> corners{Vec3(0, 0, 0), Vec3(1, 0.2, 0), Vec3(1.1, 1.3, 0), Vec3(0.3, 1, 0)};
  const Quat turn = type::exponential(Vec3(0.4, -1, 0.7));
  typename TypeParam::Frames rest, x;
  for (int a = 0; a < this->corners; ++a) {
    const double along = corners[a][0];
    rest[a] = {corners[a], Quat::Identity()};
    x[a] = {type::rotate(turn, Vec3(1.001 * along, corners[a][1], -0.001 * along * along)),
            turn * type::exponential(Vec3(0, 0.002 * along, 0))};
  }
  const auto [top, bottom] = TypeParam(rest, material).faceStress(x);
  const Mat3 axes = turn.toRotationMatrix();
  for (const auto& [stress, strain] : {std::pair(top, 0.0013), std::pair(bottom, 0.0007)}) {
    const double xx = 10 / (1 - 0.3 * 0.3) * strain;
    const Mat3 expected = Vec3(xx, 0.3 * xx, 0).asDiagonal();
    EXPECT_LT((axes.transpose() * stress * axes - expected).norm(), 5e-5) << stress;
  }
}

/// All corners on a line.
TYPED_TEST(CorotationalShellTest, anElementWithoutAreaBearsNothing) {
  auto x = this->restFrames();
  for (std::size_t a = 0; a < x.size(); ++a) x[a].center = Vec3(0.1 * static_cast<double>(a * a), 0, 0);
  for (auto& frame : x) frame.orientation = Quat::Identity();
  typename TypeParam::Frames flat = this->restFrames();
  for (auto& frame : flat) frame = {Vec3(frame.center[0], frame.center[1], 0), Quat::Identity()};
  const TypeParam shell(flat, material);
  EXPECT_FALSE(shell.force(x));
  EXPECT_EQ(shell.tangent(x, ShellTangent::symmetric), TypeParam::Matrix::Zero());
  EXPECT_EQ(shell.energy(x), 0);
}

/// The flat quad of a warped one stands at the ends of rigid links along its normal: its corners lie 0.1 above or
/// below, so that a small turn about y moves them by that along x. Its stretch is the work of that alone.
TEST(CorotationalShell, aWarpedQuadIsFlatAtTheEndsOfItsLinks) {
  using Shell = CorotationalShell<4>;
  const double height = 0.1, turn = 1e-5;
  const std::array<Vec3, 4> corners{Vec3(-1, -1, height), Vec3(1, -1, -height), Vec3(1, 1, height),
                                    Vec3(-1, 1, -height)};
  Shell::Frames warped, flat, x, y;
  for (int a = 0; a < 4; ++a) {
    warped[a] = {corners[a], Quat::Identity()};
    flat[a] = {Vec3(corners[a][0], corners[a][1], 0), Quat::Identity()};
    // Each frame turns by its place along x: the plate bends.
    const double angle = turn * corners[a][0];
    x[a] = {corners[a], type::exponential(Vec3(0, angle, 0))};
    y[a] = {flat[a].center + Vec3(-corners[a][2] * std::sin(angle), 0, corners[a][2] * (1 - std::cos(angle))),
            x[a].orientation};
  }
  const double energy = Shell(flat, material).energy(y);
  EXPECT_GT(energy, 1e-12);
  EXPECT_NEAR(Shell(warped, material).energy(x), energy, 1e-9 * energy);
}

}  // namespace
}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
// Rotations of rigid states.
#include "Sofa/Type/AngleAxis.h"
#include "Sofa/Type/Quaternion.h"

#include <gtest/gtest.h>

#include <numbers>

#include "Sofa/Type/DataTypes.h"

namespace sofa::type {
namespace {

constexpr double pi = std::numbers::pi;

void expectNear(const Quat& a, const Quat& b, double tolerance) {
  EXPECT_LT((a.coeffs() - b.coeffs()).norm(), tolerance) << a.coeffs().transpose() << " and " << b.coeffs().transpose();
}

TEST(Quaternion, exponentialOfAQuarterTurn) {
  const double c = std::sqrt(0.5);
  expectNear(exponential(Vec3(0, 0, pi / 2)), Quat(c, 0, 0, c), 1e-15);
  expectNear(exponential(Vec3(pi, 0, 0)), Quat(0, 1, 0, 0), 1e-15);
  expectNear(exponential(Vec3::Zero()), Quat(1, 0, 0, 0), 0.0 + 1e-300);
}

TEST(Quaternion, exponentialOfATinyRotationKeepsItsDirection) {
  const Quat q = exponential(Vec3(1e-20, 0, 0));
  EXPECT_EQ(q.w(), 1);
  EXPECT_EQ(q.x(), 5e-21);
}

TEST(Quaternion, rotationVectorInvertsTheExponential) {
  for (const Vec3& w : {Vec3(0.3, -0.2, 0.5), Vec3(1e-5, 2e-5, 0), Vec3(0, 3.1, 0), Vec3(-1, 2, 1)}) {
    EXPECT_LT((rotationVector(exponential(w)) - w).norm(), 1e-11) << w.transpose();
    Quat negated = exponential(w);
    negated.coeffs() = -negated.coeffs();
    EXPECT_LT((rotationVector(negated) - w).norm(), 1e-11) << "q and -q are the same rotation";
  }
  EXPECT_EQ(rotationVector(Quat(1, 0, 0, 0)), Vec3::Zero());
  // A turn by 200 degrees is one by 160 the other way.
  EXPECT_LT((rotationVector(exponential(Vec3(0, 0, 200 * pi / 180))) - Vec3(0, 0, -160 * pi / 180)).norm(), 1e-12);
  EXPECT_LT((rotationVector(Quat(2 * std::cos(0.25), 0, 2 * std::sin(0.25), 0)) - Vec3(0, 0.5, 0)).norm(), 1e-12)
      << "normalised first";
}

TEST(Quaternion, rotateAgreesWithTheMatrix) {
  const Quat q = exponential(Vec3(0.3, -0.7, 1.1));
  const Vec3 v(1, -2, 0.5);
  EXPECT_LT((rotate(q, v) - toMatrix(q) * v).norm(), 1e-15);
  EXPECT_LT((inverseRotate(q, rotate(q, v)) - v).norm(), 1e-14);
  EXPECT_LT((rotate(exponential(Vec3(0, 0, pi / 2)), Vec3(1, 0, 0)) - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((toMatrix(q) * toMatrix(q).transpose() - Mat3::Identity()).norm(), 1e-15);
}

TEST(Quaternion, inverse) {
  const Quat q(1, 2, 3, 4);
  const Quat i = inverse(q);
  const double n = std::sqrt(30.0);
  expectNear(i, Quat(1 / n, -2 / n, -3 / n, -4 / n), 1e-15);
  expectNear(inverse(Quat(0, 0, 0, 0)), Quat(0, 0, 0, 0), 1e-300);
}

TEST(Quaternion, eulerAnglesTurnAboutXThenYThenZ) {
  const Vec3 angles(0.3, -0.4, 1.2);
  const Mat3 expected =
      (sofa::type::AngleAxis(angles.z(), Vec3::UnitZ()) * sofa::type::AngleAxis(angles.y(), Vec3::UnitY()) *
       sofa::type::AngleAxis(angles.x(), Vec3::UnitX()))
          .toRotationMatrix();
  EXPECT_LT((toMatrix(fromEuler(angles)) - expected).norm(), 1e-15);
  // X by 90 degrees takes Y to Z; Z by 90 leaves it there.
  EXPECT_LT((rotate(fromEulerDegrees(Vec3(90, 0, 90)), Vec3::UnitY()) - Vec3::UnitZ()).norm(), 1e-15);
}

TEST(RigidIntegration, velocityTurnsInWorldAxes) {
  using Types = Rigid3Types;
  Types::Coord x;
  x.center = Vec3(1, 0, 0);
  x.orientation = exponential(Vec3(pi / 2, 0, 0));
  Types::Deriv step;
  step << 0.5, 0, 0, 0, 0, pi / 2;
  Types::add(x, step);
  EXPECT_EQ(x.center, Vec3(1.5, 0, 0));
  // First about x by 90 degrees, then about the world's z by 90: y goes to z and stays, x goes to y.
  EXPECT_LT((rotate(x.orientation, Vec3::UnitY()) - Vec3::UnitZ()).norm(), 1e-14);
  EXPECT_LT((rotate(x.orientation, Vec3::UnitX()) - Vec3::UnitY()).norm(), 1e-14);
  EXPECT_NEAR(x.orientation.norm(), 1, 1e-15);
}

TEST(RigidIntegration, planeAngleAdds) {
  using Types = Rigid2Types;
  Types::Coord x;
  Types::Deriv step;
  step << 1, 2, 0.25;
  Types::add(x, step);
  Types::add(x, step);
  EXPECT_EQ(x.orientation, 0.5);
  EXPECT_EQ(x.center.y(), 4);
}

}  // namespace
}  // namespace sofa::type

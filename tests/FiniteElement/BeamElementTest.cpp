// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/BeamElement.h"
#include "Sofa/Type/AngleAxis.h"
#include "Sofa/Type/EigenView.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace sofa::fem {
namespace {

using type::Quat;
using type::RigidCoord;
using type::Vec3;

const BeamSection section{1e4, 0.3, 0.21, 0.1, 1.7};

Vec12 randomVector(unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Vec12 d;
  for (auto& value : d) value = uniform(generator);
  return d;
}

TEST(BeamElement, EntriesOfAUnitBeam) {
  const Mat12 k = BeamStiffness({1, 0, 0.1, 0, 1}).matrix();
  EXPECT_NEAR(k(0, 0), 0.031415926536, 1e-12);
  EXPECT_NEAR(k(1, 1), 9.42477796e-4, 1e-12);
  EXPECT_NEAR(k(3, 3), 7.85398163e-5, 1e-13);
  EXPECT_NEAR(k(4, 2), -k(1, 1) / 2, 1e-18);
  EXPECT_NEAR(k(5, 1), k(1, 1) / 2, 1e-18);
  EXPECT_NEAR(k(10, 4), k(4, 4) / 2, 1e-18);
}

TEST(BeamElement, StiffnessIsSymmetricWithSixRigidMotions) {
  const Mat12 k = BeamStiffness(section).matrix();
  EXPECT_EQ(k, k.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(eigen(k));
  for (int i = 0; i < 12; ++i) {
    if (i < 6)
      EXPECT_NEAR(solver.eigenvalues()[i], 0, 1e-10);
    else
      EXPECT_GT(solver.eigenvalues()[i], 1);
  }
  for (int axis = 0; axis < 3; ++axis) {
    Vec12 turn = Vec12::Zero();
    turn[3 + axis] = turn[9 + axis] = 1;
    turn.segment<3>(6) = Vec3::Unit(axis).cross(Vec3(section.length, 0, 0));
    EXPECT_LT((k * turn).norm(), 1e-11);
  }
}

TEST(BeamElement, ProductIsThatOfTheMatrix) {
  const BeamStiffness stiffness(section);
  const Vec12 d = randomVector(1);
  EXPECT_LT((stiffness.product(d) - stiffness.matrix() * d).norm(), 1e-11);
  const auto forces = stiffness.forces(d.segment<3>(6), d.tail<3>());
  Vec12 moved = d;
  moved.head<6>().setZero();
  const Vec12 expected = stiffness.matrix() * moved;
  EXPECT_LT((forces.first - expected.head<6>()).norm() + (forces.second - expected.tail<6>()).norm(), 1e-11);
}

TEST(BeamElement, BendsLikeACantilever) {
  // A load P at the end lifts it by P L^3 / 3EI and turns it by P L^2 / 2EI.
  const double inertia = M_PI * (std::pow(section.radius, 4) - std::pow(section.radiusInner, 4)) / 4;
  const double bending = section.youngModulus * inertia, l = section.length, load = 3;
  const type::Mat6 free = BeamStiffness(section).matrix().bottomRightCorner<6, 6>();
  type::Vec6 f = type::Vec6::Zero();
  f[1] = load;
  const type::Vec6 d = free.inverse() * f;
  EXPECT_NEAR(d[1], load * l * l * l / (3 * bending), 1e-9);
  EXPECT_NEAR(d[5], load * l * l / (2 * bending), 1e-9);
}

TEST(CorotationalBeam, RigidMotionsDoNotDeform) {
  const RigidCoord<3> a{Vec3(.1, .2, .3), Quat(.8, .6, 0, 0)}, b{Vec3(1, .5, .2), Quat(.6, 0, 0, .8)};
  const CorotationalBeam beam(a, b);
  const Quat turn(sofa::type::AngleAxis(2.5, Vec3(1, 2, -1).normalized()));
  const auto moved = [&](const RigidCoord<3>& x) {
    return RigidCoord<3>{type::rotate(turn, x.center) + Vec3(3, 4, 5), turn * x.orientation};
  };
  for (const double sign : {1., -1.}) {
    auto end = moved(b);
    end.orientation.coeffs() *= sign;
    const auto d = beam.displacement(moved(a), end);
    EXPECT_LT(d.translation.norm() + d.rotation.norm(), 1e-14);
  }
}

TEST(CorotationalBeam, DisplacementsAreSeenFromTheFirstEnd) {
  const Quat quarter(sofa::type::AngleAxis(M_PI / 2, Vec3::UnitZ()));
  const CorotationalBeam beam({Vec3(0, 0, 0), Quat::Identity()}, {Vec3(1, 0, 0), Quat::Identity()});
  // The first end turns by 90 degrees about z and the second stays: it has moved from (1 0 0) to (0 -1 0) of the first.
  const auto d = beam.displacement({Vec3(0, 0, 0), quarter}, {Vec3(1, 0, 0), Quat::Identity()});
  EXPECT_LT((d.translation - Vec3(-1, -1, 0)).norm(), 1e-15);
  EXPECT_LT((d.rotation - Vec3(0, 0, -M_PI / 2)).norm(), 1e-14);
}

TEST(BeamElement, WorldStiffnessTurnsBothEnds) {
  const type::Mat3 r = type::toMatrix(Quat(sofa::type::AngleAxis(0.7, Vec3(1, 2, 3).normalized())));
  const Mat12 local = BeamStiffness(section).matrix();
  Mat12 lambda = Mat12::Zero();
  for (int i = 0; i < 12; i += 3) lambda.block<3, 3>(i, i) = r;
  EXPECT_LT((beamWorldStiffness(local, r) - lambda * local * lambda.transpose()).norm(), 1e-9);
}

}  // namespace
}  // namespace sofa::fem

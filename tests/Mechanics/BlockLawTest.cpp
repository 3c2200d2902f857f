// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/BlockLaw.h"

#include <gtest/gtest.h>

namespace sofa::mechanics {
namespace {

using type::Vec3;

std::array<double, 3> resolved(ConstraintKind kind, const Vec3& w, const std::array<double, 3>& d,
                               std::array<double, 3> force = {}) {
  ConstraintBlock block{};
  block.kind = kind;
  block.rows = kind == ConstraintKind::frictionCone ? 3 : 1;
  block.friction = .5;
  block.lower = -1, block.upper = 1;
  linearalgebra::DenseMatrix diagonal = linearalgebra::DenseMatrix::Zero(block.rows, block.rows);
  for (int i = 0; i < block.rows; ++i) diagonal(i, i) = w[i];
  BlockLaw law;
  law.prepare(block, diagonal);
  const auto rows = static_cast<std::size_t>(block.rows);
  law.resolve(block, std::span(d).first(rows), std::span(force).first(rows));
  return force;
}

TEST(BlockLaw, answersAViolationByTheComplianceOfItsRow) {
  EXPECT_EQ(resolved(ConstraintKind::unilateral, {.5, 0, 0}, {-1, 0, 0})[0], 2);
  EXPECT_EQ(resolved(ConstraintKind::unilateral, {.5, 0, 0}, {3, 0, 0}, {2, 0, 0})[0], 0);
  EXPECT_EQ(resolved(ConstraintKind::bounded, {.5, 0, 0}, {-2, 0, 0})[0], 2);
  const auto cone = resolved(ConstraintKind::frictionCone, {.5, .5, .5}, {-1, .1, 0});
  EXPECT_EQ(cone, (std::array<double, 3>{2, -.2, 0}));
}

/// Two obstacles, or a contact without a direction: no force would part them.
TEST(BlockLaw, givesNothingToWhatDoesNotMove) {
  const std::array<double, 3> nothing{};
  for (const auto kind : {ConstraintKind::unilateral, ConstraintKind::bounded, ConstraintKind::frictionCone})
    for (const double w : {0., 3e-34}) EXPECT_EQ(resolved(kind, {w, w, w}, {-2, .1, .1}), nothing);
  EXPECT_EQ(resolved(ConstraintKind::frictionCone, {.5, 0, 0}, {-1, .1, 0}), (std::array<double, 3>{2, 0, 0}));
}

TEST(BlockLaw, unilateralRowsPushOnly) {
  BlockLaw law;
  const ConstraintBlock block{.kind = ConstraintKind::unilateral};
  law.prepare(block, linearalgebra::DenseMatrix::Constant(1, 1, 2));
  double force[] = {1};
  law.resolve(block, std::array{-3.0}, force);
  EXPECT_DOUBLE_EQ(force[0], 2.5);
  law.resolve(block, std::array{8.0}, force);
  EXPECT_EQ(force[0], 0);
}

TEST(BlockLaw, augmentedConesFollowTheViolation) {
  BlockLaw law;
  const ConstraintBlock block{.kind = ConstraintKind::augmentedCone, .rows = 3, .friction = 0.5, .epsilon = 10};
  law.prepare(block, linearalgebra::DenseMatrix::Identity(3, 3));
  const auto resolved = [&](std::array<double, 3> d, std::array<double, 3> force) {
    law.resolve(block, d, force);
    return Vec3(force[0], force[1], force[2]);
  };
  EXPECT_LT((resolved({-0.2, 0.03, -0.04}, {1, 0, 0}) - Vec3(3, -0.3, 0.4)).norm(), 1e-14);  // within the cone
  EXPECT_LT((resolved({-0.2, 0.3, -0.4}, {1, 0.1, 0}) - Vec3(3, 0.1 + 0.6, -0.8)).norm(), 1e-14);
  EXPECT_EQ(resolved({0.2, 0.3, 0.4}, {1, 0.1, 0.1}), Vec3(0, 0, 0));
}

TEST(BlockLaw, boundedRowsActAtTheirBounds) {
  BlockLaw law;
  const ConstraintBlock block{.kind = ConstraintKind::bounded, .lower = -1, .upper = 2};
  law.prepare(block, linearalgebra::DenseMatrix::Constant(1, 1, 0.5));
  double force[] = {0};
  law.resolve(block, std::array{3.0}, force);
  EXPECT_DOUBLE_EQ(force[0], -2);  // 3 + 0.5 f = 2
  law.resolve(block, std::array{2.0}, force);
  EXPECT_DOUBLE_EQ(force[0], -2);
  force[0] = 0;
  law.resolve(block, std::array{1.0}, force);
  EXPECT_EQ(force[0], 0);
  law.resolve(block, std::array{-2.0}, force);
  EXPECT_DOUBLE_EQ(force[0], 2);
}

TEST(BlockLaw, frictionStaysInItsCone) {
  BlockLaw law;
  const ConstraintBlock block{.kind = ConstraintKind::frictionCone, .rows = 3, .friction = 0.5};
  law.prepare(block, linearalgebra::DenseMatrix::Identity(3, 3));
  std::array force{0.0, 0.0, 0.0};
  law.resolve(block, std::array{-2.0, 0.3, 0.4}, force);  // sticks
  EXPECT_DOUBLE_EQ(force[0], 2);
  EXPECT_DOUBLE_EQ(force[1], -0.3);
  EXPECT_DOUBLE_EQ(force[2], -0.4);
  force = {};
  law.resolve(block, std::array{-2.0, 3.0, 4.0}, force);  // slides: |f_t| = mu f_n
  EXPECT_DOUBLE_EQ(force[1], -0.6);
  EXPECT_DOUBLE_EQ(force[2], -0.8);
  law.resolve(block, std::array{9.0, 0.0, 0.0}, force);  // parts
  EXPECT_EQ(force, (std::array{0.0, 0.0, 0.0}));
}

TEST(BlockLaw, equationsAreSolvedTogether) {
  for (const int rows : {1, 2, 3, 6}) {
    BlockLaw law;
    const ConstraintBlock block{.rows = rows};
    linearalgebra::DenseMatrix w = linearalgebra::DenseMatrix::Constant(rows, rows, 0.25);
    w.diagonal().array() += 1;
    law.prepare(block, w);
    std::vector<double> d(rows), force(rows, 0.0);
    for (int i = 0; i < rows; ++i) d[i] = i + 1;
    law.resolve(block, d, force);
    const Eigen::VectorXd left =
        Eigen::Map<Eigen::VectorXd>(d.data(), rows) + w * Eigen::Map<Eigen::VectorXd>(force.data(), rows);
    EXPECT_LT(left.norm(), 1e-13) << rows;
  }
}

}  // namespace
}  // namespace sofa::mechanics

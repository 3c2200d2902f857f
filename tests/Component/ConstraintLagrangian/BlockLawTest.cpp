// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/BlockLaw.h"

#include <gtest/gtest.h>

namespace sofa::component::constraintlagrangian {
namespace {

using core::ConstraintBlock;
using core::ConstraintKind;

std::array<double, 3> resolved(ConstraintKind kind, const type::Vec3& w, const std::array<double, 3>& d,
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

}  // namespace
}  // namespace sofa::component::constraintlagrangian

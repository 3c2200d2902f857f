// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CompositeHexahedron.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "Sofa/FiniteElement/PartedHexahedron.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::fem {
namespace {

HexaPoints box(const Vec3& size) {
  HexaPoints p;
  for (int n = 0; n < 8; ++n)
    for (int a = 0; a < 3; ++a) p[n][a] = hexaSign[n][a] > 0 ? size[a] : 0;
  return p;
}
Mat24 stiffness() { return hexaStiffness(box({1, 1.1, .9}), lame(900, .3)); }
Mat24 mass() { return Mat24::Identity() * 0.5; }

double difference(const Mat24& a, const Mat24& b) { return (a - b).norm() / b.norm(); }

TEST(CompositeHexahedron, wholeOnesMoveTrilinearly) {
  for (int levels = 0; levels < 3; ++levels) {
    const std::vector<float> full(std::size_t{1} << 3 * levels, 1);
    const auto made = CompositeHexahedron(levels, stiffness(), mass()).condense(full);
    EXPECT_LT(difference(made.stiffness, PartedHexahedron(levels, stiffness()).matrix(full)), 1e-9) << levels;
    EXPECT_LT(difference(made.mass, PartedHexahedron(levels, mass()).matrix(full)), 1e-9) << levels;
  }
}

TEST(CompositeHexahedron, withoutLevelsPartsAreScaled) {
  const std::vector<float> half{.25f, .75f};
  EXPECT_LT(difference(CompositeHexahedron(0, stiffness(), mass()).condense(half).stiffness, .5 * stiffness()), 1e-15);
}

TEST(CompositeHexahedron, whatIsMissingIsRigidAndTranslationsAreFree) {
  std::vector<float> parts(8, 1);
  parts[0] = 0;
  parts[5] = .5f;
  const CompositeHexahedron composite(1, stiffness(), mass());
  const auto made = composite.condense(parts);
  const auto weights = composite.weights(parts);
  sofa::type::Mat<24, 3> translations;
  for (int n = 0; n < 8; ++n) translations.middleRows<3>(3 * n).setIdentity();
  EXPECT_LT((made.stiffness * translations).norm(), 1e-9 * made.stiffness.norm());
  EXPECT_LT((made.stiffness - made.stiffness.transpose()).norm(), 1e-9 * made.stiffness.norm());
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(eigen(made.stiffness)).eigenvalues().minCoeff(),
            -1e-9 * made.stiffness.norm());
  // Mass of seven parts, each with its own along the diagonal, one of them half: none is lost.
  EXPECT_NEAR(made.mass.sum(), 6.5 * 24 * .5, 1e-9);
  ASSERT_EQ(weights.size(), 8u);
  EXPECT_EQ(weights[0].size(), 0);
  // Node 0 of the part beside the missing one goes with the corner that is rigidly fixed to it, along its own axis.
  EXPECT_NEAR(weights[1](0, 0), 1, 1e-3);
  EXPECT_EQ(weights[1](0, 1), 0);
  for (int part = 1; part < 8; ++part)
    for (int row = 0; row < 24; ++row) EXPECT_NEAR(weights[std::size_t(part)].row(row).sum(), 1, 1e-12);
}

TEST(CompositeHexahedron, whatWasMadeBeforeIsNotTakenForOtherParts) {
  const CompositeHexahedron reused(2, stiffness(), mass());
  std::vector<float> parts(64, 1);
  for (int turn = 0; turn < 70; ++turn) {  // up to eight new eighths each: more than are kept
    for (int octant = 0; octant < 8; ++octant)
      parts[std::size_t(8 * octant + turn % 8)] = 1 / float(turn + 2 + 100 * octant);
    parts[std::size_t(turn * 13) % 64] = turn % 3 == 0 ? 0 : 1;
    const CompositeHexahedron fresh(2, stiffness(), mass());
    EXPECT_EQ(reused.condense(parts).stiffness, fresh.condense(parts).stiffness) << turn;
    EXPECT_EQ(reused.condense(parts).mass, fresh.condense(parts).mass) << turn;
    const auto known = reused.weights(parts), made = fresh.weights(parts);
    for (std::size_t p = 0; p < 64; ++p) EXPECT_EQ(known[p], made[p]) << turn << " " << p;
  }
}

}  // namespace
}  // namespace sofa::fem

// SPDX-License-Identifier: Apache-2.0
// Points of contacts on rigid frames, against values by hand.
#include "Sofa/Component/Collision/RigidContactPoints.h"

#include "Component/SceneText.h"

namespace sofa::component::collision {
namespace {

using type::Vec3;

/// A force f at r from the centre of a frame is the wrench f, r x f.
TEST(RigidContactPoints, rowsActAsForcesOnTheirFrames) {
  const auto root = simulation::readSceneText(
      "<Node><MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  5 0 0 0 0 0.6 0.8'/></Node>");
  simulation::initRoot(*root);
  auto& frames = dynamic_cast<core::State<type::Rigid3Types>&>(*core::localMechanicalState(*root));
  RigidContactPoints points(frames, "body");
  double radius = 0;
  points.restart(2);
  EXPECT_EQ(points.attach({0, 2, 0}, 0, radius), 0u);
  EXPECT_EQ(points.attach({5, 1, 3}, 1, radius), 1u);
  points.finish();

  core::ConstraintJacobian jacobian;
  jacobian.addRows(2);
  jacobian.add(&points.state(), 0, 1, Vec3(0, 0, 1));
  jacobian.add(&points.state(), 0, 0, Vec3(1, 0, 0));
  jacobian.add(&points.state(), 1, 0, Vec3(0, 1, 7));
  auto* carrier = root->children()[0]->down<core::RowCarrier>();
  ASSERT_TRUE(carrier);
  carrier->carryRows(jacobian);
  jacobian.sort(&frames);
  const auto rows = jacobian.blocks(&frames);
  ASSERT_EQ(rows.size(), 3u);
  const std::array<std::array<double, 8>, 3> expected{{
      {0, 0, 1, 0, 0, 0, 0, -2},  // (0, 2, 0) x (1, 0, 0)
      {0, 1, 0, 0, 1, 1, 0, 0},   // (0, 1, 3) x (0, 0, 1)
      {1, 0, 0, 1, 7, 14, 0, 0},  // (0, 2, 0) x (0, 1, 7)
  }};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k].row, expected[k][0]);
    EXPECT_EQ(rows[k].point, expected[k][1]);
    for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(rows[k].direction[c], expected[k][2 + c], 1e-12) << k << " " << c;
  }
}

}  // namespace
}  // namespace sofa::component::collision
